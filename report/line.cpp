#include "report/line.hpp"

#include <fmt/format.h>

#include <iterator>

#include "report/thin.hpp"

namespace acgd::report {
namespace {

/// Three for each unit of width, about.
constexpr std::size_t kMostInPicture = 1200;

void finish(const Points& piece, Line& line) {
  if (piece.size() == 1) line.dots.push_back(piece.front());
  if (piece.size() < 2) return;
  char command = 'M';
  for (const Point& p : piece) {
    fmt::format_to(std::back_inserter(line.path), "{}{:.1f} {:.1f}", command, p.x, p.y);
    command = 'L';
  }
}

}  // namespace

Points visible_points(const Section& section, const Curve& curve, Panel panel) {
  std::vector<double> heights;
  for (const Record& record : curve.trace) heights.push_back(up(panel, section, record));
  Points points;
  for (const std::size_t row : thin({heights}, kMostInPicture)) {
    points.push_back({across(panel, curve.trace[row]), heights[row]});
  }
  return points;
}

Line trace_line(const Points& points, const Scale& x, const Scale& y) {
  Line line;
  Points piece;
  for (const Point& p : points) {
    if (x.shows(p.x) && y.shows(p.y)) {
      piece.push_back({x(p.x), y(p.y)});
    } else {
      finish(piece, line);
      piece.clear();
    }
  }
  finish(piece, line);
  return line;
}

}  // namespace acgd::report
