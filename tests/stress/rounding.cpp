#include "stress/rounding.hpp"

#include "acgd/acgd.hpp"

namespace stress {

using namespace acgd;

Rounding::Rounding(const Combination& c, const Vector& x) {
  const Objective& f = *c.objective.f;
  Draw draw(c.seed ^ 0x5eed);
  // Updated quantities carry rounding errors of earlier, larger points: anywhere in the set.
  Vector reach = x.cwiseAbs().cwiseMax(c.x0.to_dense().cwiseAbs());
  for (int i = 0; i < 6; ++i) reach = reach.cwiseMax(draw_vertex(draw, c).cwiseAbs());
  gradient_.resize(x.size());
  f.gradient(x, gradient_);
  value_ = f.value(x);
  // Terms that cancel in the gradient no longer do so when the entries of x are perturbed, up or
  // down: on one side of a kink there may be no difference.
  constexpr double kLittle = 1e-6;
  Vector& terms = gradient_terms_;
  Vector moved(x.size());
  terms = gradient_.cwiseAbs();
  Vector shift = kLittle * reach;
  for (int i = 0; i < 16; ++i) {
    if (i % 2 == 0) {
      for (double& entry : shift) entry = draw.chance(0.5) ? entry : -entry;
    } else {
      shift = -shift;
    }
    f.gradient(x + shift, moved);
    terms = terms.cwiseMax(gradient_.cwiseAbs() + (moved - gradient_).cwiseAbs() / kLittle);
  }
  slope_terms_ = 2 * terms.dot(reach);
  value_terms_ = std::abs(value_) + slope_terms_;
}

}  // namespace stress
