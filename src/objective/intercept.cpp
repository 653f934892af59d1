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
#include "linalg/kernels.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

constexpr int kMostSteps = 200;
// A step so short beside the predictions is the last one.
constexpr double kLastStep = 64 * std::numeric_limits<double>::epsilon();
// So is a longer one, if it is so much shorter than the one before: Newton's method squares its
// error, in whatever unit. What is left is below 1e-19 of the predictions.
constexpr double kLastNewtonStep = 1e-11, kFastDecrease = 1e-4;
// The same of several outputs, whose predictions are logarithms of odds.
constexpr double kLastMove = 1e-8;
constexpr double kLongestMove = 0.5;
// Of predictions divided by something, which are solved for on the way only.
constexpr double kCloseEnough = 1e-2;
// What a start close to the answer takes.
constexpr int kFewSteps = 20;
// The longest step, where next to there is no curvature: the first one. The next are its powers 2, 4, 8 and
// so on: targets may be measured in any unit.
constexpr double kFirstReach = 8;
// Beside the predictions it must not vanish by rounding.
constexpr double kLeastReach = 1e-8;
// After so many steps rounding is asked for: predictions may be far smaller than targets.
constexpr int kStepsBeforeRounding = 3;
constexpr double kRoundingOfSums = 4 * std::numeric_limits<double>::epsilon();

/// Doubles in ascending order as integers without gaps.
std::int64_t rank_of(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

double of_rank(std::int64_t rank) {
  return std::bit_cast<double>(rank < 0 ? std::numeric_limits<std::int64_t>::min() - rank : rank);
}

/// Where the slope changes its sign.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
  bool has_inside(double b) const { return low < b && b < high; }
  double middle() const { return low / 2 + high / 2; }
  /// Half of the doubles in it are below: 64 halvings find any of them, however small it is.
  double median() const { return of_rank(std::midpoint(rank_of(low), rank_of(high))); }
};

// Of a loss that is not convex: so many intercepts are looked at, 1 apart or further, and so far
// beyond the samples.
constexpr double kMostScanned = 64, kBeyondSamples = 6;

struct Spread {
  double mean, least, most;
};

Spread spread(const Shards* shards, const Vector& z) {
  const double samples = static_cast<double>(shards != nullptr ? shards->samples() : z.size());
  const double mean = sum(shards, z) / samples;
  const auto furthest = [&](double sign) {
    const auto in = [&](Index first, Index size) {
      return (sign * (z.segment(first, size).array() - mean)).maxCoeff();
    };
    if (shards == nullptr) return in(0, z.size());
    return shards->largest([&](Shards::Range range) { return in(range.first, range.size()); });
  };
  return {mean, mean - furthest(-1), mean + furthest(1)};
}

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
  const double size = largest(loss_.shards(), z);
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
    // An exponential that overflows has an infinite slope, and tells the side alone.
    const double wanted = here.curvature > 0 && is_finite ? std::abs(here.slope) / here.curvature
                                                          : std::numeric_limits<double>::infinity();
    bool is_newton = wanted <= longest && wanted <= 0.5 * before_last;
    // Where the same step is wanted again and again, as far out on an exponential, it has to grow.
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
  return kRoundingOfSums * absolute_dot(loss_.shards(), r_, ones_);
}

void InterceptSearch::solve_several(const Vector& z, Vector& b) {
  if (climb_down(z, 1, kFewSteps, b)) return;
  // Far away probabilities are 0 and 1, and there is no curvature. Predictions divided by tau are close to
  // each other, and what is best for them is nearly best for those divided by tau / 2.
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
    // While odds change by less than a factor of 2, phi'' does, too, and the step leads down.
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
  const auto [mean, least, most] = spread(loss_.shards(), z);
  b[0] = -mean;
  if (loss_.is_convex()) return solve(z, b);
  // Several local minima: what is lowest of a row of values is in the basin of one of them. Outside
  // of [-most, -least] all samples are on the same side.
  const double width = most - least + 2 * kBeyondSamples;
  const double count = std::clamp(std::ceil(width), 1.0, kMostScanned);
  double lowest = std::numeric_limits<double>::infinity(), before = lowest, here = lowest;
  const auto value_at = [&](double at) {
    r_ = z.array() + at;
    return loss_.value(r_);
  };
  for (double k = 0; k <= count + 1; ++k) {
    const auto place = [&](double j) { return -most - kBeyondSamples + width * j / count; };
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
  // b moves as means of w do. What is beyond comes of a G that is next to nothing.
  if (!(rate.lpNorm<Eigen::Infinity>() <= 2 * largest(loss_.shards(), w))) rate.setZero();
}

double InterceptSearch::relief(const Vector& prediction, const Vector& w) {
  look(prediction);
  hessian_.take(d_);
  hessian_.sum_bent(d_, w, step_);
  hessian_.whiten(step_);
  return step_.squaredNorm();
}

InterceptLine::InterceptLine(const Loss& loss)
    : loss_(loss),
      search_(loss),
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

// So much of the diagonal is added where rounding has made G singular in more than one direction.
constexpr double kRidge = 1e-14;

}  // namespace

InterceptHessian::InterceptHessian(const Loss& loss) : loss_(loss) {
  const Index outputs = loss.outputs();
  // Until then Eigen's factor has members that are not set, and may not be copied.
  factor_.compute(Matrix::Identity(outputs, outputs));
  if (outputs == 1) return;
  g_.resize(outputs, outputs);
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
    sums[0] = dot(loss_.shards(), d, w);
    return;
  }
  loss_.multiply_second(d, w, bent_);
  sum(bent_, sums);
}

void InterceptHessian::take(const Vector& d) {
  const Index outputs = loss_.outputs(), m = loss_.size();
  if (outputs == 1) {
    total_ = acgd::sum(loss_.shards(), d);
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
  // Along 1, where G is 0, anything positive will do.
  const double mean = trace / static_cast<double>(outputs);
  g_.array() += mean / static_cast<double>(outputs);
  factor_.compute(g_);
  for (double ridge = kRidge; factor_.info() != Eigen::Success && ridge < 1; ridge *= 10) {
    g_.diagonal().array() += ridge * mean;
    factor_.compute(g_);
  }
  is_curved_ = factor_.info() == Eigen::Success;
}

void InterceptHessian::solve(Vector& u) const {
  if (!is_curved_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= total_;
  } else {
    factor_.solveInPlace(u);
  }
}

void InterceptHessian::whiten(Vector& u) const {
  if (!is_curved_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= std::sqrt(total_);
  } else {
    factor_.matrixL().solveInPlace(u);
  }
}

namespace {

/// Whether phi rises at both ends when one output goes its way.
struct Ends {
  bool falls_upwards = false;
  bool falls_downwards = false;
};

Ends ends_of(const Loss& loss, Index output) {
  // What is beyond every target; and where a loss that ends flat has not become so yet.
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
    throw InvalidInput("intercept: needs a loss that knows its second derivative");
  }
  for (Index k = 0; k < loss.outputs(); ++k) {
    const Ends ends = ends_of(loss, k);
    if (!ends.falls_upwards && !ends.falls_downwards) continue;
    const char* way = ends.falls_upwards ? "grows" : "shrinks";
    if (loss.outputs() > 1) {
      throw InvalidInput(
          compose("intercept: the loss falls for ever as that of class {} {}: every "
                  "class needs a sample of positive weight",
                  k, way));
    }
    throw InvalidInput(
        compose("intercept: the loss falls for ever as it {}: of labels both classes have to be "
                "there, of counts one above 0, among the samples of positive weight",
                way));
  }
}

Vector best_intercept(const Loss& loss, const Vector& z) {
  require_best_intercept(loss);
  Vector b(loss.outputs());
  InterceptSearch(loss).solve_afresh(z, b);
  return b;
}

}  // namespace acgd
