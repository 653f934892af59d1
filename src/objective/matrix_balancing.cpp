#include "acgd/objective/matrix_balancing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "linalg/lanes.hpp"
#include "objective/matrix_balancing.hpp"
#include "objective/rounding.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::balancing {

namespace {

template <class Number>
ACGD_INLINE void series(const Number& s, Number& even, Number& odd) {
  const Number q = s * s;
  even =
      q * (1.0 / 2 +
           q * (1.0 / 24 +
                q * (1.0 / 720 + q * (1.0 / 40320 + q * (1.0 / 3628800 + q * (1.0 / 479001600))))));
  odd =
      s * q *
      (1.0 / 6 +
       q * (1.0 / 120 +
            q * (1.0 / 5040 + q * (1.0 / 362880 + q * (1.0 / 39916800 + q * (1.0 / 6227020800))))));
}

ACGD_CLONES double sum_excess(const double* spread, const double* forward, const double* backward,
                              double t, Index n) {
  Four first = {}, second = {};
  Index k = 0;
  for (; k + 4 <= n; k += 4) {
    Four s, there, back, even, odd;
    load(spread + k, s);
    load(forward + k, there);
    load(backward + k, back);
    s *= t;
    series(s, even, odd);
    first += there * (even + odd);
    second += back * (even - odd);
  }
  double sum = sum_of(first, second);
  for (; k < n; ++k) {
    double even = 0, odd = 0;
    series(t * spread[k], even, odd);
    sum += forward[k] * (even + odd) + backward[k] * (even - odd);
  }
  return sum;
}

ACGD_CLONES void fill_change(const double* spread, const double* forward, const double* backward,
                             double t, double* forward_change, double* backward_change, Index n) {
  for (Index k = 0; k < n; ++k) {
    const double s = t * spread[k];
    double even = 0, odd = 0;
    series(s, even, odd);
    forward_change[k] = forward[k] * (s + (even + odd));
    backward_change[k] = backward[k] * ((even - odd) - s);
  }
}

ACGD_CLONES void multiply_growth(const double* __restrict spread, double t,
                                 double* __restrict forward, double* __restrict backward, Index n) {
  for (Index k = 0; k < n; ++k) {
    const double s = t * spread[k];
    double even = 0, odd = 0;
    series(s, even, odd);
    forward[k] *= 1 + (s + (even + odd));
    backward[k] *= 1 + ((even - odd) - s);
  }
}

}  // namespace

double excess(const Terms& terms, double t) {
  return sum_excess(terms.spread.data(), terms.forward.data(), terms.backward.data(), t,
                    terms.spread.size());
}

void change(const Terms& terms, double t, Vector& forward_change, Vector& backward_change) {
  fill_change(terms.spread.data(), terms.forward.data(), terms.backward.data(), t,
              forward_change.data(), backward_change.data(), terms.spread.size());
}

void carry(const Vector& spread, double t, Vector& forward, Vector& backward) {
  multiply_growth(spread.data(), t, forward.data(), backward.data(), spread.size());
}

void remainders(double s, double& even, double& odd) { series(s, even, odd); }

}  // namespace acgd::balancing

namespace acgd {

namespace {

/// For |s| above this, exp(s) - 1 - s is computed as a difference of terms without loss of
/// accuracy, and terms that had underflowed are recovered.
constexpr double kLong = 30;
// Each step adds a rounding error or two to a carried term.
constexpr int kBalancingStepsBetweenRefreshes = 64;
/// Change of e_ij = a exp(gap), gap = x_i - x_j, when s is added to the exponent.
double term_change(double a, double e, double gap, double s) {
  if (a == 0) return 0;
  if (std::abs(s) < kLong) return e * std::expm1(s);
  return balancing_term(a, gap + s) - e;
}

}  // namespace

// Cursor of f(x) = sum a_ij exp(x_i - x_j) (matrix balancing: Osborne 1960).
//
// 1. look: spread_ij = d_i - d_j for each pair; <g, d> = sum (e_ij - e_ji) spread_ij.
// 2. Trials: t <g, d> + sum e_ij (exp(s) - 1 - s), s = t spread_ij, by a polynomial for
//    |s| <= 0.3, by exp below 30, and by differences of terms beyond.
// 3. advance: multiply e_ij by exp(s), reusing the factors of the last trial; every 64 steps, and
//    for very long steps, recompute e_ij from x.

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
  derivative_ = (at.forward_ - at.backward_).dot(at.spread_);
  max_step_ = direction.max_step;
  norm_.reset();
}

double BalancingCursor::BalancingLine::norm() {
  if (!norm_) norm_ = cursor_.norm_->of(cursor_.d_);
  return *norm_;
}

double BalancingCursor::BalancingLine::change(double t) {
  ++cursor_.trial_count_;
  return t * derivative_ + cursor_.curvature_excess(t);
}

double BalancingCursor::BalancingLine::slope(double t) {
  cursor_.change_terms(t);
  ++cursor_.gradient_count_;
  return derivative_ + (cursor_.forward_change_ - cursor_.backward_change_).dot(cursor_.spread_);
}

std::optional<double> BalancingCursor::BalancingLine::gradient_change() {
  return cursor_.previous_.change(cursor_.gradient().entries(), *cursor_.norm_);
}

// Gradient entries are sums of the terms of f, each of which occurs in two entries.
double BalancingCursor::BalancingLine::gradient_change_noise(double) {
  return 0.5 * kGradientNoise * cursor_.value();
}

double BalancingCursor::BalancingLine::probe(double t) {
  cursor_.change_terms(t);
  ++cursor_.gradient_count_;
  cursor_.f_.imbalance(cursor_.forward_change_, cursor_.backward_change_, cursor_.probed_);
  return cursor_.norm_->dual(cursor_.probed_);
}

// The sum over pairs of (e_ij - e_ji) (d_i - d_j); each term has an error of about an ulp.
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

namespace {

using Sparse = Eigen::SparseMatrix<double>;
using RowMajorMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Up to this |s| both exp(s) and exp(-s) are normal numbers.
constexpr double kSafeExponent = 700;

void check_shape(Index rows, Index cols) {
  if (rows != cols || rows < 1 || rows > std::numeric_limits<int>::max()) {
    throw InvalidInput("a", compose("is {} x {}, must be square and not empty", rows, cols));
  }
}

void check_entry(Index row, Index col, double value) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw InvalidInput("a",
                       compose("entry ({}, {}) is {}, must be finite and >= 0", row, col, value));
  }
}

}  // namespace

double balancing_term(double a, double s) {
  if (a == 0) return 0;
  if (std::abs(s) <= kSafeExponent) return a * std::exp(s);
  // In two factors: a small a is multiplied by the first before the second would overflow.
  const double half = std::exp(0.5 * s);
  return a * half * half;
}

MatrixBalancing::MatrixBalancing(const Eigen::Ref<const Matrix>& a) {
  check_shape(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) check_entry(i, j, a(i, j));
  }
  collect(Sparse(a.sparseView(0, 0)));
}

MatrixBalancing::MatrixBalancing(const Sparse& given) {
  check_shape(given.rows(), given.cols());
  const Sparse a = are_sorted("a", given) ? given : sorted(given);
  for (Index j = 0; j < a.cols(); ++j) {
    for (Sparse::InnerIterator it(a, j); it; ++it) check_entry(it.row(), j, it.value());
  }
  collect(a);
}

template <class A>
void MatrixBalancing::collect(const A& a) {
  const RowMajorMatrix by_rows = a;
  std::vector<double> forward, backward;
  const auto add = [&](Index partner, double there, double back) {
    if (there == 0 && back == 0) return;
    pairs_.partners.push_back(static_cast<int>(partner));
    forward.push_back(there);
    backward.push_back(back);
  };
  pairs_.starts.push_back(0);
  for (Index i = 0; i < a.rows(); ++i) {
    RowMajorMatrix::InnerIterator row(by_rows, i);
    Sparse::InnerIterator col(a, i);
    while (row || col) {
      const Index in_row = row ? row.col() : a.cols();
      const Index in_col = col ? col.row() : a.rows();
      const Index partner = std::min(in_row, in_col);
      const double there = in_row == partner ? row.value() : 0;
      const double back = in_col == partner ? col.value() : 0;
      if (partner == i) diagonal_ += there;
      if (partner > i) add(partner, there, back);
      if (in_row == partner) ++row;
      if (in_col == partner) ++col;
    }
    pairs_.starts.push_back(static_cast<Index>(forward.size()));
  }
  const auto count = static_cast<Index>(forward.size());
  pairs_.forward = Eigen::Map<const Vector>(forward.data(), count);
  pairs_.backward = Eigen::Map<const Vector>(backward.data(), count);
}

void MatrixBalancing::scale(const Vector& x, Vector& forward, Vector& backward) const {
  for (Index i = 0; i < dimension(); ++i) {
    for (Index k = pairs_.starts[i]; k < pairs_.starts[i + 1]; ++k) {
      forward[k] = x[i] - x[pairs_.partners[k]];
    }
  }
  vector_exp(forward.data(), backward.data(), forward.size());
  for (Index k = 0; k < forward.size(); ++k) {
    const double s = forward[k], grown = backward[k];
    const bool safe = std::abs(s) <= kSafeExponent;
    forward[k] = safe ? pairs_.forward[k] * grown : balancing_term(pairs_.forward[k], s);
    backward[k] = safe ? pairs_.backward[k] / grown : balancing_term(pairs_.backward[k], -s);
  }
}

void MatrixBalancing::imbalance(const Vector& forward, const Vector& backward, Vector& g) const {
  g.setZero();
  for (Index i = 0; i < dimension(); ++i) {
    double sum = 0;
    for (Index k = pairs_.starts[i]; k < pairs_.starts[i + 1]; ++k) {
      const double excess = forward[k] - backward[k];
      sum += excess;
      g[pairs_.partners[k]] -= excess;
    }
    g[i] += sum;
  }
}

double MatrixBalancing::value(const Vector& x) const {
  Vector forward(pairs_.forward.size()), backward(pairs_.forward.size());
  scale(x, forward, backward);
  return diagonal_ + forward.sum() + backward.sum();
}

void MatrixBalancing::gradient(const Vector& x, Vector& g) const {
  Vector forward(pairs_.forward.size()), backward(pairs_.forward.size());
  scale(x, forward, backward);
  imbalance(forward, backward, g);
}

std::unique_ptr<Cursor> MatrixBalancing::start(const Atom& x0,
                                               std::shared_ptr<const Norm> norm) const {
  return std::make_unique<BalancingCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
