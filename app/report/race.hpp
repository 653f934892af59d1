#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// A line for each goal, with a mark where each run came to it; those that did not stand at the
/// end. As an SVG element without identifiers.
std::string draw_race(const Race& race, const std::vector<std::string>& strategies,
                      const Canvas& canvas);

/// The mark of a strategy in an element of its own, for legends, with the piece of its line.
std::string legend_mark(std::size_t place);

}  // namespace acgd::report
