#include "report/stroke.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace acgd::report {
namespace {

using Colours = std::pair<std::string_view, std::string_view>;

constexpr std::array<Colours, kToneCount> kColours = {{{"#0063b2", "#62b2ff"},
                                                       {"#c74a00", "#ff9358"},
                                                       {"#007a5e", "#3fcfa6"},
                                                       {"#9c3d8c", "#e796d6"},
                                                       {"#1f1f1f", "#ececec"},
                                                       {"#8c6a00", "#e0bd45"},
                                                       {"#2b8cbe", "#93dcf5"},
                                                       {"#b3263c", "#ff9aa6"}}};

}  // namespace

std::vector<std::string> strategies(const Report& report) {
  std::vector<std::string> names;
  for (const Section& section : report.sections) {
    for (const Curve& curve : section.curves) {
      if (std::find(names.begin(), names.end(), curve.name) == names.end()) {
        names.push_back(curve.name);
      }
    }
  }
  return names;
}

Stroke stroke(std::size_t place) {
  // Seven dashes and eight colours: the first 56 strategies all look different.
  static const std::array<std::vector<int>, 7> dashes = {
      {{}, {8, 3}, {2, 3}, {8, 3, 2, 3}, {14, 4}, {5, 2, 2, 2, 2, 2}, {4, 4}}};
  const auto [light, dark] = kColours[place % kColours.size()];
  return {light, dark, dashes[place % dashes.size()]};
}

std::string tones_css(std::size_t count) {
  std::string css;
  for (std::size_t k = 0; k < kToneCount; ++k) {
    css += fmt::format(
        ".ink-{0} {{ stroke: light-dark({1}, {2}); }} .paint-{0} {{ fill: light-dark({1}, {2}); "
        "}}\n",
        k, kColours[k].first, kColours[k].second);
  }
  for (std::size_t place = 0; place < count; ++place) {
    css += fmt::format(
        "section:has(.legend input[value=\"{0}\"]:not(:checked)) .curve-{0} {{ display: none; }}\n",
        place);
  }
  return css;
}

std::size_t place_of(const std::string& name, const std::vector<std::string>& strategies) {
  return static_cast<std::size_t>(std::find(strategies.begin(), strategies.end(), name) -
                                  strategies.begin());
}

}  // namespace acgd::report
