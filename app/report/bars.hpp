#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// Maximum number of bars.
inline constexpr std::size_t kMaxBars = 20;

/// Draws the coefficients before the first zero as bars with names and values, in the given order.
/// Returns an SVG element without identifiers; empty if the first coefficient is 0.
std::string draw_bars(const std::vector<Coefficient>& coefficients, const std::string& title,
                      const Canvas& canvas);

}  // namespace acgd::report
