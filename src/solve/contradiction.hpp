#pragma once

#include <optional>

#include "acgd/objective/line.hpp"

namespace acgd {

/// What f does along a line, and what its gradient says about that.
struct Rates {
  double measured;
  double promised;
};

/// By so much single precision, in which many functions are computed, is coarser than ours.
inline constexpr double single_precision = 0x1p29;

/// The two rates if they are more than 1 % apart: f(x + 2h d) - f(x) = 2h <grad f(x + h d), d> up
/// to h^3, for h = first and shorter ones. Where f turns within h that proves nothing, so the
/// shortest h speaks whose difference is not drowned by rounding.
std::optional<Rates> contradiction(Line& line, double first);

/// The two rates if they are more than a fifth apart, and are so, with the same rates, on three
/// scales h in a row: noise, kinks, walls and roots of a function look different on each. A line
/// that agrees at the first h costs one value and one gradient.
std::optional<Rates> settled_contradiction(Line& line, double first);

}  // namespace acgd
