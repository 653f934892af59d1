#pragma once

#include <string>
#include <vector>

#include "report/path_frame.hpp"

namespace acgd::report {

/// Positions of the coefficients, the largest of the chosen fit first; those that are 0 there are
/// last, by their largest value on the path.
std::vector<std::size_t> by_size(const PathReport& report);

/// Every coefficient over the radii, the largest of them with their names. As an SVG element
/// without identifiers.
std::string draw_coefficients(const PathReport& report, const Canvas& canvas);

/// So many coefficients are drawn at most: more of them would only be a grey area.
inline constexpr std::size_t kMostCoefficients = 200;

/// The largest coefficients of the chosen fit as bars. Empty if all of them are 0.
std::string draw_model(const PathReport& report, const Canvas& canvas);

}  // namespace acgd::report
