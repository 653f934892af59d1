#include "app/report/svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/report/curves.hpp"
#include "app/report/map.hpp"
#include "app/report/report.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

/// Rounds to a number of significant digits; integers below 1e7 are padded with zeros.
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

namespace {

// In units of the view box.
constexpr double kMinBandWidth = 1.5;
constexpr double kEdgeTolerance = 1.2;

/// Distance of p from the line through a and b.
double distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(p.x - a.x, p.y - a.y);
  return std::abs(dx * (p.y - a.y) - dy * (p.x - a.x)) / length;
}

/// Marks the points between `first` and `last` that the simplified line keeps.
void mark(const Points& points, std::size_t first, std::size_t last, double tolerance,
          std::vector<bool>& kept) {
  double most = tolerance;
  std::size_t farthest = first;
  for (std::size_t i = first + 1; i < last; ++i) {
    const double here = distance(points[i], points[first], points[last]);
    if (here > most) most = here, farthest = i;
  }
  if (farthest == first) return;
  kept[farthest] = true;
  mark(points, first, farthest, tolerance, kept);
  mark(points, farthest, last, tolerance, kept);
}

/// Appends a number of tenths after another number: a minus separates them as well as a space.
void append_tenths(long tenths, bool first, std::string& path) {
  if (!first && tenths >= 0) path += ' ';
  path += tenths % 10 == 0 ? std::to_string(tenths / 10)
                           : fmt::format("{:.1f}", 0.1 * static_cast<double>(tenths));
}

/// "M62 10.5l3.1 2 4-1.5": the first point absolute, the others relative to their predecessor.
/// Points are rounded to multiples of `unit` tenths before differences are taken, so that errors do
/// not accumulate.
void append_path(const Points& points, long unit, std::string& path) {
  long x = 0, y = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto rounded = [unit](double position) {
      return unit * std::lround(10 * position / static_cast<double>(unit));
    };
    const long to_x = rounded(points[i].x), to_y = rounded(points[i].y);
    if (i < 2) path += i == 0 ? 'M' : 'l';
    append_tenths(to_x - x, i < 2, path);
    append_tenths(to_y - y, false, path);
    x = to_x, y = to_y;
  }
}

void finish(const Points& piece, double tolerance, Line& line) {
  if (piece.size() == 1) line.dots.push_back(piece.front());
  if (piece.size() < 2) return;
  append_path(tolerance > 0 ? simplified(piece, tolerance) : piece, 1, line.path);
}

}  // namespace

Points simplified(const Points& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  mark(points, 0, points.size() - 1, tolerance, kept);
  Points result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (kept[i]) result.push_back(points[i]);
  }
  return result;
}

Line trace_line(const Points& points, const Scale& x, const Scale& y, double tolerance) {
  Line line;
  Points piece;
  for (const Point& p : points) {
    if (x.shows(p.x) && y.shows(p.y)) {
      piece.push_back({x(p.x), y(p.y)});
    } else {
      finish(piece, tolerance, line);
      piece.clear();
    }
  }
  finish(piece, tolerance, line);
  return line;
}

std::string trace_band(const Points& low, const Points& high, const Scale& x, const Scale& y) {
  Points below, above;
  double widest = 0;
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (!x.shows(low[i].x) || !y.shows(low[i].y) || !y.shows(high[i].y)) continue;
    below.push_back({x(low[i].x), y(low[i].y)});
    above.push_back({x(high[i].x), y(high[i].y)});
    widest = std::max(widest, std::abs(below.back().y - above.back().y));
  }
  if (below.size() < 2 || widest < kMinBandWidth) return "";
  above = simplified(above, kEdgeTolerance);
  below = simplified(below, kEdgeTolerance);
  std::reverse(below.begin(), below.end());
  above.insert(above.end(), below.begin(), below.end());
  std::string path;
  append_path(above, 10, path);
  return path + "z";
}

namespace {

/// Mean width of a character over its font size, rounded up.
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

std::vector<Picture> to_svg(const Report& report, Growth growth) {
  const std::vector<std::string> names = strategies(report);
  std::vector<std::string> files;
  for (const Section& section : report.sections) files.push_back(section.name);
  files = file_names(files);
  std::vector<Picture> pictures;
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    for (const Panel panel : panels(report.sections[i])) {
      pictures.push_back({files[i] + "-" + std::string(to_string(panel)) + ".svg",
                          draw(report.sections[i], panel, names, growth, Names::inside)});
    }
    const std::optional<Map>& map = report.sections[i].map;
    if (map) pictures.push_back({files[i] + "-map.svg", draw_map(*map)});
  }
  return pictures;
}

}  // namespace acgd::report
