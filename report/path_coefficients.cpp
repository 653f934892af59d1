#include "report/path_coefficients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "report/stroke.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

/// The largest that is drawn, over the largest of the model.
constexpr double kMostTimes = 5;

bool is_narrow(const Canvas& canvas) { return canvas.width < kWideCanvas.width; }

double value_at(const PathCoefficient& coefficient, std::size_t i) {
  const double value = i < coefficient.values.size() ? coefficient.values[i] : 0;
  return std::isfinite(value) ? value : 0;
}

double largest_value(const PathCoefficient& coefficient) {
  double largest = 0;
  for (std::size_t i = 0; i < coefficient.values.size(); ++i) {
    largest = std::max(largest, std::abs(value_at(coefficient, i)));
  }
  return largest;
}

/// A coefficient that gets a colour, and its name where it ends.
struct NamedLine {
  std::size_t coefficient;
  std::string name;
};

/// As many of the largest as there is room for.
std::vector<NamedLine> named_lines(const PathReport& report, const std::vector<std::size_t>& order,
                                   const Canvas& canvas) {
  const std::size_t most = is_narrow(canvas) ? 7 : 10;
  std::vector<NamedLine> lines;
  for (const std::size_t j : order) {
    if (lines.size() == most || largest_value(report.coefficients[j]) == 0) break;
    lines.push_back({j, shorten(clean(report.coefficients[j].name), is_narrow(canvas) ? 11 : 18)});
  }
  return lines;
}

/// Colours first, dashes where they come again.
std::string line_look(std::size_t place) {
  return tone_attributes(place, "stroke") + " stroke-width=\"2\"" +
         (place >= kToneCount ? " stroke-dasharray=\"6 3\"" : "");
}

/// A line to be seen, and a wider one for the pointer to meet.
std::string line_svg(const PathReport& report, const PathFrame& frame, std::size_t j,
                     const std::string& look, const std::string& more = "") {
  const PathCoefficient& coefficient = report.coefficients[j];
  const std::string drawn = path_line(report, frame, coefficient.values,
                                      "class=\"touch\" stroke=\"none\" stroke-width=\"9\"") +
                            path_line(report, frame, coefficient.values, look);
  if (drawn.empty()) return "";
  return fmt::format("<g class=\"line\" data-name=\"{}\">\n", escape(coefficient.name)) +
         cut_off(frame.box(), drawn) + more +
         fmt::format("<title>{}: {}</title></g>\n", escape(coefficient.name),
                     shown_number(value_at(coefficient, report.chosen)));
}

/// The names behind the last radius, each with a line to where its coefficient ends.
std::vector<std::string> names_behind(const PathReport& report, const PathFrame& frame,
                                      const std::vector<NamedLine>& lines) {
  const double font = frame.canvas.font;
  const double from = report.radii.empty() ? frame.right : frame.x(report.radii.back());
  std::vector<double> ends;
  for (const NamedLine& line : lines) {
    ends.push_back(std::clamp(
        frame.y(value_at(report.coefficients[line.coefficient], report.radii.size() - 1)),
        frame.top, frame.bottom));
  }
  const std::vector<double> heights =
      spread(ends, 1.2 * font, frame.top + 0.5 * font, frame.bottom - 0.5 * font);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result.push_back(
        fmt::format(
            "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" fill=\"none\" stroke-opacity=\"0.5\" {}/>\n",
            from + 2, ends[i], frame.right + 10, heights[i], tone_attributes(i, "stroke")) +
        svg_text(frame.right + 13, heights[i] + 0.35 * font, "start", lines[i].name,
                 tone_attributes(i, "fill")));
  }
  return result;
}

std::string zero_line(const PathFrame& frame) {
  if (!frame.y.shows(0)) return "";
  return fmt::format(
      "<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\" fill=\"none\" stroke=\"#777777\"/>\n",
      frame.left, frame.y(0), frame.right);
}

/// From the smallest to the largest, but for what is many times as large as the model: where samples
/// can be told apart, coefficients go on for ever.
Range coefficient_range(const PathReport& report, const std::vector<std::size_t>& order) {
  double limit = 0;
  for (const std::size_t j : order) {
    limit = std::max(limit, kMostTimes * std::abs(value_at(report.coefficients[j], report.chosen)));
  }
  if (limit == 0) limit = std::numeric_limits<double>::max();
  Range up;
  up.add(0);
  for (const std::size_t j : order) {
    for (const double value : report.coefficients[j].values) {
      up.add(std::isfinite(value) ? std::clamp(value, -limit, limit) : value);
    }
  }
  return up;
}

/// What each radius tells: its model, and the largest coefficients there.
std::vector<std::string> radius_titles(const PathReport& report,
                                       const std::vector<NamedLine>& lines) {
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < report.radii.size(); ++i) {
    std::string title = fmt::format("radius {}", shown_number(report.radii[i]));
    if (i < report.sizes.size()) {
      title += fmt::format(", {} {:.0f}", report.size_name, report.sizes[i]);
    }
    for (const NamedLine& line : lines) {
      const double value = value_at(report.coefficients[line.coefficient], i);
      if (value != 0) title += fmt::format("\n{}: {}", line.name, shown_number(value));
    }
    titles.push_back(std::move(title));
  }
  return titles;
}

}  // namespace

std::vector<std::size_t> by_size(const PathReport& report) {
  std::vector<std::pair<double, double>> sizes;
  for (const PathCoefficient& one : report.coefficients) {
    sizes.emplace_back(std::abs(value_at(one, report.chosen)), largest_value(one));
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  return order;
}

std::string draw_coefficients(const PathReport& report, const Canvas& canvas) {
  std::vector<std::size_t> order = by_size(report);
  order.resize(std::min(order.size(), kMostCoefficients));
  const std::vector<NamedLine> named = named_lines(report, order, canvas);
  Canvas with_names = canvas;
  double widest = 0;
  for (const NamedLine& line : named) {
    widest = std::max(widest, text_width(line.name, canvas.font));
  }
  with_names.right = widest + 18;
  const PathFrame frame = path_frame(report, with_names, coefficient_range(report, order));
  std::string body = path_axes(report, frame, report.coefficient_name) + zero_line(frame) +
                     path_marks(report, frame) +
                     path_columns(report, frame, radius_titles(report, named));
  for (std::size_t k = order.size(); k-- > named.size();) {
    body += line_svg(report, frame, order[k],
                     "class=\"grey-ink\" stroke=\"#bdbdbd\" stroke-width=\"1\"");
  }
  const std::vector<std::string> names = names_behind(report, frame, named);
  for (std::size_t k = named.size(); k-- > 0;) {
    body += line_svg(report, frame, named[k].coefficient, line_look(k), names[k]);
  }
  return svg_element(with_names, report.title + ": coefficients", body);
}

}  // namespace acgd::report
