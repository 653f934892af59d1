#include "objective/intercept_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/kernels.hpp"

namespace acgd {
namespace {

constexpr int kMostSteps = 200;
// A step so short beside the predictions is the last one: Newton's method squares its error.
constexpr double kLastStep = 1e-11;
// The same of several outputs, whose predictions are logarithms of odds.
constexpr double kLastMove = 1e-8;
constexpr double kLongestMove = 0.5;
// The longest step, where next to nothing bends: the first one, and by how much the next is longer.
constexpr double kFirstReach = 8;
// After so many steps rounding is asked for: predictions may be far smaller than targets.
constexpr int kStepsBeforeRounding = 3;
constexpr double kRoundingOfSums = 4 * std::numeric_limits<double>::epsilon();

/// Where the slope changes its sign.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
  bool has_inside(double b) const { return low < b && b < high; }
  double middle() const { return low / 2 + high / 2; }
};

}  // namespace

void add_intercept(const Vector& b, Vector& z) {
  const Index m = z.size() / b.size();
  for (Index k = 0; k < b.size(); ++k) z.segment(k * m, m).array() += b[k];
}

InterceptSearch::InterceptSearch(const Loss& loss)
    : loss_(loss),
      hessian_(loss),
      d_(loss.predictions()),
      r_(loss.predictions()),
      step_(loss.outputs()) {
  if (loss.outputs() == 1) {
    ones_ = Vector::Ones(loss.size());
  } else {
    moved_.resize(loss.predictions());
    move_.resize(loss.outputs());
  }
}

void InterceptSearch::solve(const Vector& z, Vector& b) {
  b.size() == 1 ? solve_one(z, b[0]) : solve_several(z, b);
}

Bend InterceptSearch::bend(const Vector& z, double b) const {
  if (const std::optional<Bend> bend = loss_.bend(z, ones_, b)) return *bend;
  return {loss_.slope(z, ones_, b), loss_.curvature(ones_).value_or(0)};
}

void InterceptSearch::solve_one(const Vector& z, double& b) {
  Interval interval;
  const double size = z.lpNorm<Eigen::Infinity>();
  double longest = kFirstReach;
  double last = std::numeric_limits<double>::infinity(), before_last = last;
  for (int i = 0; i < kMostSteps; ++i) {
    const Bend here = bend(z, b);
    if (here.slope == 0 || std::isnan(here.slope)) return;
    if (i >= kStepsBeforeRounding && std::abs(here.slope) <= rounding_of_slope(z, b)) return;
    (here.slope < 0 ? interval.low : interval.high) = b;
    const double wanted = here.curvature > 0 ? std::abs(here.slope) / here.curvature
                                             : std::numeric_limits<double>::infinity();
    double next = b - std::copysign(std::min(wanted, longest), here.slope);
    bool is_newton = wanted <= longest && std::abs(next - b) <= 0.5 * before_last;
    if (wanted > longest) longest *= kFirstReach;
    if (interval.is_finite() && !(is_newton && interval.has_inside(next))) {
      next = interval.middle();
      is_newton = false;
    }
    before_last = last;
    last = std::abs(next - b);
    if (next == b) return;
    b = next;
    if (is_newton && last <= kLastStep * (size + std::abs(b))) return;
  }
}

double InterceptSearch::rounding_of_slope(const Vector& z, double b) {
  d_ = z.array() + b;
  loss_.derivative(d_, r_);
  return kRoundingOfSums * r_.lpNorm<1>();
}

void InterceptSearch::solve_several(const Vector& z, Vector& b) {
  moved_ = z;
  add_intercept(b, moved_);
  for (int i = 0; i < kMostSteps; ++i) {
    look(moved_);
    hessian_.take(d_);
    loss_.derivative(moved_, r_);
    hessian_.sum(r_, step_);
    step_.array() -= step_.mean();
    hessian_.solve(step_);
    const double range = step_.maxCoeff() - step_.minCoeff();
    if (!(range > 0) || !std::isfinite(range)) return;
    // While odds change by less than a factor of 2, phi'' does, too, and the step leads down.
    const double t = -std::min(1.0, kLongestMove / range);
    b += t * step_;
    move_ = t * step_;
    add_intercept(move_, moved_);
    if (range <= kLastMove) return;
  }
}

void InterceptSearch::look(const Vector& z) {
  loss_.second_derivative(z, d_);
  if (loss_.outputs() > 1) d_ = d_.cwiseMax(0);
}

void InterceptSearch::follow(const Vector& prediction, const Vector& w, Vector& rate) {
  look(prediction);
  hessian_.take(d_);
  hessian_.sum_bent(d_, w, rate);
  hessian_.solve(rate);
  rate = -rate;
}

double InterceptSearch::relief(const Vector& prediction, const Vector& w) {
  look(prediction);
  hessian_.take(d_);
  hessian_.sum_bent(d_, w, step_);
  hessian_.whiten(step_);
  return step_.squaredNorm();
}

}  // namespace acgd
