#include "report/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace acgd::report {
namespace {

// Columns, in units of the view box: lines are finer than bands.
constexpr double kLineColumn = 1;
constexpr double kBandColumn = 7;

/// The records whose positions are in one column.
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

/// From the first height to the last best one. Where any is positive, others are left out: they are
/// zero but for rounding, and a logarithmic axis does not have them; a line ends before those at its
/// end.
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
  std::size_t shown = 0;  // points up to the last column that has a height to show
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
  // Over time the band would be the same once more.
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

}  // namespace acgd::report
