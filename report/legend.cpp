#include "report/legend.hpp"

#include <algorithm>

#include "report/text.hpp"

namespace acgd::report {
namespace {

/// Mean width of a character over the size of its font: a guess on the wide side.
constexpr double kCharacter = 0.58;
constexpr double kBetween = 18;

}  // namespace

Legend lay_out(const std::vector<std::string>& names, double width, double font_size) {
  const double character = kCharacter * font_size;
  const auto most = static_cast<std::size_t>(std::max(1.0, (width - kLegendText) / character));
  Legend legend;
  double left = 0;
  for (const std::string& name : names) {
    const std::string text = shorten(clean(name), most);
    const double wide = kLegendText + character * static_cast<double>(length(text));
    if (left > 0 && left + wide > width) {
      left = 0;
      ++legend.rows;
    }
    legend.entries.push_back({text, left, legend.rows});
    left += wide + kBetween;
  }
  if (!names.empty()) ++legend.rows;
  return legend;
}

}  // namespace acgd::report
