#include "report/line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

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

void finish(const Points& piece, double tolerance, Line& line) {
  if (piece.size() == 1) line.dots.push_back(piece.front());
  if (piece.size() < 2) return;
  char command = 'M';
  for (const Point& p : tolerance > 0 ? simplified(piece, tolerance) : piece) {
    fmt::format_to(std::back_inserter(line.path), "{}{:.1f} {:.1f}", command, p.x, p.y);
    command = 'L';
  }
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
  for (const Point& p : above) {
    fmt::format_to(std::back_inserter(path), "{}{:.0f} {:.0f}", path.empty() ? 'M' : 'L', p.x, p.y);
  }
  return path + "Z";
}

}  // namespace acgd::report
