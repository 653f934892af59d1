#pragma once

#include <optional>

#include "acgd/objective/line.hpp"

namespace acgd {

/// A length at which |slope| <= enough, or the longest one if f falls up to it, on a line that
/// knows its curvature: Newton's method on the slope, then the inverse cubic through slope and
/// curvature of the last two lengths, inside the bracket that they leave. Nothing if that does not
/// come to an end within a few rounds; whether f is smaller there is for the caller to see.
std::optional<double> newton_search(Line& line, double enough, int max_rounds);

}  // namespace acgd
