#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// A sentence for each pair of curves of which one covers the other in most of the picture: their
/// gaps are the same, as far as eyes can tell, up to an iteration.
std::vector<std::string> covered_curves(const Section& section);

/// The pictures of a section.
enum class Panel { gap, value, lipschitz, time };

/// Those it has: the last one only where runs took long enough for their times to mean anything,
/// and a panel without a number is left out.
std::vector<Panel> panels(const Section& section);

/// Runs below so many seconds are drawn over iterations alone: their clock shows the scheduler.
inline constexpr double kShortestTime = 0.1;

/// What the gap is called in a section.
std::string gap_name(const Section& section);

/// As in file names.
std::string_view to_string(Panel panel);

/// What values of f are drawn above.
struct Reference {
  enum class Kind { minimum, lower_bound, lowest_seen };
  Kind kind = Kind::minimum;
  double value = 0;
  /// Differences below this are not drawn: the minimum is not known to that accuracy, and a curve that
  /// is told from its own end would fall to 0 there, however slowly it converges.
  double accuracy = 0;
};

/// The optimal value; else the largest lower bound of the runs, which have some where f is known to be
/// convex; else the lowest value seen, whose distance to the limit of its run is extrapolated from the
/// second half of it (Aitken).
Reference reference_of(const Section& section);

/// Whether f is known to be convex: a run has a lower bound then.
bool is_convex(const Section& section);

/// What a record is drawn at: the iteration (1 for 0, which a logarithmic axis does not have) or
/// the seconds, and the gap, the value above the reference or L; NaN where that is not known.
double across(Panel panel, const Record& record);
double up(Panel panel, const Reference& reference, const Record& record);

/// Whether its curve is the best so far; else it is the median of what is near.
bool is_best_so_far(Panel panel);

/// In words, for axes and headings.
std::string across_label(Panel panel);
std::string up_label(Panel panel, const Section& section);
std::string heading(Panel panel, const Section& section);
std::string value_heading(const Reference& reference);

/// What a panel draws of a curve, in the units of its axes: a line, and around it the band of all
/// records that are nearby.
struct Shape {
  Points line;
  Points low, high;  ///< the band, over the same x
};

/// Of all records, those between the same two of the columns into which the axis is cut taken
/// together: no picture shows more. Records that the axis does not show are left out.
Shape shape_of(const Trace& trace, Panel panel, const Reference& reference, const Scale& x);

/// Whether a picture names its curves, or what surrounds it does.
enum class Names { inside, outside };

/// One panel as an SVG element, over a logarithmic axis; curves are drawn from no more points than
/// can be seen. The colours are those of paper, and classes let a page change them; it may show the
/// ticks of a linear axis, which are there too. The element has no identifiers, so that many of
/// them may stand in one page.
std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth, Names names);

}  // namespace acgd::report
