#pragma once

#include <set>
#include <string>

namespace acgd_test {

/// Sets whose LMO may allocate: the custom set returns a vector, matrix decompositions use Eigen's
/// temporaries (the nuclear ball has a test of its own), LEMON and Clp manage their own memory.
inline bool may_allocate(const std::string& set) {
  static const std::set<std::string> names = {"custom", "nuclear",   "spectral",  "schatten",
                                              "flow",   "transport", "polyhedron"};
  return names.contains(set);
}

}  // namespace acgd_test
