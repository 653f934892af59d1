#include <algorithm>
#include <utility>

#include "acgd/acgd.hpp"
#include "stress/invariants.hpp"
#include "stress/reference.hpp"
#include "stress/rounding.hpp"

namespace stress {
namespace {

using namespace acgd;

/// Where a run reports that no step decreases f, an independent search must not find a decrease of
/// more than rounding.
void examine_precision_limit(const Combination& c, const Vector& x, Complaints& out) {
  const Rounding at(c, x);
  const Vector v = linear_minimizer(*c.set.set, at.gradient());
  const Vector d = c.constrained() ? Vector(v - x) : v;
  const double least = least_along(*c.objective.f, x, d);
  // Rules add a constant to L, next to which functions near 0 look flat.
  if (at.value() - least > 1e-10 * at.value_terms() + 1e-30) {
    out.push_back(compared("a step decreases f", least, at.value()));
  }
}

/// d'Hd along the first direction d, and d.
std::pair<double, Vector> first_curvature(const Combination& c) {
  const Objective& f = *c.objective.f;
  const Vector x0 = c.x0.to_dense();
  Vector g(x0.size()), ahead(x0.size());
  f.gradient(x0, g);
  const Vector v = linear_minimizer(*c.set.set, g);
  const Vector d = c.constrained() ? Vector(v - x0) : v;
  f.gradient(x0 + 1e-3 * d, ahead);
  return {std::abs((ahead - g).dot(d)) / 1e-3, d};
}

/// The gap at which a run ends: the tolerance, or the default relative to the scale of f.
double final_gap(const Combination& c, const Result& result) {
  const Options& o = c.options;
  const double value = std::abs(result.value);
  if (o.gap_tolerance || o.relative_gap_tolerance) {
    return std::max(o.gap_tolerance.value_or(0), o.relative_gap_tolerance.value_or(0) * value);
  }
  double largest = 0;
  for (const Record& record : result.trace) largest = std::max(largest, record.gap);
  const auto [curvature, d] = first_curvature(c);
  if (!c.constrained()) {
    return std::max(1e-6 * largest, 1e-10 * 1.1 * curvature * result.x.norm() / d.norm());
  }
  const double range = std::max(largest, 0.55 * curvature);
  return c.objective.f->natural_scale() ? std::max(1e-6 * value, 1e-9 * range) : 1e-7 * range;
}

void examine_trouble(const Combination& c, const Result& result, Complaints& out) {
  const Rounding start(c, c.x0.to_dense());
  switch (result.status) {
    case Status::oracle_failed:
      out.push_back("the oracle is right");
      break;
    case Status::step_failed:
      out.push_back("the rule is right");
      break;
    case Status::unbounded:
      if (c.constrained()) out.push_back("no set is unbounded");
      break;
    case Status::non_finite:
      // Without a set f may be unbounded below within the range of doubles.
      if (!c.constrained() && !(result.trace.back().value > 0)) break;
      if (c.rule.monotone && start.is_finite()) out.push_back("f is finite at the start");
      break;
    default:
      break;
  }
}

}  // namespace

void examine_status(const Combination& c, const Result& result, const Vector& x, Complaints& out) {
  const Options& o = c.options;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) out.push_back(what);
  };
  switch (result.status) {
    case Status::gap_reached:
      expect(result.gap <= final_gap(c, result), "the gap is reached");
      break;
    case Status::value_reached:
      expect(result.value <= *o.optimal_value + o.value_tolerance, "the value is reached");
      break;
    case Status::gradient_reached: {
      const Rounding at(c, x);
      expect(o.norm->dual(at.gradient()) <=
                 o.gradient_tolerance + 1e-10 * o.norm->dual(at.gradient_terms()),
             "the gradient is small");
      break;
    }
    case Status::iteration_limit:
      expect(result.counts.iterations == o.max_iterations, "all iterations were taken");
      break;
    case Status::time_limit:
      expect(result.seconds.total >= o.time_limit, "the time is up");
      break;
    case Status::evaluation_limit:
      expect(result.counts.gradients + result.counts.trials >= o.max_evaluations,
             "all evaluations were made");
      break;
    case Status::stopped_by_observer:
      expect(c.observer_stops_at && result.counts.iterations == *c.observer_stops_at + 1,
             "the observer asked");
      break;
    case Status::interrupted:
      expect(false, "nobody interrupted");
      break;
    case Status::precision_limit:
      // Open-loop rules may give steps that are too short anywhere; and a nonconvex function may be
      // flat here and decrease farther on.
      if (c.rule.monotone && c.objective.convex) examine_precision_limit(c, x, out);
      break;
    default:
      examine_trouble(c, result, out);
  }
}

}  // namespace stress
