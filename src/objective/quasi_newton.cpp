#include "objective/quasi_newton.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/objective/objective.hpp"
#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"

// Compact form of the limited-memory BFGS matrix (Byrd, Nocedal and Schnabel 1994). With S = (s_i),
// Y = (y_i), oldest first, D = diag(s_i'y_i) and L the strictly lower part of S'Y,
//
//     B = theta I + Y D^-1 Y' - Q (J J')^-1 Q',   Q = theta S + Y D^-1 L',
//     J J' = theta S'S + L D^-1 L'.
//
// theta is the curvature of directions that no pair has seen: between s'y / s's and y'y / s'y of the
// newest pair, which are equal where H is a multiple of I. The smaller one takes long steps there. It
// is best where f is flat in most directions, and fails the decrease test where f is steep: so the
// place between them, the caution, adapts to the steps that were accepted at once.
//
// 1. add(): damp y (Powell 1978) where s'y is too small or negative, so that B stays positive
//    definite: y = t y + (1 - t) B s. Store the pair, and its inner products with the others.
// 2. factorize(): J. Where rounding makes J J' indefinite, drop the oldest pairs.
// 3. The features of an atom a are u = D^-1/2 Y'a and v = J^-1 Q'a. Then
//    a'B b = theta a'b + u_a'u_b - v_a'v_b.

namespace acgd {

namespace {

constexpr Index kMostPairs = 80;
constexpr Index kFewestPairs = 8;
// Maximum memory of the pairs, beyond kFewestPairs of them.
constexpr Index kPairBytes = Index{1} << 25;

// Powell's damping: s'y is at least this fraction of s'Bs.
constexpr double kDamping = 0.2;
// Change of the caution after a step that was accepted at once, and after another one.
constexpr double kLessCaution = 0.05;
constexpr double kMoreCaution = 0.25;

Index number_of_pairs(Index dimension) {
  const auto bytes = static_cast<Index>(2 * sizeof(double)) * dimension;
  return std::clamp(kPairBytes / bytes, kFewestPairs, kMostPairs);
}

kernels::DenseView<double> view(const Matrix& m, Index cols) {
  return {.data = m.data(), .rows = m.rows(), .cols = cols};
}

double dot(const Vector& a, const Vector& b) { return kernels::dot(a.data(), b.data(), a.size()); }

}  // namespace

QuasiNewton::QuasiNewton(Index dimension)
    : dimension_(dimension),
      most_(number_of_pairs(dimension)),
      s_(dimension, most_),
      y_(dimension, most_),
      ss_(most_, most_),
      sy_(most_, most_),
      root_d_(most_),
      l_(most_, most_),
      j_(most_, most_),
      by_slot_(most_),
      weights_(2 * most_),
      damped_(dimension),
      one_(2 * most_),
      dense_(dimension) {
  slots_.reserve(static_cast<std::size_t>(most_));
}

bool QuasiNewton::add(const Vector& s, const Vector& y, double noise, bool accepted) {
  if (is_ready()) {
    caution_ = std::clamp(caution_ + (accepted ? -kLessCaution : kMoreCaution), 0.0, 1.0);
  }
  const double squared_step = dot(s, s), squared_change = dot(y, y);
  if (!(squared_step > 0) || !std::isfinite(squared_change)) return false;
  if (!(squared_change > noise * noise)) return false;
  const double along = dot(s, y);
  const Vector* change = &y;
  if (is_ready()) {
    multiply(s, damped_);
    const double model = dot(s, damped_);
    if (along < kDamping * model) {
      const double t = (1 - kDamping) * model / (model - along);
      damped_ = t * y + (1 - t) * damped_;
      change = &damped_;
    }
  } else if (!(along > 0)) {
    return false;
  }
  const double curvature = dot(s, *change);
  if (!(curvature > 0) || !std::isfinite(curvature)) return false;
  if (change == &y) {
    const double least = along / squared_step, most = squared_change / along;
    theta_ = least * std::pow(most / least, caution_);
  }

  Index slot = count();
  if (slot == most_) {
    slot = slots_.front();
    slots_.erase(slots_.begin());
  }
  slots_.push_back(slot);
  s_.col(slot) = s;
  y_.col(slot) = *change;
  const Index used = std::max(count(), slot + 1);
  kernels::multiply_adjoint(view(s_, used), s_.col(slot).data(), by_slot_.data());
  ss_.col(slot).head(used) = by_slot_.head(used);
  ss_.row(slot).head(used) = by_slot_.head(used).transpose();
  kernels::multiply_adjoint(view(s_, used), y_.col(slot).data(), by_slot_.data());
  sy_.col(slot).head(used) = by_slot_.head(used);
  kernels::multiply_adjoint(view(y_, used), s_.col(slot).data(), by_slot_.data());
  sy_.row(slot).head(used) = by_slot_.head(used).transpose();
  while (is_ready() && !factorize()) forget_oldest();
  return is_ready();
}

/// Moves the newest slot into the place of the oldest, so that the first count() slots are in use.
void QuasiNewton::forget_oldest() {
  const Index slot = slots_.front(), last = count() - 1;
  slots_.erase(slots_.begin());
  if (slot == last) return;
  for (Matrix* each : {&s_, &y_}) each->col(slot) = each->col(last);
  for (Matrix* each : {&ss_, &sy_}) {
    each->col(slot).head(last + 1) = each->col(last).head(last + 1);
    each->row(slot).head(last + 1) = each->row(last).head(last + 1);
  }
  *std::find(slots_.begin(), slots_.end(), last) = slot;
}

bool QuasiNewton::factorize() {
  const Index m = count();
  for (Index j = 0; j < m; ++j) {
    const double d = sy_(slots_[j], slots_[j]);
    if (!(d > 0)) return false;
    root_d_[j] = std::sqrt(d);
    for (Index i = 0; i < m; ++i) l_(i, j) = i > j ? sy_(slots_[i], slots_[j]) / d : 0;
  }
  for (Index j = 0; j < m; ++j) {
    for (Index i = j; i < m; ++i) {
      double sum = theta_ * ss_(slots_[i], slots_[j]);
      for (Index k = 0; k < j; ++k) {
        const double d = root_d_[k] * root_d_[k];
        sum += d * l_(i, k) * l_(j, k) - j_(i, k) * j_(j, k);
      }
      if (i == j) {
        // A pivot that rounding errors dominate belongs to a pair that depends on the others.
        constexpr double kDependentPair = 1e-14;
        if (!(sum > kDependentPair * theta_ * ss_(slots_[j], slots_[j]))) return false;
        j_(j, j) = std::sqrt(sum);
      } else {
        j_(i, j) = sum / j_(j, j);
      }
    }
  }
  return true;
}

/// In: (Y'a, S'a) by slot. Out: (u, v) by age.
void QuasiNewton::transform(VectorRef features) const {
  const Index m = count();
  Eigen::Matrix<double, kMostPairs, 1> y_by_slot, s_by_slot;
  y_by_slot.head(m) = features.head(m);
  s_by_slot.head(m) = features.segment(most_, m);
  features.setZero();
  for (Index i = 0; i < m; ++i) {
    const double of_y = y_by_slot[slots_[i]];
    features[i] = of_y / root_d_[i];
    double v = theta_ * s_by_slot[slots_[i]];
    for (Index k = 0; k < i; ++k) {
      v += l_(i, k) * y_by_slot[slots_[k]] - j_(i, k) * features[most_ + k];
    }
    features[most_ + i] = v / j_(i, i);
  }
}

void QuasiNewton::find_features(const Atom& atom, VectorRef features) {
  const Index m = count();
  features.setZero();
  if (atom.as<Atom::Coordinate>() || atom.as<Atom::Sparse>()) {
    for_each_entry(atom, 0, [&](Index j, double value) {
      for (Index i = 0; i < m; ++i) {
        features[i] += value * y_(j, i);
        features[most_ + i] += value * s_(j, i);
      }
    });
  } else {
    atom.assign_to(dense_);
    kernels::multiply_adjoint(view(y_, m), dense_.data(), features.data());
    kernels::multiply_adjoint(view(s_, m), dense_.data(), features.data() + most_);
  }
  transform(features);
}

void QuasiNewton::add_image(const Term& term, double weight, VectorRef image) {
  find_features(*term.atom, one_);
  term.atom->add_to(image.head(dimension_), weight);
  image.tail(2 * most_) += weight * one_;
}

double QuasiNewton::product(const Term& term, ConstVectorRef image) {
  find_features(*term.atom, one_);
  const auto features = image.tail(2 * most_);
  return theta_ * term.atom->dot(image.head(dimension_)) +
         one_.head(most_).dot(features.head(most_)) - one_.tail(most_).dot(features.tail(most_));
}

void QuasiNewton::gram(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (features_.cols() < count) features_.resize(2 * most_, count + count / 2);
  for (Index i = 0; i < count; ++i) find_features(*terms[i].atom, features_.col(i));
  const Index fresh = count - known;
  const auto u = features_.topRows(most_).leftCols(count);
  const auto v = features_.bottomRows(most_).leftCols(count);
  auto block = h.block(0, known, count, fresh);
  block.noalias() = u.transpose() * u.rightCols(fresh);
  block.noalias() -= v.transpose() * v.rightCols(fresh);
  for (Index j = known; j < count; ++j) {
    const auto* coordinate = terms[j].atom->as<Atom::Coordinate>();
    bool is_dense = false;
    for (Index i = 0; i <= j; ++i) {
      const auto* other = terms[i].atom->as<Atom::Coordinate>();
      double inner = 0;
      if (coordinate != nullptr && other != nullptr) {
        if (other->index == coordinate->index) inner = other->value * coordinate->value;
      } else {
        if (!is_dense) terms[j].atom->assign_to(dense_);
        is_dense = true;
        inner = terms[i].atom->dot(dense_);
      }
      h(i, j) += theta_ * inner;
      h(j, i) = h(i, j);
    }
  }
}

// B d = theta d + Y D^-1 (Y'd - L' w) - theta S w with w = J'^-1 v.
void QuasiNewton::multiply(const Vector& d, Vector& hd) {
  const Index m = count();
  kernels::multiply_adjoint(view(y_, m), d.data(), one_.data());
  kernels::multiply_adjoint(view(s_, m), d.data(), one_.data() + most_);
  transform(one_);
  for (Index i = m - 1; i >= 0; --i) {
    double w = one_[most_ + i];
    for (Index k = i + 1; k < m; ++k) w -= j_(k, i) * one_[most_ + k];
    one_[most_ + i] = w / j_(i, i);
  }
  for (Index i = 0; i < m; ++i) {
    double p = one_[i] / root_d_[i];
    for (Index k = i + 1; k < m; ++k) p -= l_(k, i) * one_[most_ + k];
    weights_[slots_[i]] = p;
    weights_[most_ + slots_[i]] = -theta_ * one_[most_ + i];
  }
  hd = theta_ * d;
  for (Index i = 0; i < m; ++i) {
    kernels::axpy(weights_[i], y_.col(i).data(), hd.data(), dimension_);
    kernels::axpy(weights_[most_ + i], s_.col(i).data(), hd.data(), dimension_);
  }
}

void QuasiNewton::visit(Archive& archive) {
  archive(slots_, theta_, caution_);
  const Index m = count();
  Archive::require(m <= most_, "there are too many pairs");
  for (const Index slot : slots_) Archive::require(slot < m, "an index is out of range");
  for (Matrix* each : {&s_, &y_}) {
    for (Index i = 0; i < m; ++i) archive.bytes(each->col(i).data(), 8 * dimension_);
  }
  for (Matrix* each : {&ss_, &sy_}) {
    for (Index i = 0; i < m; ++i) archive.bytes(each->col(i).data(), 8 * m);
  }
  if (archive.is_loading()) Archive::require(m == 0 || factorize(), "its pairs are dependent");
}

void HessianProducts::add_image(const Term& term, double weight, VectorRef image) {
  term.atom->assign_to(d_);
  f_.multiply_hessian(x_, d_, hd_);
  image += weight * hd_;
}

void HessianProducts::gram(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  for (Index j = known; j < count; ++j) {
    terms[j].atom->assign_to(d_);
    f_.multiply_hessian(x_, d_, hd_);
    for (Index i = 0; i <= j; ++i) h(i, j) = h(j, i) = terms[i].atom->dot(hd_);
  }
}

void HessianProducts::multiply(const Vector& d, Vector& hd) { f_.multiply_hessian(x_, d, hd); }

}  // namespace acgd
