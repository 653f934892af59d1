#pragma once

#include "report/line.hpp"
#include "report/panel.hpp"

namespace acgd::report {

/// What a panel draws of a curve, in the units of its axes: a line, and around it the band of all
/// records that are nearby.
struct Shape {
  Points line;
  Points low, high;  ///< the band, over the same x
};

/// Of all records, those between the same two of the columns into which the axis is cut taken
/// together: no picture shows more. Records that the axis does not show are left out.
Shape shape_of(const Trace& trace, Panel panel, const Reference& reference, const Scale& x);

}  // namespace acgd::report
