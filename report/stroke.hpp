#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// How a curve is drawn. Colours stay apart for the colour-blind and have a contrast of at least
/// three to one with the page.
struct Stroke {
  std::string_view light;  ///< on white
  std::string_view dark;   ///< on black
  std::vector<int> dash;   ///< lengths on and off by turns; empty for a whole line
};

/// So many colours there are, before they come again.
inline constexpr std::size_t kToneCount = 8;

/// The names of all curves of a report, each once, in order of appearance.
std::vector<std::string> strategies(const Report& report);

/// Of the strategy that is at this place among them: the same in every section.
Stroke stroke(std::size_t place);

/// A style sheet for a page: the colours of the first strategies, by day and by night, which
/// pictures have for paper only; and that a curve hides whose box in a legend is not ticked.
std::string tones_css(std::size_t count = kToneCount);

/// The place of a name, which must be among them.
std::size_t place_of(const std::string& name, const std::vector<std::string>& strategies);

}  // namespace acgd::report
