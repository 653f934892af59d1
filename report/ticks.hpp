#pragma once

#include <string>
#include <vector>

#include "report/scale.hpp"

namespace acgd::report {

struct Tick {
  double value = 0;
  std::string label;
};

/// Round values inside a scale, about as many as asked for and never more than twice that. Powers
/// of ten on a logarithmic scale, with 2 and 5 between them where there would be few.
std::vector<Tick> ticks(const Scale& scale, int wanted);

/// Those of them whose labels do not touch along a horizontal axis, powers of ten first.
std::vector<Tick> apart(const std::vector<Tick>& ticks, const Scale& scale, double font);

/// A number on an axis, to the digits that tell it from others a step away: 0.002, 1500, 2·10⁻⁷.
std::string tick_label(double value, double step);

}  // namespace acgd::report
