#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// So many bars there are at most.
inline constexpr std::size_t kMostBars = 20;

/// Coefficients as bars with their names and values, in their order, until one is 0. Empty if the
/// first one is. As an SVG element without identifiers.
std::string draw_bars(const std::vector<Coefficient>& coefficients, const std::string& title,
                      const Canvas& canvas);

}  // namespace acgd::report
