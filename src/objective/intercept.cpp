#include "objective/intercept.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/composite.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

// Intercepts: f(x) = min over b of phi(A x + B b), where B b adds b_k to every prediction of
// output k. Eliminating b is variable projection (Golub and Pereyra 1973).
//  1. One output, solve_one(): Newton's method on the derivative in b, with a bracket updated by
//     the sign of the derivative (as rtsafe in Press et al., Numerical Recipes).
//     a. While the bracket is unbounded, the step limit is squared each time it is reached.
//     b. Inside a finite bracket, a Newton step that leaves it or is not half as long as the last
//        but one is replaced by a bisection: of the values or of the floating-point numbers.
//  2. Several outputs, solve_several(): Newton steps with a range of at most kLongestMove. If they
//     do not converge, continuation: solve for predictions divided by tau, halving tau down to 1.
//  3. phi not convex, solve_afresh(): scan b, refine each local minimum by step 1, keep the lowest.
//  4. Along a line z + t w, with G = B' phi'' B: b'(0) = -G^+ B' phi'' w by implicit
//     differentiation; c(t) = b(t) - t b'(0) by step 1 or 2 from 0. The curvature of f is that
//     of phi less w' phi'' B G^+ B' phi'' w (Schur complement; BV, A.5.5).

namespace {

constexpr int kMostSteps = 200;
// Newton's method stops at a step below this fraction of the largest prediction.
constexpr double kLastStep = 64 * std::numeric_limits<double>::epsilon();
// It also stops at a step below kLastNewtonStep that is kFastDecrease times the previous one: by
// quadratic convergence the remaining error is below 1e-19 of the predictions.
constexpr double kLastNewtonStep = 1e-11, kFastDecrease = 1e-4;
// Several outputs: last step and longest step, in units of log-odds.
constexpr double kLastMove = 1e-8;
constexpr double kLongestMove = 0.5;
// Last step of the intermediate problems of the continuation.
constexpr double kCloseEnough = 1e-2;
// Maximum number of Newton steps before the continuation is used.
constexpr int kFewSteps = 20;
// Limit of the first step. The limit is squared when reached, since targets may have any unit.
constexpr double kFirstReach = 8;
// Minimum of that limit, relative to the largest prediction.
constexpr double kLeastReach = 1e-8;
// From this step on, a derivative within its rounding error stops the search: predictions may be
// much smaller than targets.
constexpr int kStepsBeforeRounding = 3;
constexpr double kRoundingOfSums = 4 * std::numeric_limits<double>::epsilon();

/// Order-preserving map from doubles to consecutive integers.
std::int64_t rank_of(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

double of_rank(std::int64_t rank) {
  return std::bit_cast<double>(rank < 0 ? std::numeric_limits<std::int64_t>::min() - rank : rank);
}

/// Bracket of a zero of the derivative.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
  bool has_inside(double b) const { return low < b && b < high; }
  double middle() const { return low / 2 + high / 2; }
  /// The median of the doubles in the interval: 64 such bisections find any of them.
  double median() const { return of_rank(std::midpoint(rank_of(low), rank_of(high))); }
};

// Non-convex losses: maximum number of intervals of the scan, of length at most 1 if that suffices,
// and the distance by which the scan exceeds the range of the predictions.
constexpr double kMostScanned = 64, kBeyondSamples = 6;

struct Spread {
  double mean, least, most;
};

Spread spread(const Reduction& reduction, const Vector& z) {
  const double mean = reduction.total(z) / static_cast<double>(reduction.samples());
  const auto furthest = [&](double sign) {
    return reduction.largest([&](Reduction::Range range) {
      return (sign * (z.segment(range.first, range.size()).array() - mean)).maxCoeff();
    });
  };
  return {mean, mean - furthest(-1), mean + furthest(1)};
}

}  // namespace

void add_intercept(const Vector& b, Vector& z) {
  const Index m = z.size() / b.size();
  for (Index k = 0; k < b.size(); ++k) z.segment(k * m, m).array() += b[k];
}

InterceptSearch::InterceptSearch(const Loss& loss, const Reduction& reduction)
    : loss_(loss),
      reduction_(reduction),
      hessian_(loss, reduction),
      d_(loss.predictions()),
      r_(loss.predictions()),
      step_(loss.outputs()) {
  if (loss.outputs() == 1) {
    ones_ = Vector::Ones(loss.size());
  } else {
    moved_.resize(loss.predictions());
  }
  move_.resize(loss.outputs());
}

void InterceptSearch::solve(const Vector& z, Vector& b) {
  b.size() == 1 ? solve_one(z, kFirstReach, b[0]) : solve_several(z, b);
}

Derivatives InterceptSearch::derivatives(const Vector& z, double b) const {
  if (const std::optional<Derivatives> derivatives = loss_.derivatives(z, ones_, b))
    return *derivatives;
  return {loss_.slope(z, ones_, b), loss_.curvature(ones_).value_or(0)};
}

void InterceptSearch::solve_one(const Vector& z, double reach, double& b) {
  Interval interval;
  const double size = reduction_.largest_entry(z);
  double longest = std::max(reach, kLeastReach * size);
  double last = std::numeric_limits<double>::infinity(), before_last = last, wanted_before = last;
  for (int i = 0; i < kMostSteps; ++i) {
    const Derivatives here = derivatives(z, b);
    if (here.slope == 0 || std::isnan(here.slope)) return;
    const bool is_finite = std::isfinite(here.slope);
    if (i >= kStepsBeforeRounding && is_finite && std::abs(here.slope) <= rounding_of_slope(z, b)) {
      return;
    }
    (here.slope < 0 ? interval.low : interval.high) = b;
    // A loss that overflows has an infinite slope, of which only the sign is used.
    const double wanted = here.curvature > 0 && is_finite ? std::abs(here.slope) / here.curvature
                                                          : std::numeric_limits<double>::infinity();
    bool is_newton = wanted <= longest && wanted <= 0.5 * before_last;
    // If the Newton step does not shrink, as in the tail of an exponential, it is doubled.
    const bool repeats = !interval.is_finite() && wanted > 0.5 * wanted_before;
    wanted_before = wanted;
    const double length = repeats ? std::max(wanted, 2 * last) : wanted;
    double next = b - std::copysign(std::min(length, longest), here.slope);
    if (length > longest) longest *= std::max(longest, kFirstReach);
    if (interval.is_finite() && !(is_newton && interval.has_inside(next))) {
      next = i % 2 == 0 ? interval.middle() : interval.median();
      is_newton = false;
    }
    before_last = last;
    last = std::abs(next - b);
    if (next == b) return;
    b = next;
    const double scale = size + std::abs(b);
    const bool is_fast = std::isfinite(before_last) && last <= kFastDecrease * before_last;
    if (is_newton && last <= (is_fast ? kLastNewtonStep : kLastStep) * scale) return;
  }
}

double InterceptSearch::rounding_of_slope(const Vector& z, double b) {
  d_ = z.array() + b;
  loss_.derivative(d_, r_);
  return kRoundingOfSums * reduction_.absolute_dot(r_, ones_);
}

void InterceptSearch::solve_several(const Vector& z, Vector& b) {
  if (climb_down(z, 1, kFewSteps, b)) return;
  // Far from the solution probabilities are 0 and 1, and the curvature vanishes. Continuation: the
  // solution for predictions divided by tau is a good start for tau / 2.
  double tau = z.lpNorm<Eigen::Infinity>();
  if (!std::isfinite(tau)) return;
  b.setZero();
  for (; tau > 1; tau /= 2) climb_down(z, tau, kMostSteps, b);
  climb_down(z, 1, kMostSteps, b);
}

bool InterceptSearch::climb_down(const Vector& z, double tau, int most, Vector& b) {
  moved_ = z;
  add_intercept(b, moved_);
  moved_ /= tau;
  const double last = tau == 1 ? kLastMove : kCloseEnough;
  for (int i = 0; i < most; ++i) {
    look(moved_);
    hessian_.take(d_);
    loss_.derivative(moved_, r_);
    hessian_.sum(r_, step_);
    step_.array() -= step_.mean();
    const double slope = step_.lpNorm<Eigen::Infinity>();
    hessian_.solve(step_);
    const double range = step_.maxCoeff() - step_.minCoeff();
    if (!std::isfinite(range)) return false;
    if (range == 0) return slope <= kRoundingOfSums;
    // As long as odds change by less than a factor of 2, so does phi'', and the step is a descent.
    const double t = -std::min(1.0, kLongestMove / range);
    move_ = t * step_;
    add_intercept(move_, moved_);
    b += tau * move_;
    if (range <= last) return true;
  }
  return false;
}

void InterceptSearch::solve_afresh(const Vector& z, Vector& b) {
  b.setZero();
  if (b.size() > 1) return solve(z, b);
  const auto [mean, least, most] = spread(reduction_, z);
  b[0] = -mean;
  if (loss_.is_convex()) return solve(z, b);
  // Each local minimum of the scanned values starts a search. Outside of [-most, -least] all
  // predictions have the same sign.
  const double width = most - least + 2 * kBeyondSamples;
  const double count = std::clamp(std::ceil(width), 1.0, kMostScanned);
  double lowest = std::numeric_limits<double>::infinity(), before = lowest, here = lowest;
  const auto value_at = [&](double at) {
    r_ = z.array() + at;
    return loss_.value(r_);
  };
  for (double k = 0; k <= count + 1; ++k) {
    const auto place = [&, first = -most](double j) {
      return first - kBeyondSamples + width * j / count;
    };
    const double next = k <= count ? value_at(place(k)) : std::numeric_limits<double>::infinity();
    if (k > 0 && here <= before && here < next) {
      double found = place(k - 1);
      solve_one(z, width / count, found);
      const double value = value_at(found);
      if (value < lowest) {
        lowest = value;
        b[0] = found;
      }
    }
    before = std::exchange(here, next);
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
  // db/dt is a weighted mean of -w. A larger value means that G is zero up to rounding.
  if (!(rate.lpNorm<Eigen::Infinity>() <= 2 * reduction_.largest_entry(w))) rate.setZero();
}

double InterceptSearch::relief(const Vector& prediction, const Vector& w) {
  look(prediction);
  hessian_.take(d_);
  hessian_.sum_bent(d_, w, step_);
  hessian_.whiten(step_);
  return step_.squaredNorm();
}

InterceptLine::InterceptLine(const Loss& loss, const Reduction& reduction)
    : loss_(loss),
      search_(loss, reduction),
      rate_(loss.outputs()),
      motion_(loss.predictions()),
      beyond_(loss.outputs()),
      moved_(loss.predictions()) {}

void InterceptLine::look(const Vector& z, const Vector& w) {
  z_ = &z;
  motion_ = w;
  search_.follow(z, w, rate_);
  add_intercept(rate_, motion_);
  solved_step_ = std::numeric_limits<double>::quiet_NaN();
}

void InterceptLine::solve_at(double t) {
  if (t == solved_step_) return;
  kernels::add_scaled(z_->data(), t, motion_.data(), moved_.data(), moved_.size());
  beyond_.setZero();
  search_.solve(moved_, beyond_);
  solved_step_ = t;
}

void InterceptLine::step(double t, Vector& b) {
  solve_at(t);
  b += t * rate_ + beyond_;
}

double InterceptLine::change(const Vector& r, double t) {
  solve_at(t);
  moved_ = t * motion_;
  add_intercept(beyond_, moved_);
  return loss_.change(*z_, r, moved_, 1);
}

double InterceptLine::slope(double t) {
  solve_at(t);
  moved_ = *z_;
  add_intercept(beyond_, moved_);
  return loss_.slope(moved_, motion_, t);
}

std::optional<Derivatives> InterceptLine::derivatives(double t) {
  solve_at(t);
  moved_ = *z_;
  add_intercept(beyond_, moved_);
  std::optional<Derivatives> derivatives = loss_.derivatives(moved_, motion_, t);
  if (!derivatives) return derivatives;
  kernels::axpy(t, motion_.data(), moved_.data(), moved_.size());
  derivatives->curvature -= search_.relief(moved_, motion_);
  return derivatives;
}

namespace {

// Diagonal shift, relative to the mean of the diagonal, if rounding has made G singular off 1.
constexpr double kRidge = 1e-14;

}  // namespace

InterceptHessian::InterceptHessian(const Loss& loss, const Reduction& reduction)
    : loss_(loss), reduction_(reduction) {
  const Index outputs = loss.outputs();
  if (outputs == 1) return;
  g_.resize(outputs, outputs);
  factor_.resize(outputs, outputs);
  block_ = Vector::Zero(loss.predictions());
  bent_.resize(loss.predictions());
  column_.resize(outputs);
}

void InterceptHessian::sum(const Vector& v, Vector& sums) const {
  const Index m = loss_.size();
  for (Index k = 0; k < sums.size(); ++k) sums[k] = v.segment(k * m, m).sum();
}

void InterceptHessian::sum_bent(const Vector& d, const Vector& w, Vector& sums) {
  if (loss_.outputs() == 1) {
    sums[0] = reduction_.dot(d, w);
    return;
  }
  loss_.multiply_second(d, w, bent_);
  sum(bent_, sums);
}

void InterceptHessian::take(const Vector& d) {
  const Index outputs = loss_.outputs(), m = loss_.size();
  if (outputs == 1) {
    total_ = reduction_.total(d);
    is_curved_ = total_ > 0;
    return;
  }
  for (Index k = 0; k < outputs; ++k) {
    block_.segment(k * m, m).setOnes();
    sum_bent(d, block_, column_);
    block_.segment(k * m, m).setZero();
    g_.col(k) = column_;
  }
  const double trace = g_.trace();
  is_curved_ = trace > 0 && std::isfinite(trace);
  if (!is_curved_) return;
  // G is 0 along 1: any positive shift there leaves the solution unchanged.
  const double mean = trace / static_cast<double>(outputs);
  g_.array() += mean / static_cast<double>(outputs);
  factor_ = g_;
  is_curved_ = factorize_in_place(factor_);
  for (double ridge = kRidge; !is_curved_ && ridge < 1; ridge *= 10) {
    g_.diagonal().array() += ridge * mean;
    factor_ = g_;
    is_curved_ = factorize_in_place(factor_);
  }
}

void InterceptHessian::solve(Vector& u) const {
  if (!is_curved_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= total_;
  } else {
    factor_.triangularView<Eigen::Lower>().solveInPlace(u);
    factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(u);
  }
}

void InterceptHessian::whiten(Vector& u) const {
  if (!is_curved_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= std::sqrt(total_);
  } else {
    factor_.triangularView<Eigen::Lower>().solveInPlace(u);
  }
}

namespace {

/// Whether phi does not increase as the intercept of one output goes to +infinity or -infinity.
struct Ends {
  bool falls_upwards = false;
  bool falls_downwards = false;
};

Ends ends_of(const Loss& loss, Index output) {
  // Beyond every target; and, for losses that saturate, where the slope is not yet 0.
  constexpr std::array far = {1e300, 30.0};
  const Vector z = Vector::Zero(loss.predictions());
  Vector w = z;
  w.segment(output * loss.size(), loss.size()).setOnes();
  double up = 0, down = 0;
  for (const double distance : far) {
    if (up == 0) up = loss.slope(z, w, distance);
    if (down == 0) down = loss.slope(z, w, -distance);
  }
  return {!(up > 0), !(down < 0)};
}

}  // namespace

void require_best_intercept(const Loss& loss) {
  if (!loss.is_twice_differentiable()) {
    throw InvalidInput("intercept", "needs a loss that knows its second derivative");
  }
  for (Index k = 0; k < loss.outputs(); ++k) {
    const Ends ends = ends_of(loss, k);
    if (!ends.falls_upwards && !ends.falls_downwards) continue;
    const char* way = ends.falls_upwards ? "grows" : "shrinks";
    if (loss.outputs() > 1) {
      throw InvalidInput("intercept", compose("the loss falls for ever as that of class {} {}: "
                                              "every class needs a sample of positive weight",
                                              k, way));
    }
    throw InvalidInput(
        "intercept", compose("the loss falls for ever as it {}: of labels both classes have to be "
                             "there, of counts one above 0, among the samples of positive weight",
                             way));
  }
}

Vector best_intercept(const Loss& loss, const Vector& z) {
  require_best_intercept(loss);
  Vector b(loss.outputs());
  InterceptSearch(loss, Reduction(z.size())).solve_afresh(z, b);
  return b;
}

}  // namespace acgd
