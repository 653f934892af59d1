#pragma once

#include <string>

#include "report/path_frame.hpp"

namespace acgd::report {

/// One score over the radii: held out, with a band of one standard error, and on the samples that
/// were fitted. As an SVG element without identifiers.
std::string draw_score(const PathReport& report, const PathScore& score, const Canvas& canvas);

/// What it is called in words.
std::string score_heading(const PathScore& score);

}  // namespace acgd::report
