#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/scale.hpp"

/// Building blocks of SVG pictures. All lengths are in units of the view box. Colours suit a white
/// background; a page overrides them by CSS classes.
namespace acgd::report {

/// Size of a picture: wide for screens and paper, narrow for phones.
struct Canvas {
  double width = 640;
  double height = 440;
  double font = 13;
  double right = 16;  ///< margin to the right of the axes
};
inline constexpr Canvas kWideCanvas = {};
inline constexpr Canvas kNarrowCanvas = {.width = 372, .height = 350, .font = 12.5, .right = 8};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// Formats a position or length with at most one decimal: 12.3, 12
std::string tenths(double length);

/// A text element. An empty anchor inherits that of the parent.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view attributes = "");

/// Approximate upper bound of the width of a text.
double text_width(std::string_view content, double font);

/// Clips the body to the box.
std::string cut_off(const Box& box, const std::string& body);

/// Class and colour attributes for "stroke" or "fill".
std::string tone_attributes(std::size_t place, std::string_view property);

/// Dash attribute of a strategy's line; empty for solid lines.
std::string dash_attribute(std::size_t place);

/// The complete element with further attributes.
std::string svg_element(const Canvas& canvas, const std::string& title, const std::string& body,
                        std::string_view attributes = "");

/// Number formats of a page: four significant digits (0.03142, 1.5e-07, 12350); seven for values of
/// f, which may differ little.
std::string shown_number(double number);
std::string shown_value(double value);

/// Line style of a curve. Colours are distinguishable by colour-blind readers and have a contrast
/// of at least 3:1 with the page.
struct Stroke {
  std::string_view light;  ///< on white
  std::string_view dark;   ///< on black
  std::vector<int> dash;   ///< alternating lengths on and off; empty for a solid line
};

/// Number of colours; further strategies repeat them with other dashes.
inline constexpr std::size_t kToneCount = 8;

/// The distinct names of all curves of a report in order of appearance.
std::vector<std::string> strategies(const Report& report);

/// Line style of the strategy with this index in strategies(): the same in every section.
Stroke stroke(std::size_t place);

/// Style sheet of a page: colours of the first `count` strategies in light and dark mode, and a
/// rule that hides curves whose legend checkbox is unchecked.
std::string tones_css(std::size_t count = kToneCount);

/// The index of a name, which must be in the list.
std::size_t place_of(const std::string& name, const std::vector<std::string>& strategies);

struct Point {
  double x = 0;
  double y = 0;
};

using Points = std::vector<Point>;

/// Simplifies a polyline such that it stays within `tolerance` of all points (Douglas and Peucker,
/// 1973). Keeps the first and the last point.
Points simplified(const Points& points, double tolerance);

/// A curve in positions: path data of its connected pieces in relative coordinates, and its
/// isolated points.
struct Line {
  std::string path;
  Points dots;
};

/// Points that the scales do not show interrupt the line. `tolerance`: as in simplified().
Line trace_line(const Points& points, const Scale& x, const Scale& y, double tolerance = 0);

/// The area between two lines over the same x, as path data in whole units. Empty if no wider than
/// a line.
std::string trace_band(const Points& low, const Points& high, const Scale& x, const Scale& y);

/// A name in a legend with its position: the left end of its line sample, and its row.
struct LegendEntry {
  std::string text;  ///< clean, shortened if necessary
  double left = 0;
  int row = 0;
};

/// Names in rows from left to right.
struct Legend {
  std::vector<LegendEntry> entries;
  int rows = 0;
};

/// Length of the line sample before a name, and offset of the name.
inline constexpr double kLegendLine = 26;
inline constexpr double kLegendText = 32;

Legend lay_out(const std::vector<std::string>& names, double width, double font_size);

}  // namespace acgd::report
