#include "report/svg_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "report/stroke.hpp"
#include "report/text.hpp"

namespace acgd::report {

std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view attributes) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}{}>{}</text>\n", x, y,
                     anchor.empty() ? "" : fmt::format(" text-anchor=\"{}\"", anchor),
                     attributes.empty() ? "" : " ", attributes, escape(content));
}

double text_width(std::string_view content, double font) {
  return 0.57 * font * static_cast<double>(length(clean(content)));
}

std::string cut_off(const Box& box, const std::string& body) {
  return fmt::format(
      "<svg x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" "
      "viewBox=\"{0:.1f} {1:.1f} {2:.1f} {3:.1f}\" overflow=\"hidden\">\n{4}</svg>\n",
      box.left, box.top, box.right - box.left, box.bottom - box.top, body);
}

std::string tone_attributes(std::size_t place, std::string_view property) {
  return fmt::format("class=\"{}-{}\" {}=\"{}\"", property == "stroke" ? "ink" : "paint",
                     place % kToneCount, property, stroke(place).light);
}

std::string dash_attribute(std::size_t place) {
  const std::vector<int> dash = stroke(place).dash;
  return dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", fmt::join(dash, " "));
}

std::string svg_element(const Canvas& canvas, const std::string& title, const std::string& body,
                        std::string_view attributes) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{2}\"{3}{4}>\n<title>{5}</title>\n"
      "<rect class=\"ground\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{6}</svg>\n",
      canvas.width, canvas.height, canvas.font, attributes.empty() ? "" : " ", attributes,
      escape(title), body);
}

std::string shown_number(double value) {
  if (!std::isfinite(value)) return "\u2013";
  const double size = std::abs(value);
  return size != 0 && (size < 1e-4 || size >= 1e7) ? fmt::format("{:.3e}", value)
                                                   : fmt::format("{:.4g}", value);
}

}  // namespace acgd::report
