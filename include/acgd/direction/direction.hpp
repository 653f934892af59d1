#pragma once

#include <limits>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// What an iteration moves along: d = atom + point_weight * x.
struct Direction {
  const Atom* atom = nullptr;
  double point_weight = 0;
  double max_step = 1;
};

/// d = v - x, the conditional gradient direction; a full step lands on v.
inline Direction toward(const Atom& v) { return {&v, -1.0, 1.0}; }

/// d = v, normalized steepest descent when v = argmin { <g, v> : ||v|| <= 1 }.
inline Direction along(const Atom& v) { return {&v, 0.0, std::numeric_limits<double>::infinity()}; }

}  // namespace acgd
