#pragma once

#include <string>

#include "app/report/report.hpp"

namespace acgd::report {

/// The map as an SVG element: roads as wide as much goes along them, in the colour of flow over
/// capacity. Both directions of a street lie side by side, and traffic keeps right. The element has
/// no identifiers; its classes let a page change the colours.
std::string draw_map(const Map& map);

}  // namespace acgd::report
