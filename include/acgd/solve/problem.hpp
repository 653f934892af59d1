#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/start.hpp"

namespace acgd {

/// What the set is to x.
enum class Mode {
  constrained,        ///< x stays in it
  unconstrained,      ///< x is any vector; the set is the unit ball of a norm, or of a gauge
  continuous_greedy,  ///< x is the mean of N of its vertices: N steps of 1/N along them, from 0
};

constexpr std::string_view to_string(Mode mode) {
  if (mode == Mode::constrained) return "constrained";
  return mode == Mode::unconstrained ? "unconstrained" : "continuous-greedy";
}

/// What is minimised, over what, from where.
struct Problem {
  std::shared_ptr<const Objective> f;
  std::shared_ptr<const Oracle> set;
  Start x0;
  Mode mode = Mode::constrained;
  /// x^-1 of the paper, a point before x0: the first Lipschitz estimate of the adaptive step rules is
  /// that of the two. Absent: a probe along the first direction finds it.
  std::optional<Atom> x_previous = {};
};

}  // namespace acgd
