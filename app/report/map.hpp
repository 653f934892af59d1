#pragma once

#include <string>

#include "app/report/report.hpp"

namespace acgd::report {

/// Draws the map as an SVG element. The width of a road shows its flow, the colour its flow over
/// capacity. The two directions of a street are drawn side by side (right-hand traffic). The
/// element has no identifiers; a page overrides colours by CSS classes.
std::string draw_map(const Map& map);

}  // namespace acgd::report
