#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/report/path_report.hpp"
#include "app/report/scale.hpp"
#include "app/report/svg.hpp"

/// Pictures of regularisation paths.
namespace acgd::report {

/// The rectangle between the axes, and the scales along it.
struct PathFrame {
  Canvas canvas;
  double left = 0, top = 0, right = 0, bottom = 0;
  Scale x, y;

  /// Clip region of curves; includes the upper half of a line along the top.
  Box box() const { return {left, top - 1, right, bottom}; }
};

/// Frame with the radii on a logarithmic x scale and the range `up` on the y scale.
PathFrame path_frame(const PathReport& report, const Canvas& canvas, const Range& up);

/// Grid, ticks and axis labels; model sizes along the top.
std::string path_axes(const PathReport& report, const PathFrame& frame, const std::string& up);

/// Labelled vertical lines at the candidates.
std::string path_marks(const PathReport& report, const PathFrame& frame);

/// An invisible column for each radius; hovering shows its title.
std::string path_columns(const PathReport& report, const PathFrame& frame,
                         const std::vector<std::string>& titles);

/// A line through the values; gaps where they are not finite.
std::string path_line(const PathReport& report, const PathFrame& frame,
                      const std::vector<double>& values, std::string_view attributes);

/// Moves heights as little as possible such that no two are closer than `apart`, within [top,
/// bottom].
std::vector<double> spread(std::vector<double> heights, double apart, double top, double bottom);

/// Indices of the coefficients by decreasing absolute value in the chosen fit; ties (zeros) by
/// their largest value on the path.
std::vector<std::size_t> by_size(const PathReport& report);

/// Draws the coefficients over the radii, the largest with names. SVG element without identifiers.
std::string draw_coefficients(const PathReport& report, const Canvas& canvas);

/// Maximum number of coefficients in the picture.
inline constexpr std::size_t kMaxCoefficients = 200;

/// Draws the largest coefficients of the chosen fit as bars. Empty if all are 0.
std::string draw_model(const PathReport& report, const Canvas& canvas);

/// Draws one score over the radii: on held-out samples, with a band of one standard error, and on
/// training samples. SVG element without identifiers.
std::string draw_score(const PathReport& report, const PathScore& score, const Canvas& canvas);

/// Heading of a score.
std::string score_heading(const PathScore& score);

}  // namespace acgd::report
