#include "report/svg_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "report/stroke.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

/// To so many digits that count; zeros stand for the others of a number that is not too long.
std::string rounded(double number, int digits) {
  if (!std::isfinite(number)) return "\u2013";
  const double size = std::abs(number);
  if (size < std::pow(10, digits) - 0.5 || size >= 1e7) {
    return fmt::format("{:.{}g}", number, digits);
  }
  const double unit = std::pow(10, std::floor(std::log10(size)) + 1 - digits);
  return fmt::format("{:.0f}", unit * std::round(number / unit));
}

}  // namespace

std::string tenths(double length) {
  std::string text = fmt::format("{:.1f}", length);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view attributes) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}{}>{}</text>\n", tenths(x), tenths(y),
                     anchor.empty() ? "" : fmt::format(" text-anchor=\"{}\"", anchor),
                     attributes.empty() ? "" : " ", attributes, escape(content));
}

double text_width(std::string_view content, double font) {
  return 0.57 * font * static_cast<double>(length(clean(content)));
}

std::string cut_off(const Box& box, const std::string& body) {
  return fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\" "
      "overflow=\"hidden\">\n{4}</svg>\n",
      tenths(box.left), tenths(box.top), tenths(box.right - box.left), tenths(box.bottom - box.top),
      body);
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

std::string shown_number(double number) { return rounded(number, 4); }
std::string shown_value(double value) { return rounded(value, 7); }

}  // namespace acgd::report
