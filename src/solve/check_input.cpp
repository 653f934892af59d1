#include "solve/check_input.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

void check_finite(const Vector& x0) {
  for (Index i = 0; i < x0.size(); ++i) {
    if (!std::isfinite(x0[i])) {
      throw InvalidInput(compose("x0[{}] = {}: must be finite", i, x0[i]));
    }
  }
}

void check_inside(const Oracle& set, const Atom& x0, double tolerance) {
  const Violation violation = set.violation_of(x0);
  if (is_outside(set, violation, x0.largest_entry(), tolerance)) {
    throw InvalidInput(compose("x0: must be in the {}, is outside by {:.6g}: {}", set.name(),
                               violation.distance, violation.detail));
  }
}

}  // namespace

void check_input(const Problem& problem, const Options& options) {
  validate(options);
  if (!problem.f) throw InvalidInput("f is null: must be an objective");
  if (!problem.set) throw InvalidInput("set is null: must be a set");
  const Objective& f = *problem.f;
  const Oracle& set = *problem.set;
  const Atom& x0 = problem.x0.atom();
  if (f.dimension() != set.dimension()) {
    throw InvalidInput(compose("set: the {} has {} variables, must have {} like the objective",
                               set.name(), set.dimension(), f.dimension()));
  }
  if (x0.size() != f.dimension()) {
    throw InvalidInput(
        compose("x0: has {} entries, must have {} like the objective", x0.size(), f.dimension()));
  }
  if (problem.mode == Mode::unconstrained && !set.is_norm_ball()) {
    throw InvalidInput(
        compose("ball: the {} is not the unit ball of a norm, which descent needs", set.name()));
  }
  if (const auto* dense = x0.as<Atom::Dense>()) check_finite(dense->values);
  if (!std::isfinite(x0.largest_entry())) throw InvalidInput("x0: must be finite");
  if (problem.mode == Mode::constrained) check_inside(set, x0, options.feasibility_tolerance);
}

}  // namespace acgd
