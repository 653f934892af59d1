#include "objective/balancing_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/kernels.hpp"
#include "objective/balancing_kernels.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

/// From here on exp(s) - 1 - s loses nothing when it is computed as a difference of terms, and a
/// term that had underflowed comes back.
constexpr double kLong = 30;
// A carried term gains a rounding error or two a step.
constexpr int kBalancingStepsBetweenRefreshes = 64;
/// How e_ij = a exp(gap), gap = x_i - x_j, changes when s is added to the exponent.
double term_change(double a, double e, double gap, double s) {
  if (a == 0) return 0;
  if (std::abs(s) < kLong) return e * std::expm1(s);
  return balancing_term(a, gap + s) - e;
}

}  // namespace

BalancingCursor::BalancingCursor(const MatrixBalancing& f, const Atom& x0,
                                 std::shared_ptr<const Norm> norm)
    : f_(f),
      norm_(std::move(norm)),
      x_(x0.to_dense()),
      next_(x_.size()),
      forward_(f.pairs().forward.size()),
      backward_(forward_.size()),
      gradient_(x_.size()),
      previous_(x_.size()),
      d_(x_.size()),
      spread_(forward_.size()),
      growth_(forward_.size()),
      forward_change_(forward_.size()),
      backward_change_(forward_.size()),
      probed_(x_.size()),
      line_(*this) {
  f.scale(x_, forward_, backward_);
}

double BalancingCursor::value() {
  if (!value_) value_ = f_.diagonal() + forward_.sum() + backward_.sum();
  return *value_;
}

const Gradient& BalancingCursor::gradient() {
  if (!has_gradient_) {
    f_.imbalance(forward_, backward_, gradient_.entries());
    has_gradient_ = true;
    ++gradient_count_;
  }
  return gradient_;
}

Line& BalancingCursor::look(const Direction& direction) {
  direction_ = direction;
  direction.assign_terms_to(d_);
  if (direction.point_weight != 0) d_ += direction.point_weight * x_;
  const MatrixBalancing::Pairs& pairs = f_.pairs();
  for (Index i = 0; i < x_.size(); ++i) {
    for (Index k = pairs.starts[i]; k < pairs.starts[i + 1]; ++k) {
      spread_[k] = d_[i] - d_[pairs.partners[k]];
    }
  }
  widest_ = spread_.size() == 0 ? 0 : spread_.lpNorm<Eigen::Infinity>();
  growth_step_ = std::numeric_limits<double>::quiet_NaN();
  line_.point_along(direction);
  return line_;
}

bool BalancingCursor::is_short(double t) const { return t * widest_ <= balancing::kShort; }

double BalancingCursor::curvature_excess(double t) {
  if (is_short(t)) return balancing::excess({spread_, forward_, backward_}, t);
  double sum = 0;
  const MatrixBalancing::Pairs& pairs = f_.pairs();
  growth_step_ = t;
  growth_ = t * spread_;
  vector_exp(growth_.data(), growth_.data(), growth_.size());
  for (Index i = 0; i < x_.size(); ++i) {
    for (Index k = pairs.starts[i]; k < pairs.starts[i + 1]; ++k) {
      const double s = t * spread_[k];
      if (std::abs(s) <= balancing::kShort) {
        double even = 0, odd = 0;
        balancing::remainders(s, even, odd);
        sum += forward_[k] * (even + odd) + backward_[k] * (even - odd);
      } else if (std::abs(s) < kLong) {
        sum += forward_[k] * (growth_[k] - 1 - s) + backward_[k] * (1 / growth_[k] - 1 + s);
      } else {
        const double gap = x_[i] - x_[pairs.partners[k]];
        sum += term_change(pairs.forward[k], forward_[k], gap, s) - forward_[k] * s;
        sum += term_change(pairs.backward[k], backward_[k], -gap, -s) + backward_[k] * s;
      }
    }
  }
  return sum;
}

void BalancingCursor::change_terms(double t) {
  if (is_short(t)) {
    balancing::change({spread_, forward_, backward_}, t, forward_change_, backward_change_);
    return;
  }
  const MatrixBalancing::Pairs& pairs = f_.pairs();
  for (Index i = 0; i < x_.size(); ++i) {
    for (Index k = pairs.starts[i]; k < pairs.starts[i + 1]; ++k) {
      const double s = t * spread_[k];
      const double gap = x_[i] - x_[pairs.partners[k]];
      forward_change_[k] = term_change(pairs.forward[k], forward_[k], gap, s);
      backward_change_[k] = term_change(pairs.backward[k], backward_[k], -gap, -s);
    }
  }
}

void BalancingCursor::carry_terms(double t) {
  const bool known = is_short(t) || (t == growth_step_ && t * widest_ < kLong);
  if (!known || ++steps_carried_ == kBalancingStepsBetweenRefreshes) {
    f_.scale(x_, forward_, backward_);
    steps_carried_ = 0;
  } else if (is_short(t)) {
    balancing::carry(spread_, t, forward_, backward_);
  } else {
    forward_.array() *= growth_.array();
    backward_.array() /= growth_.array();
  }
}

bool BalancingCursor::advance(double t) {
  if (direction_.lands(t)) {
    direction_.assign_terms_to(next_);
  } else {
    next_ = x_ + t * d_;
  }
  std::swap(x_, next_);
  carry_terms(t);
  value_.reset();
  previous_.take(gradient_.entries(), has_gradient_);
  has_gradient_ = false;
  return x_ != next_;
}

void BalancingCursor::BalancingLine::point_along(const Direction& direction) {
  BalancingCursor& at = cursor_;
  fall_ = -((at.forward_ - at.backward_).dot(at.spread_));
  max_step_ = direction.max_step;
  norm_.reset();
}

double BalancingCursor::BalancingLine::norm() {
  if (!norm_) norm_ = cursor_.norm_->of(cursor_.d_);
  return *norm_;
}

double BalancingCursor::BalancingLine::change(double t) {
  ++cursor_.trial_count_;
  return -t * fall_ + cursor_.curvature_excess(t);
}

double BalancingCursor::BalancingLine::slope(double t) {
  cursor_.change_terms(t);
  ++cursor_.gradient_count_;
  return -fall_ + (cursor_.forward_change_ - cursor_.backward_change_).dot(cursor_.spread_);
}

std::optional<double> BalancingCursor::BalancingLine::gradient_change() {
  return cursor_.previous_.change(cursor_.gradient().entries(), *cursor_.norm_);
}

// The entries of the gradient are sums of the terms of f, each term in two of them.
double BalancingCursor::BalancingLine::gradient_change_noise(double) {
  return 0.5 * kGradientNoise * cursor_.value();
}

double BalancingCursor::BalancingLine::probe(double t) {
  cursor_.change_terms(t);
  ++cursor_.gradient_count_;
  cursor_.f_.imbalance(cursor_.forward_change_, cursor_.backward_change_, cursor_.probed_);
  return cursor_.norm_->dual(cursor_.probed_);
}

// A sum over the pairs of (e_ij - e_ji) (d_i - d_j), each term good to an ulp or so.
double BalancingCursor::BalancingLine::change_noise_rate() const {
  return dot_noise(cursor_.forward_, cursor_.spread_) +
         dot_noise(cursor_.backward_, cursor_.spread_);
}

double BalancingCursor::BalancingLine::slope_noise() const {
  return change_noise_rate() +
         dot_noise(cursor_.gradient().entries(), cursor_.d_, cursor_.x_, cursor_.direction_);
}

void BalancingCursor::visit(Archive& archive) {
  archive(x_, forward_, backward_, steps_carried_, value_);
  archive(gradient_.entries(), has_gradient_, previous_, gradient_count_, trial_count_);
}

}  // namespace acgd
