#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/report/path_report.hpp"
#include "app/report/scale.hpp"
#include "app/report/svg.hpp"

/// What the pictures of a path have in common.
namespace acgd::report {

/// The rectangle between the axes, and the scales along it.
struct PathFrame {
  Canvas canvas;
  double left = 0, top = 0, right = 0, bottom = 0;
  Scale x, y;

  /// What curves may cover: as high as the upper half of a line along the top.
  Box box() const { return {left, top - 1, right, bottom}; }
};

/// Radii from left to right on a logarithmic scale, and up what the range has.
PathFrame path_frame(const PathReport& report, const Canvas& canvas, const Range& up);

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

/// Heights, moved as little as they must be for no two to be closer than `apart`, within the ends.
std::vector<double> spread(std::vector<double> heights, double apart, double top, double bottom);

/// Positions of the coefficients, the largest of the chosen fit first; those that are 0 there are
/// last, by their largest value on the path.
std::vector<std::size_t> by_size(const PathReport& report);

/// Every coefficient over the radii, the largest of them with their names. As an SVG element
/// without identifiers.
std::string draw_coefficients(const PathReport& report, const Canvas& canvas);

/// So many coefficients are drawn at most: more of them would only be a grey area.
inline constexpr std::size_t kMostCoefficients = 200;

/// The largest coefficients of the chosen fit as bars. Empty if all of them are 0.
std::string draw_model(const PathReport& report, const Canvas& canvas);

/// One score over the radii: held out, with a band of one standard error, and on the samples that
/// were fitted. As an SVG element without identifiers.
std::string draw_score(const PathReport& report, const PathScore& score, const Canvas& canvas);

/// What it is called in words.
std::string score_heading(const PathScore& score);

}  // namespace acgd::report
