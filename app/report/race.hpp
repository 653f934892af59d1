#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// Draws a line per goal with a mark at each run's cost; runs that did not reach the goal are
/// marked at the end. SVG element without identifiers.
std::string draw_race(const Race& race, const std::vector<std::string>& strategies,
                      const Canvas& canvas);

/// The mark and a piece of the line of a strategy as an SVG element for legends.
std::string legend_mark(std::size_t place);

}  // namespace acgd::report
