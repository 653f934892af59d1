#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/step_rule.hpp"
#include "support/straight.hpp"

namespace acgd_test {

/// Largest deviation of updated quantities from recomputation, relative to their size (at least 1).
struct Deviation {
  double value = 0;
  double gradient = 0;
  double gap = 0;
  double norm = 0;
  double change = 0;
  double slope = 0;
  double gradient_change = 0;
  double x = 0;
  acgd::Index iterations = 0;

  double worst() const {
    return std::max({value, gradient, gap, norm, change, slope, gradient_change, x});
  }
};

inline std::ostream& operator<<(std::ostream& out, const Deviation& s) {
  return out << s.iterations << " iterations: value " << s.value << ", gradient " << s.gradient
             << ", gap " << s.gap << ", norm " << s.norm << ", change " << s.change << ", slope "
             << s.slope << ", gradient change " << s.gradient_change << ", x " << s.x;
}

/// Updates the maximum of |a - b| relative to a size; NaN stays.
inline void note(double& worst, double a, double b, double size) {
  const double d = std::abs(a - b) / std::max(1.0, size);
  worst = d <= worst ? worst : d;
}

/// Two cursors take the same steps: directions and lengths are those of the cursor of `f`, and at
/// every point all quantities are compared with those of `plain`, called as a black box.
inline Deviation compare_in_lockstep(const acgd::Objective& f, const acgd::Objective& plain,
                                     const acgd::Oracle& set, acgd::Mode mode,
                                     const acgd::StepChoice& step, const acgd::Atom& x0,
                                     acgd::Index iterations,
                                     std::shared_ptr<const acgd::Norm> norm = acgd::l2_norm()) {
  using namespace acgd;
  const auto carried = f.start(x0, norm);
  BlackBoxCursor black_box(plain, x0, norm);
  const auto rule = step.begin({.constrained = mode == Mode::constrained,
                                .max_iterations = iterations,
                                .lipschitz = [&f] { return f.lipschitz(); }});
  const WeightedAtoms unknown;
  const auto direction = Straight{}.begin(
      {.constrained = mode == Mode::constrained, .set = set, .x0 = x0, .atoms = unknown});
  OracleCalls oracle(set);
  Point here, there;
  Deviation deviation;
  for (; deviation.iterations < iterations; ++deviation.iterations) {
    const Vector& g = carried->gradient().dense();
    const double size = black_box.gradient().dense().norm();
    const double value = black_box.value();
    note(deviation.gradient, (g - black_box.gradient().dense()).norm(), 0, size);
    note(deviation.value, carried->value(), value, std::abs(value));
    direction->choose(*carried, oracle);
    const Direction& d = direction->move().direction;
    Line& line = carried->look(d);
    Line& reference = black_box.look(d);
    note(deviation.gap, -line.directional_derivative(), -reference.directional_derivative(),
         size * reference.norm());
    note(deviation.norm, line.norm(), reference.norm(), reference.norm());
    if (const auto change = reference.gradient_change()) {
      note(deviation.gradient_change, line.gradient_change().value(), *change, size);
    }
    if (!(-line.directional_derivative() > 1e-9)) break;
    const StepDecision decision = rule->choose(line);
    if (decision.outcome != StepDecision::Outcome::taken) break;
    const double t = decision.length;
    note(deviation.change, line.change(t), reference.change(t), std::abs(value));
    note(deviation.slope, line.slope(t), reference.slope(t), size * reference.norm());
    carried->advance(t);
    black_box.advance(t);
    direction->moved(t);
    carried->store(here);
    black_box.store(there);
    note(deviation.x, (here.x - there.x).norm(), 0, there.x.norm());
  }
  return deviation;
}

}  // namespace acgd_test
