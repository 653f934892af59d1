#include "solve/check_input.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

void check_finite(const char* name, const Vector& x) {
  for (Index i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i])) {
      throw InvalidInput(compose("{}[{}] = {}: must be finite", name, i, x[i]));
    }
  }
}

void check_point(const char* name, const Atom& x, const Problem& problem, const Options& options) {
  const Oracle& set = *problem.set;
  if (x.size() != set.dimension()) {
    throw InvalidInput(compose("{}: has {} entries, must have {} like the objective", name,
                               x.size(), set.dimension()));
  }
  if (const auto* dense = x.as<Atom::Dense>()) check_finite(name, dense->values);
  if (!std::isfinite(x.largest_entry())) throw InvalidInput(compose("{}: must be finite", name));
  if (problem.mode != Mode::constrained) return;
  const Violation violation = set.violation_of(x);
  if (is_outside(set, violation, x.largest_entry(), options.feasibility_tolerance)) {
    throw InvalidInput(compose("{}: must be in the {}, is outside by {:.6g}: {}", name, set.name(),
                               violation.distance, violation.detail));
  }
}

/// What continuous greedy needs to know: min <1, v> over a down-closed set of vectors >= 0 is at 0, and
/// over the bases of a matroid at one of them.
void check_greedy(const Problem& problem) {
  if (problem.x0.atom().largest_entry() != 0) {
    throw InvalidInput("x0: must be 0, where continuous greedy starts");
  }
  const Vector v = linear_minimizer(*problem.set, Vector::Ones(problem.set->dimension()));
  Index i = 0;
  if (v.minCoeff(&i) < 0) {
    throw InvalidInput(compose(
        "set: the {} has a vertex with {} at entry {}: continuous greedy needs vectors >= 0, "
        "all smaller ones with each, or the bases of a matroid",
        problem.set->name(), v[i], i));
  }
}

}  // namespace

void check_input(const Problem& problem, const Options& options) {
  validate(options);
  if (!problem.f) throw InvalidInput("f is null: must be an objective");
  if (!problem.set) throw InvalidInput("set is null: must be a set");
  const Objective& f = *problem.f;
  const Oracle& set = *problem.set;
  if (f.dimension() != set.dimension()) {
    throw InvalidInput(compose("set: the {} has {} variables, must have {} like the objective",
                               set.name(), set.dimension(), f.dimension()));
  }
  if (problem.mode == Mode::unconstrained && !set.is_interior(Vector::Zero(set.dimension()))) {
    throw InvalidInput(compose(
        "ball: 0 must be in the interior of the set, and is not in that of the {}, as far as it "
        "knows; a set of your own says so with zero_inside",
        set.name()));
  }
  check_point("x0", problem.x0.atom(), problem, options);
  if (problem.mode == Mode::continuous_greedy) check_greedy(problem);
  if (!problem.x_previous) return;
  check_point("x_previous", *problem.x_previous, problem, options);
  if (problem.x_previous->to_dense() == problem.x0.atom().to_dense()) {
    throw InvalidInput("x_previous: must not be x0, a Lipschitz estimate needs two points");
  }
}

}  // namespace acgd
