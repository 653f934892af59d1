#include "acgd/acgd.hpp"
#include "stress/invariants.hpp"
#include "stress/reference.hpp"
#include "stress/rounding.hpp"

namespace stress {
namespace {

using namespace acgd;

// Tolerance of updated quantities against recomputation, relative to the terms that are summed.
constexpr double kAgreement = 1e-10;
constexpr double kFeasible = 1e-9;
constexpr double kUnderflow = 1e-140;  // squares of smaller numbers are 0

/// f(x) - gap is a lower bound of f over the set.
void examine_duality_gap(const Combination& c, const Result& result, const Vector& x, double terms,
                         Complaints& out) {
  const double bound = result.value - result.gap;
  const Objective& f = *c.objective.f;
  const auto challenge = [&](const char* who, const Vector& y) {
    if (c.set.outside(y) > 1e-12) return;
    const double value = f.value(y);
    if (value < bound - kAgreement * (terms + std::abs(value))) {
      out.push_back(compared(std::string("f - gap is above f at ") + who, bound, value));
    }
  };
  Draw draw(c.seed ^ 0xce27);
  for (int i = 0; i < 8; ++i) challenge("a vertex", draw_vertex(draw, c));
  for (int i = 0; i < 8; ++i) challenge("a point inside", draw_interior(draw, c));
  challenge("the start", c.x0.to_dense());
  challenge("the reference", reference_solution(c, x, 100));
}

void examine_gap(const Combination& c, const Result& result, const Vector& x, const Rounding& at,
                 Complaints& out) {
  const Vector& g = at.gradient();
  const double gap = (c.constrained() ? g.dot(x) : 0.0) + c.set.support(-g);
  if (!std::isfinite(gap)) return;
  // Residuals may cancel in the gradient however x is shifted.
  const double ulps = 1e-12 * std::max(std::abs(at.value()), result.trace.front().gap);
  const double slack = kAgreement * at.slope_terms() + ulps + kUnderflow;
  if (result.gap < gap - slack) out.push_back(compared("the gap is too small", result.gap, gap));
  // Singular pairs and eigenpairs have a limited accuracy, which is part of the gap. The gap is not
  // below its rounding error either: that of A x counts where residuals vanish.
  const double longest = std::max(x.norm(), linear_minimizer(*c.set.set, g).norm());
  const double curvature = c.objective.f->lipschitz().value_or(0) * longest * longest;
  const double noise = 1e-12 * curvature + 1e-9 * at.slope_terms();
  if (!c.set.searches && result.gap > std::max(0.0, gap) + slack + noise) {
    out.push_back(compared("the gap is too large", result.gap, gap));
  }
}

}  // namespace

void examine_point(const Combination& c, const Result& result, const Vector& x, Complaints& out) {
  if (c.constrained() && c.set.outside(x) > kFeasible) {
    out.push_back(compared("outside of the set", c.set.outside(x), kFeasible));
  }
  const Rounding at(c, x);
  if (!at.is_finite()) return;
  if (!(std::abs(result.value - at.value()) <= kAgreement * at.value_terms())) {
    out.push_back(compared("value is not f(x)", result.value, at.value()));
  }
  if (std::isnan(result.gap)) {
    const bool needs_one = !c.lazy || result.status == Status::gap_reached;
    if (is_usable(result.status) && needs_one) out.push_back("a usable point has a gap");
    return;
  }
  examine_gap(c, result, x, at, out);
  if (c.constrained() && c.objective.convex) {
    examine_duality_gap(c, result, x, at.value_terms(), out);
  }
}

}  // namespace stress
