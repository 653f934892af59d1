#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "problem/set_kinds.hpp"

/// Sets whose radius is left out: "l1", "lp:3", "group:l2:groups.csv". A radius is whatever number
/// the whole set grows with: the total of a simplex, the trace of a spectraplex.
namespace acgd::problem {

/// The names of the sets that have one.
std::vector<std::string> sets_with_radius();

/// The same text with a radius: "l1:2.5", "group:radius=2.5:l2:groups.csv". Throws InvalidInput if the
/// set has none, or if it was typed already.
std::string with_radius(const std::string& text, double radius);

/// The files that such a text names.
std::vector<std::filesystem::path> files_of_radius_set(const std::string& text);

/// The sets that a path goes along.
struct RadiusSet {
  SetOfRadius of;
  Shape shape;               ///< of the variable
  std::string name;          ///< in words: "l1 ball"
  bool is_low_rank = false;  ///< it keeps the rank of a matrix low
  /// As it is typed with this radius.
  std::function<std::string(double radius)> text;
};

/// For coefficients with a row for each feature and a column for each output. An empty text is l1;
/// if there are several outputs, the sum over features of the l2 norms of their coefficients. Throws
/// InvalidInput as with_radius() does.
RadiusSet make_radius_set(const std::string& text, Index features, Index outputs);

}  // namespace acgd::problem
