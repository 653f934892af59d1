#pragma once

#include <string>
#include <vector>

#include "report/panel.hpp"
#include "report/report.hpp"

namespace acgd::report {

/// One panel as an SVG element. Curves are thinned to what can be seen at this size. The element
/// has no identifiers, so that many of them may stand in one page.
std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth);

}  // namespace acgd::report
