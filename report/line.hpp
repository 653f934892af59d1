#pragma once

#include <string>
#include <vector>

#include "report/scale.hpp"

namespace acgd::report {

struct Point {
  double x = 0;
  double y = 0;
};

using Points = std::vector<Point>;

/// Those of the points, which stand in their order, that a line needs to come this close to all of
/// them: Douglas and Peucker's. The first and the last are among them.
Points simplified(const Points& points, double tolerance);

/// A curve in positions: path data of its connected pieces, each point but the first relative to the
/// one before it, and its points that have no neighbour.
struct Line {
  std::string path;
  Points dots;
};

/// Points that the scales do not show break the line in two. It comes this close to the points.
Line trace_line(const Points& points, const Scale& x, const Scale& y, double tolerance = 0);

/// The area between two lines over the same x, as path data; whole numbers do for its edge. Empty
/// where it is no wider than a line.
std::string trace_band(const Points& low, const Points& high, const Scale& x, const Scale& y);

}  // namespace acgd::report
