#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/scale.hpp"

/// What pictures are made of. All lengths are in units of the view box. Colours are those of paper;
/// classes let a page change them.
namespace acgd::report {

/// How large a picture is drawn: one for desks and paper, one for phones.
struct Canvas {
  double width = 640;
  double height = 440;
  double font = 13;
  double right = 16;  ///< the room behind the axes
};
inline constexpr Canvas kWideCanvas = {};
inline constexpr Canvas kNarrowCanvas = {.width = 372, .height = 350, .font = 12.5, .right = 8};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// A position or length: 12.3, 12
std::string tenths(double length);

/// Without an anchor it has that of what it stands in.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view attributes = "");

/// How wide a text is at most, about.
double text_width(std::string_view content, double font);

/// Cuts off what is beyond the box.
std::string cut_off(const Box& box, const std::string& body);

/// The attributes of the line or letters of one colour.
std::string tone_attributes(std::size_t place, std::string_view property);

/// That of the line of one strategy; empty where it has no dashes.
std::string dash_attribute(std::size_t place);

/// The whole element, with more attributes of it.
std::string svg_element(const Canvas& canvas, const std::string& title, const std::string& body,
                        std::string_view attributes = "");

/// The one rounding of a page: four digits that count, as 0.03142, 1.5e-07, 12350; and seven of a
/// value of f, which is told from others that are close.
std::string shown_number(double number);
std::string shown_value(double value);

/// How a curve is drawn. Colours stay apart for the colour-blind and have a contrast of at least
/// three to one with the page.
struct Stroke {
  std::string_view light;  ///< on white
  std::string_view dark;   ///< on black
  std::vector<int> dash;   ///< lengths on and off by turns; empty for a whole line
};

/// So many colours there are, before they come again.
inline constexpr std::size_t kToneCount = 8;

/// The names of all curves of a report, each once, in order of appearance.
std::vector<std::string> strategies(const Report& report);

/// Of the strategy that is at this place among them: the same in every section.
Stroke stroke(std::size_t place);

/// A style sheet for a page: the colours of the first strategies, by day and by night, which
/// pictures have for paper only; and that a curve hides whose box in a legend is not ticked.
std::string tones_css(std::size_t count = kToneCount);

/// The place of a name, which must be among them.
std::size_t place_of(const std::string& name, const std::vector<std::string>& strategies);

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

/// A name in a legend and where it stands: the left end of its line, and how many rows down.
struct LegendEntry {
  std::string text;  ///< clean, shortened if it would not fit
  double left = 0;
  int row = 0;
};

/// Names set from left to right in rows no wider than this, in a font of this size.
struct Legend {
  std::vector<LegendEntry> entries;
  int rows = 0;
};

/// How long the piece of line before a name is, and where the name begins.
inline constexpr double kLegendLine = 26;
inline constexpr double kLegendText = 32;

Legend lay_out(const std::vector<std::string>& names, double width, double font_size);

}  // namespace acgd::report
