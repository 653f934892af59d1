#pragma once

#include <string>
#include <vector>

#include "report/panel.hpp"
#include "report/report.hpp"

namespace acgd::report {

/// Whether a picture names its curves, or what surrounds it does.
enum class Names { inside, outside };

/// One panel as an SVG element, over a logarithmic axis; curves are drawn from no more points than
/// can be seen. The colours are those of paper, and classes let a page change them; it may show the
/// ticks of a linear axis, which are there too. The element has no identifiers, so that many of
/// them may stand in one page.
std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth, Names names);

}  // namespace acgd::report
