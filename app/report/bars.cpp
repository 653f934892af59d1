#include "app/report/bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/report/scale.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

struct Bar {
  std::string name;
  std::string shown;  ///< name, shortened
  std::string label;  ///< formatted value
  double value;
};

std::vector<Bar> bars_of(const std::vector<Coefficient>& coefficients, std::size_t letters) {
  std::vector<Bar> bars;
  for (const auto& [name, value] : coefficients) {
    if (bars.size() == kMaxBars || value == 0 || !std::isfinite(value)) break;
    const std::string digits = shown_number(std::abs(value));
    bars.push_back(
        {name, shorten(clean(name), letters), value < 0 ? "\u2212" + digits : digits, value});
  }
  return bars;
}

}  // namespace

std::string draw_bars(const std::vector<Coefficient>& coefficients, const std::string& title,
                      const Canvas& canvas) {
  const double font = canvas.font, row = 1.75 * font, thick = 1.05 * font;
  const std::vector<Bar> bars = bars_of(coefficients, canvas.width > 500 ? 28 : 16);
  if (bars.empty()) return "";
  double names = 0, labels = 0;
  Range range;
  range.add(0);
  for (const Bar& bar : bars) {
    names = std::max(names, text_width(bar.shown, font));
    labels = std::max(labels, text_width(bar.label, font));
    range.add(bar.value);
  }
  // Values are printed beyond the ends of the bars.
  const double left = names + 14 + (range.low() < 0 ? labels + 6 : 0);
  const double right = canvas.width - 6 - (range.high() > 0 ? labels + 6 : 0);
  const Scale x = tight(range, left, right, Growth::linear);
  const double top = 6;
  std::string body;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double y = top + row * static_cast<double>(i);
    const double from = std::min(x(0), x(bar.value)), to = std::max(x(0), x(bar.value));
    const double base = y + 0.82 * thick;
    const bool negative = bar.value < 0;
    body +=
        fmt::format("<g class=\"bar\" data-name=\"{}\">\n", escape(bar.name)) +
        svg_text(names + 6, base, "end", bar.shown, "class=\"word\" fill=\"#222222\"") +
        fmt::format(
            "<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"1.5\"/>\n",
            tone_attributes(negative ? 1 : 0, "fill"), from, y, std::max(to - from, 0.6), thick) +
        svg_text(negative ? from - 5 : to + 5, base, negative ? "end" : "start", bar.label,
                 "class=\"quiet\" fill=\"#555555\"") +
        "</g>\n";
  }
  Canvas sized = canvas;
  sized.height = std::ceil(top + row * static_cast<double>(bars.size()) + 2);
  body += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#777777\"/>\n",
                      x(0), top - 3, sized.height - 2);
  return svg_element(sized, title, body);
}

}  // namespace acgd::report
