#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"

namespace acgd::report {

/// A sentence for each pair of curves that overlap in most of the picture because their gaps are
/// visually identical up to some iteration.
std::vector<std::string> covered_curves(const Section& section);

/// The charts of a section.
enum class Panel { gap, value, lipschitz, time };

/// The panels of a section. `time` requires runs of at least kShortestTime; panels without data are
/// omitted.
std::vector<Panel> panels(const Section& section);

/// Minimum run time in seconds for the time panel: shorter timings are dominated by the scheduler.
inline constexpr double kShortestTime = 0.1;

/// Name of the convergence measure of a section.
std::string gap_name(const Section& section);

/// The suffix of file names.
std::string_view to_string(Panel panel);

/// Reference value f_ref: the value panel shows f - f_ref.
struct Reference {
  enum class Kind { minimum, lower_bound, lowest_seen };
  Kind kind = Kind::minimum;
  double value = 0;
  /// Differences below this are not drawn: the minimum is not known to that accuracy, and a curve
  /// measured from its own last value would drop to 0 there, however slowly it converges.
  double accuracy = 0;
};

/// The optimal value if known; else the largest lower bound of the runs (available where f is known
/// to be convex); else the lowest observed value, whose distance to the limit of its run is
/// extrapolated from the second half of the run (Aitken's delta-squared process).
Reference reference_of(const Section& section);

/// Whether f is known to be convex, that is, whether some run has a lower bound.
bool is_convex(const Section& section);

/// Coordinates of a record. x: the iteration (0 is drawn at 1, because the axis is logarithmic) or
/// the seconds; y: the gap, f - f_ref or L; NaN if unknown.
double across(Panel panel, const Record& record);
double up(Panel panel, const Reference& reference, const Record& record);

/// Whether the panel draws the running minimum; otherwise it draws a local median.
bool is_best_so_far(Panel panel);

/// Texts of axes and headings.
std::string across_label(Panel panel);
std::string up_label(Panel panel, const Section& section);
std::string heading(Panel panel, const Section& section);
std::string value_heading(const Reference& reference);

/// What a panel draws of a curve, in the units of its axes: a line, and the band between the
/// smallest and the largest nearby record.
struct Shape {
  Points line;
  Points low, high;  ///< edges of the band, over the same x
};

/// Bins the records by columns of the x axis, the resolution of the picture. Records outside of the
/// axis are omitted.
Shape shape_of(const Trace& trace, Panel panel, const Reference& reference, const Scale& x);

/// Whether the legend is part of the picture or of the surrounding page.
enum class Names { inside, outside };

/// Draws one panel as an SVG element over a logarithmic x axis. Curves are simplified to the
/// visible resolution. Colours suit a white background; a page overrides them by CSS classes, and
/// may show the ticks of a linear axis, which the element also contains. The element has no
/// identifiers, so that a page can contain several.
std::string draw(const Section& section, Panel panel, const std::vector<std::string>& strategies,
                 Growth growth, Names names);

}  // namespace acgd::report
