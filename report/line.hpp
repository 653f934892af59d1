#pragma once

#include <string>
#include <vector>

#include "report/panel.hpp"
#include "report/report.hpp"
#include "report/scale.hpp"

namespace acgd::report {

struct Point {
  double x = 0;
  double y = 0;
};

using Points = std::vector<Point>;

/// The points of a curve in a panel, thinned to what a picture can show.
Points visible_points(const Section& section, const Curve& curve, Panel panel);

/// A curve in positions: path data of its connected pieces, and its points that have no neighbour.
struct Line {
  std::string path;
  Points dots;
};

/// Points that the scales do not show break the line in two.
Line trace_line(const Points& points, const Scale& x, const Scale& y);

}  // namespace acgd::report
