#pragma once

#include <set>
#include <string>

namespace acgd_test {

/// Sets whose oracle may allocate: the custom one returns a vector, decompositions of matrices are
/// Eigen's (the nuclear ball has a test of its own), LEMON and Clp keep lists of theirs.
inline bool may_allocate(const std::string& set) {
  static const std::set<std::string> names = {"custom", "nuclear",   "spectral",  "schatten",
                                              "flow",   "transport", "polyhedron"};
  return names.contains(set);
}

}  // namespace acgd_test
