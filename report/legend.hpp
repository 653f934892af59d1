#pragma once

#include <string>
#include <vector>

namespace acgd::report {

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
