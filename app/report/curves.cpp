#include "app/report/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/report/scale.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

// Column widths in units of the view box: lines are finer than bands.
constexpr double kLineColumn = 1;
constexpr double kBandColumn = 7;

/// The records in one column.
struct Column {
  double first = 0, last = 0;  ///< x
  std::vector<double> heights;

  double low() const { return *std::ranges::min_element(heights); }
  double high() const { return *std::ranges::max_element(heights); }
  double median() {
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    return *middle;
  }
};

std::vector<Column> columns_of(const Trace& trace, Panel panel, const Reference& reference,
                               const Scale& x, double width) {
  std::vector<Column> columns;
  double end = -std::numeric_limits<double>::infinity();
  for (const Record& record : trace) {
    const double at = across(panel, record), height = up(panel, reference, record);
    if (!x.shows(at) || !std::isfinite(height)) continue;
    if (columns.empty() || x(at) > end) {
      columns.push_back({at, at, {}});
      end = x(at) + width;
    }
    columns.back().last = at;
    columns.back().heights.push_back(height);
  }
  return columns;
}

/// Running minimum up to its last improvement. If any height is positive, heights <= 0 are omitted:
/// they are zero up to rounding and have no logarithm; the line ends before trailing ones.
Points best_so_far(const std::vector<Column>& columns) {
  const bool positive =
      std::ranges::any_of(columns, [](const Column& column) { return column.high() > 0; });
  Points points;
  double best = std::numeric_limits<double>::infinity();
  const auto add = [&](double x) {
    if (points.empty() || points.back().x != x || points.back().y != best) {
      points.push_back({x, best});
    }
  };
  std::size_t shown = 0;  // number of points up to the last column with a visible height
  for (const Column& column : columns) {
    bool any = false;
    for (const double height : column.heights) {
      if (positive && height <= 0) continue;
      any = true;
      best = std::min(best, height);
      if (points.empty()) add(column.first);
    }
    if (!points.empty()) add(column.last);
    if (any) shown = points.size();
  }
  points.resize(shown);
  return points;
}

}  // namespace

Shape shape_of(const Trace& trace, Panel panel, const Reference& reference, const Scale& x) {
  Shape shape;
  std::vector<Column> columns = columns_of(trace, panel, reference, x, kBandColumn);
  // The band over time would repeat that over iterations.
  if (panel == Panel::time) columns.clear();
  for (Column& column : columns) {
    const double middle = columns.size() == 1 ? column.first : (column.first + column.last) / 2;
    shape.low.push_back({middle, column.low()});
    shape.high.push_back({middle, column.high()});
    if (!is_best_so_far(panel)) shape.line.push_back({middle, column.median()});
  }
  if (is_best_so_far(panel)) {
    shape.line = best_so_far(columns_of(trace, panel, reference, x, kLineColumn));
  }
  return shape;
}

namespace {

// Charts span some ten decades: smaller relative differences are within the width of a line.
constexpr double kSameGap = 0.02;

bool looks_the_same(double a, double b) {
  return a == b || std::abs(a - b) <= kSameGap * std::abs(b) || (std::isnan(a) && std::isnan(b));
}

/// The last iteration up to which the curves look identical; -1 if they never do.
Index same_until(const Trace& a, const Trace& b) {
  Index last = -1;
  for (auto p = a.begin(), q = b.begin(); p != a.end() && q != b.end();) {
    if (p->iteration < q->iteration) {
      ++p;
    } else if (q->iteration < p->iteration) {
      ++q;
    } else {
      if (!looks_the_same(p->gap, q->gap)) break;
      last = p->iteration;
      ++p, ++q;
    }
  }
  return last;
}

}  // namespace

std::vector<std::string> covered_curves(const Section& section) {
  std::vector<std::string> sentences;
  const std::vector<Curve>& curves = section.curves;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (std::size_t j = i + 1; j < curves.size(); ++j) {
      if (curves[i].trace.empty() || curves[j].trace.empty()) continue;
      const Index same = same_until(curves[i].trace, curves[j].trace);
      const Index end =
          std::min(curves[i].trace.back().iteration, curves[j].trace.back().iteration);
      // On a logarithmic axis the first half of the picture ends at sqrt(end).
      if (same < 2 || same * same < end) continue;
      const std::string names = clean(curves[i].name) + " and " + clean(curves[j].name);
      sentences.push_back(
          same == end
              ? fmt::format("The curves of {} cover each other.", names)
              : fmt::format("Up to iteration {}, the curves of {} cover each other.", same, names));
    }
  }
  return sentences;
}

namespace {

bool has_lipschitz(const Section& section) {
  return std::ranges::any_of(section.curves, [](const Curve& curve) {
    return std::ranges::any_of(
        curve.trace, [](const Record& record) { return std::isfinite(record.lipschitz); });
  });
}

double longest(const Section& section) {
  double seconds = 0;
  for (const Curve& curve : section.curves) {
    if (!curve.trace.empty()) seconds = std::max(seconds, curve.trace.back().seconds);
  }
  return seconds;
}

/// The lowest value in the first `part` of the iterations.
double lowest_until(const Trace& trace, double part) {
  double lowest = std::numeric_limits<double>::infinity();
  const double last = part * static_cast<double>(trace.back().iteration);
  for (const Record& record : trace) {
    if (static_cast<double>(record.iteration) > last) break;
    if (std::isfinite(record.value)) lowest = std::min(lowest, record.value);
  }
  return lowest;
}

/// Three times the extrapolated distance of the lowest value of a run to its limit; smaller
/// differences are meaningless. If the decrease of each quarter is r < 1 times that of the quarter
/// before, the remaining decrease is (r + r^2 + ...) times the last one.
double distance_to_limit(const Trace& trace) {
  const double end = lowest_until(trace, 1);
  const double third = lowest_until(trace, 0.5) - lowest_until(trace, 0.75);
  const double fourth = lowest_until(trace, 0.75) - end;
  const double ratio = fourth / third;
  const double left = ratio < 1 ? fourth * ratio / (1 - ratio) : third + fourth;
  return std::isfinite(left) ? 3 * left : 0;
}

}  // namespace

std::string gap_name(const Section& section) {
  return section.measure.empty() ? "gap" : section.measure;
}

std::vector<Panel> panels(const Section& section) {
  std::vector<Panel> list = {Panel::gap, Panel::value};
  if (has_lipschitz(section)) list.push_back(Panel::lipschitz);
  if (longest(section) >= kShortestTime) list.push_back(Panel::time);
  return list;
}

std::string_view to_string(Panel panel) {
  switch (panel) {
    case Panel::gap:
      return "gap";
    case Panel::value:
      return "value";
    case Panel::lipschitz:
      return "lipschitz";
    case Panel::time:
      return "time";
  }
  return "";
}

bool is_convex(const Section& section) {
  return std::ranges::any_of(section.curves, [](const Curve& curve) {
    return !curve.trace.empty() && std::isfinite(curve.trace.back().lower_bound);
  });
}

Reference reference_of(const Section& section) {
  using Kind = Reference::Kind;
  if (section.optimal_value) return {Kind::minimum, *section.optimal_value};
  double bound = -std::numeric_limits<double>::infinity();
  const Curve* best = nullptr;
  for (const Curve& curve : section.curves) {
    if (curve.trace.empty()) continue;
    if (const double own = curve.trace.back().lower_bound; own > bound) bound = own;
    if (best == nullptr || lowest_until(curve.trace, 1) < lowest_until(best->trace, 1)) {
      best = &curve;
    }
  }
  if (std::isfinite(bound)) return {Kind::lower_bound, bound};
  if (best == nullptr) return {Kind::lowest_seen};
  return {Kind::lowest_seen, lowest_until(best->trace, 1), distance_to_limit(best->trace)};
}

double across(Panel panel, const Record& record) {
  return panel == Panel::time ? record.seconds
                              : std::max(1.0, static_cast<double>(record.iteration));
}

double up(Panel panel, const Reference& reference, const Record& record) {
  if (panel == Panel::lipschitz) return record.lipschitz;
  if (panel != Panel::value) return record.gap;
  const double above = record.value - reference.value;
  return above < reference.accuracy ? std::numeric_limits<double>::quiet_NaN() : above;
}

bool is_best_so_far(Panel panel) { return panel != Panel::lipschitz; }

std::string across_label(Panel panel) { return panel == Panel::time ? "seconds" : "iteration"; }

std::string up_label(Panel panel, const Section& section) {
  if (panel == Panel::lipschitz) return "L";
  if (panel != Panel::value) return gap_name(section);
  switch (reference_of(section).kind) {
    case Reference::Kind::minimum:
      return "f \u2212 f*";
    case Reference::Kind::lower_bound:
      return "f \u2212 lower bound";
    case Reference::Kind::lowest_seen:
      return "f \u2212 lowest f seen";
  }
  return "";
}

std::string value_heading(const Reference& reference) {
  switch (reference.kind) {
    case Reference::Kind::minimum:
      return "f above its minimum";
    case Reference::Kind::lower_bound:
      return "f above the best lower bound";
    case Reference::Kind::lowest_seen:
      return "f above the lowest seen";
  }
  return "";
}

std::string heading(Panel panel, const Section& section) {
  switch (panel) {
    case Panel::gap:
      return "Best " + gap_name(section) + " so far";
    case Panel::value:
      return value_heading(reference_of(section));
    case Panel::lipschitz:
      return "Estimate of L";
    case Panel::time:
      return "Best " + gap_name(section) + " over time";
  }
  return "";
}

namespace {

// All lengths are in units of the view box, which is as wide as a phone for legible text.
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
// Values below this fraction of the largest are rounding errors.
constexpr double kRounding = 1e-16;

struct Frame {
  Scale x;
  Scale y;
};

/// The x axis of all records, logarithmic.
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

/// A y axis that covers all shapes, with a default for empty pictures.
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
  return padded(growth == Growth::logarithmic ? positive : all, kBottom, kTop, growth);
}

/// Clips a shape at the lower end of the axis: the line ends there, the band is cut off.
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

/// Data attribute of an axis for scripts: its ends in the view box, their values and its type.
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
