#include "report/line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace acgd::report {
namespace {

// In units of the view box.
constexpr double kThinnestBand = 1.5;
constexpr double kEdgeTolerance = 1.2;

/// How far p is from the line through a and b.
double distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(p.x - a.x, p.y - a.y);
  return std::abs(dx * (p.y - a.y) - dy * (p.x - a.x)) / length;
}

/// Marks those between two marked ones that are needed.
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

/// A number of tenths, behind another number: a minus keeps them apart as well as a space does.
void append_tenths(long tenths, bool first, std::string& path) {
  if (!first && tenths >= 0) path += ' ';
  path += tenths % 10 == 0 ? std::to_string(tenths / 10)
                           : fmt::format("{:.1f}", 0.1 * static_cast<double>(tenths));
}

/// "M62 10.5l3.1 2 4-1.5": the first point where it is, each other by the way there from the one
/// before it. Points are rounded to so many tenths, and differences are of rounded points: the
/// errors do not add up.
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
  if (below.size() < 2 || widest < kThinnestBand) return "";
  above = simplified(above, kEdgeTolerance);
  below = simplified(below, kEdgeTolerance);
  std::reverse(below.begin(), below.end());
  above.insert(above.end(), below.begin(), below.end());
  std::string path;
  append_path(above, 10, path);
  return path + "z";
}

}  // namespace acgd::report
