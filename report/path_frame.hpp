#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/path_report.hpp"
#include "report/scale.hpp"

/// What the pictures of a path have in common. All lengths are in units of the view box. Colours
/// are those of paper; classes let a page change them.
namespace acgd::report {

/// How large a picture is drawn: one for desks and paper, one for phones.
struct PathCanvas {
  double width = 640;
  double height = 440;
  double font = 13;
  double right = 16;  ///< the room behind the axes
};
inline constexpr PathCanvas kWideCanvas = {};
inline constexpr PathCanvas kNarrowCanvas = {.width = 372, .height = 350, .font = 12.5, .right = 8};

/// The rectangle between the axes, and the scales along it.
struct PathFrame {
  PathCanvas canvas;
  double left = 0, top = 0, right = 0, bottom = 0;
  Scale x, y;
};

/// Radii from left to right on a logarithmic scale, and up what the range has.
PathFrame path_frame(const PathReport& report, const PathCanvas& canvas, const Range& up);

/// Grid, ticks and names of the axes; sizes of the models along the top.
std::string path_axes(const PathReport& report, const PathFrame& frame, const std::string& up);

/// Vertical lines at the candidates, with their marks.
std::string path_marks(const PathReport& report, const PathFrame& frame);

/// For each radius a column, invisible until the pointer is there, which tells what its title says.
std::string path_columns(const PathReport& report, const PathFrame& frame,
                         const std::vector<std::string>& titles);

/// A line through the values; gaps where they are not finite.
std::string path_line(const PathReport& report, const PathFrame& frame,
                      const std::vector<double>& values, std::string_view attributes);

std::string path_text(double x, double y, std::string_view anchor, std::string_view content,
                      std::string_view attributes = "");

/// How wide a text is at most, about.
double path_text_width(std::string_view content, double font);

/// Cuts off what is beyond the axes.
std::string cut_off(const PathFrame& frame, const std::string& body);

/// Heights, moved as little as they must be for no two to be closer than `apart`, within the ends.
std::vector<double> spread(std::vector<double> heights, double apart, double top, double bottom);

/// The attributes of the line or letters of one colour.
std::string tone_attributes(std::size_t place, std::string_view property);

/// The whole element.
std::string path_svg(const PathCanvas& canvas, const std::string& title, const std::string& body);

/// Four digits that count, as 0.03142, 1.5e-07, 12350.
std::string path_number(double value);

}  // namespace acgd::report
