#include "report/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/legend.hpp"
#include "report/scale.hpp"
#include "report/shape.hpp"
#include "report/stroke.hpp"
#include "report/svg_parts.hpp"
#include "report/text.hpp"
#include "report/ticks.hpp"

namespace acgd::report {
namespace {

// All lengths are in units of the view box. It is as wide as a phone: letters can be read there.
constexpr double kWidth = 400;
constexpr double kLeft = 62;
constexpr double kRight = 388;
constexpr double kTop = 10;
constexpr double kBottom = 246;
constexpr double kHeight = 288;
constexpr double kLegendTop = 302;
constexpr double kRow = 20;
constexpr double kFont = 13;
constexpr int kTicksAcross = 5;
constexpr int kTicksUp = 6;
constexpr double kTolerance = 0.7;
// Below this part of the highest, what is left is rounding.
constexpr double kRounding = 1e-16;

struct Frame {
  Scale x;
  Scale y;
};

/// Of all records, on the logarithmic axis that it takes for them to be told apart.
Scale axis_across(const Section& section, Panel panel) {
  Range all, positive;
  for (const Curve& curve : section.curves) {
    for (const Record& record : curve.trace) {
      const double x = across(panel, record);
      all.add(x);
      if (x > 0) positive.add(x);
    }
  }
  if (positive.empty()) {
    if (all.empty()) all.add(0);
    return tight(all, kLeft, kRight, Growth::linear);
  }
  return tight(positive, kLeft, kRight, Growth::logarithmic);
}

/// What shows all shapes, or suits a picture without any.
Scale axis_up(const std::vector<Shape>& shapes, Growth growth) {
  Range all, positive;
  double highest = 0;
  for (const Shape& shape : shapes) {
    for (const Points& points : {shape.line, shape.high}) {
      for (const Point& p : points) {
        if (std::isfinite(p.y)) highest = std::max(highest, p.y);
      }
    }
  }
  for (const Shape& shape : shapes) {
    for (const Points& points : {shape.line, shape.low, shape.high}) {
      for (const Point& p : points) {
        all.add(p.y);
        if (p.y > kRounding * highest) positive.add(p.y);
      }
    }
  }
  if (positive.empty()) growth = Growth::linear;
  if (all.empty()) all.add(0);
  return airy(growth == Growth::logarithmic ? positive : all, kBottom, kTop, growth);
}

/// Leaves out what is below the axis: the line ends there, and the band stands on it.
void cut_rounding(Shape& shape, const Scale& y) {
  std::erase_if(shape.line, [&](const Point& p) { return p.y < y.low; });
  for (Points* edge : {&shape.low, &shape.high}) {
    for (Point& p : *edge) {
      if (p.y > 0) p.y = std::max(p.y, y.low);
    }
  }
}

/// Grid and labels of the horizontal axis.
std::string ticks_across(const Scale& x, std::string_view attributes) {
  std::string grid, labels;
  for (const Tick& tick : apart(ticks(x, kTicksAcross), x, kFont)) {
    const double at = x(tick.value);
    grid += fmt::format("M{} {}V{}", tenths(at), kTop, kBottom);
    labels += svg_text(at, kBottom + 17, "", tick.label);
  }
  return fmt::format(
      "<g {} text-anchor=\"middle\">\n<path class=\"grid\" d=\"{}\" fill=\"none\" "
      "stroke=\"#dcdcdc\"/>\n{}</g>\n",
      attributes, grid, labels);
}

std::string axes(const Frame& frame, Panel panel, const Section& section) {
  std::string grid, labels;
  for (const Tick& tick : ticks(frame.y, kTicksUp)) {
    const double y = frame.y(tick.value);
    grid += fmt::format("M{} {}H{}", kLeft, tenths(y), kRight);
    labels += svg_text(kLeft - 6, y + 4.5, "", tick.label);
  }
  labels += svg_text((kLeft + kRight) / 2, kBottom + 36, "middle", across_label(panel));
  labels += fmt::format(
      "<text transform=\"translate(13 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      (kTop + kBottom) / 2, escape(shorten(clean(up_label(panel, section)), 30)));
  std::string across = ticks_across(frame.x, "class=\"log\"");
  if (frame.x.growth == Growth::logarithmic) {
    Scale linear = frame.x;
    linear.growth = Growth::linear;
    across += ticks_across(linear, "class=\"linear\" display=\"none\"");
  }
  return fmt::format(
      "<g class=\"words\" fill=\"#222222\" text-anchor=\"end\">\n"
      "<path class=\"grid\" d=\"{}\" fill=\"none\" stroke=\"#dcdcdc\"/>\n{}{}</g>\n"
      "<path class=\"axis\" d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#777777\"/>\n",
      grid, across, labels, kLeft, kTop, kBottom, kRight);
}

std::string curve(const Shape& shape, const Frame& frame, std::size_t place) {
  const Line line = trace_line(shape.line, frame.x, frame.y, kTolerance);
  std::string result = fmt::format("<g class=\"curve curve-{}\">\n", place);
  if (const std::string band = trace_band(shape.low, shape.high, frame.x, frame.y); !band.empty()) {
    result += fmt::format("<path {} d=\"{}\" fill-opacity=\"0.14\"/>\n",
                          tone_attributes(place, "fill"), band);
  }
  if (!line.path.empty()) {
    result += fmt::format("<path {} d=\"{}\"{}/>\n", tone_attributes(place, "stroke"), line.path,
                          dash_attribute(place));
  }
  for (const Point& dot : line.dots) {
    result += fmt::format("<circle {} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>\n",
                          tone_attributes(place, "fill"), dot.x, dot.y);
  }
  return result + "</g>\n";
}

std::string legend_entry(const LegendEntry& entry, std::size_t place) {
  const double left = kLeft + entry.left;
  const double y = kLegendTop + kRow * entry.row;
  return fmt::format("<path {} d=\"M{:.1f} {:.1f}h{}\" stroke-width=\"2\"{}/>\n",
                     tone_attributes(place, "stroke"), left, y - 4.5, kLegendLine,
                     dash_attribute(place)) +
         svg_text(left + kLegendText, y, "start", entry.text, "fill=\"#222222\"");
}

/// What a script needs to know of an axis: its ends in the view box, what they are, how it grows.
std::string axis_attribute(const char* name, const Scale& scale) {
  return fmt::format("data-{}=\"{} {} {:.4g} {:.4g} {}\"", name, scale.at_low, scale.at_high,
                     scale.low, scale.high, scale.growth == Growth::linear ? "linear" : "log");
}

}  // namespace

std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth, Names names) {
  const Reference reference = reference_of(section);
  Frame frame{axis_across(section, panel), {}};
  std::vector<Shape> shapes;
  std::vector<std::string> shown;
  for (const Curve& c : section.curves) {
    shapes.push_back(shape_of(c.trace, panel, reference, frame.x));
    shown.push_back(c.name);
  }
  frame.y = axis_up(shapes, growth);
  for (Shape& shape : shapes) cut_rounding(shape, frame.y);
  std::string curves, legend;
  double height = kHeight;
  const Legend laid_out = lay_out(shown, kRight - kLeft, kFont);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::size_t place = place_of(shown[i], strategies);
    curves += curve(shapes[i], frame, place);
    legend += legend_entry(laid_out.entries[i], place);
  }
  const std::string drawn =
      "<g fill=\"none\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\n" + curves + "</g>\n";
  std::string body = axes(frame, panel, section) + cut_off({kLeft, kTop, kRight, kBottom}, drawn);
  if (names == Names::inside) {
    body += legend;
    height = kLegendTop + kRow * std::max(0, laid_out.rows - 1) + 12;
  }
  return svg_element({kWidth, height, kFont}, section.title + ": " + heading(panel, section), body,
                     axis_attribute("x", frame.x) + " " + axis_attribute("y", frame.y));
}

}  // namespace acgd::report
