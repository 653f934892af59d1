#include "report/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/legend.hpp"
#include "report/line.hpp"
#include "report/scale.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"
#include "report/ticks.hpp"

namespace acgd::report {
namespace {

// All lengths are in units of the view box.
constexpr double kWidth = 480;
constexpr double kLeft = 68;
constexpr double kRight = 452;
constexpr double kTop = 14;
constexpr double kBottom = 288;
constexpr double kLegendTop = 346;
constexpr double kRow = 20;
constexpr double kFont = 13;
constexpr int kTicksAcross = 5;
constexpr int kTicksUp = 7;

struct Frame {
  Scale x;
  Scale y;
};

/// The scales that show all points, or what suits a picture without any.
Frame frame_of(const std::vector<Points>& curves, Growth growth) {
  Range x;
  Range y;
  Range positive;
  for (const Points& points : curves) {
    for (const Point& p : points) {
      x.add(p.x);
      y.add(p.y);
      if (p.y > 0) positive.add(p.y);
    }
  }
  if (x.empty()) x.add(0);
  if (positive.empty()) growth = Growth::linear;
  if (y.empty()) y.add(0);
  return {tight(x, kLeft, kRight, Growth::linear),
          airy(growth == Growth::logarithmic ? positive : y, kBottom, kTop, growth)};
}

std::string text(double x, double y, std::string_view anchor, const std::string& content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escape(content));
}

std::string axes(const Frame& frame, Panel panel, const Section& section) {
  std::string grid;
  std::string labels;
  for (const Tick& tick : ticks(frame.x, kTicksAcross)) {
    const double x = frame.x(tick.value);
    grid += fmt::format("M{:.1f} {}V{}", x, kTop, kBottom);
    labels += text(x, kBottom + 18, "middle", tick.label);
  }
  for (const Tick& tick : ticks(frame.y, kTicksUp)) {
    const double y = frame.y(tick.value);
    grid += fmt::format("M{} {:.1f}H{}", kLeft, y, kRight);
    labels += text(kLeft - 7, y + 4.5, "end", tick.label);
  }
  labels += text((kLeft + kRight) / 2, kBottom + 38, "middle", across_label(panel));
  const double middle = (kTop + kBottom) / 2;
  labels += fmt::format(
      "<text transform=\"translate(15 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      middle, escape(shorten(clean(up_label(panel, section)), 36)));
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"#dcdcdc\"/>\n"
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#777777\"/>\n"
      "<g fill=\"#222222\">\n{}</g>\n",
      grid, kLeft, kTop, kRight - kLeft, kBottom - kTop, labels);
}

/// The attributes of a line of one strategy.
std::string look(const Stroke& stroke) {
  std::string dash;
  for (const int length : stroke.dash) dash += fmt::format("{}{}", dash.empty() ? "" : " ", length);
  return fmt::format("stroke=\"{}\"{}", stroke.light,
                     dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

std::string curve(const Points& points, const Frame& frame, const Stroke& stroke) {
  const Line line = trace_line(points, frame.x, frame.y);
  std::string result;
  if (!line.path.empty()) {
    result += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke-width=\"1.4\" stroke-linejoin=\"round\" {}/>\n",
        line.path, look(stroke));
  }
  for (const Point& dot : line.dots) {
    result += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", dot.x,
                          dot.y, stroke.light);
  }
  return result;
}

std::string legend_entry(const LegendEntry& entry, const Stroke& stroke) {
  const double left = kLeft + entry.left;
  const double y = kLegendTop + kRow * entry.row;
  return fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" stroke-width=\"2\" {}/>\n", left, y - 4.5,
                     kLegendLine, look(stroke)) +
         text(left + kLegendText, y, "start", entry.text);
}

}  // namespace

std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth) {
  std::vector<Points> curves;
  std::vector<std::string> names;
  for (const Curve& c : section.curves) {
    curves.push_back(visible_points(section, c, panel));
    names.push_back(c.name);
  }
  const Frame frame = frame_of(curves, growth);
  const Legend legend = lay_out(names, kRight - kLeft, kFont);
  std::string body = axes(frame, panel, section);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Stroke s = stroke(place_of(names[i], strategies));
    body += curve(curves[i], frame, s) + legend_entry(legend.entries[i], s);
  }
  const double height = kLegendTop + kRow * std::max(0, legend.rows - 1) + 12;
  const std::string title = escape(section.title + ": " + heading(panel, section));
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{}\">\n<title>{}</title>\n"
      "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n{}</svg>\n",
      kWidth, height, kFont, title, kWidth, height, body);
}

}  // namespace acgd::report
