#include "acgd/objective/optimal_design.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "objective/atom_entries.hpp"

namespace acgd {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Description DesignOptions::describe() {
  return {{"criterion", Word(criterion, {"D", "A", "I", "c"}),
           "of M: D: -log det M, A: tr M^-1, I: the mean of x_i' M^-1 x_i, c: c' M^-1 c"}};
}

/// Reused between calls, so that iterations do not allocate.
struct DesignLoss::Workspace {
  Matrix factor;   ///< L, in the lower triangle
  Vector values;   ///< eigenvalues l_j, ascending
  Matrix vectors;  ///< Q
  Matrix c;        ///< C M C' = I
  Matrix half;     ///< products with C
  Matrix bent;     ///< C W C'
  Matrix ck;       ///< C k
  Matrix qk;       ///< Q'C k
  Vector n;        ///< squared norms of the rows of qk

  static Workspace& here() {
    thread_local Workspace work;
    return work;
  }
};

DesignLoss::DesignLoss(Index dimension, Matrix k, double shift)
    : dimension_(dimension), k_(std::move(k)), shift_(shift) {}

bool DesignLoss::factor(ConstVectorRef z, Workspace& work) const {
  const Eigen::Map<const Matrix> m(z.data(), dimension_, dimension_);
  work.factor = m;
  if (!factorize_in_place(work.factor)) return false;
  work.c.setIdentity(dimension_, dimension_);
  work.factor.triangularView<Eigen::Lower>().solveInPlace(work.c);
  return work.c.allFinite();
}

double DesignLoss::value(ConstVectorRef z) const {
  Workspace& work = Workspace::here();
  if (!factor(z, work)) return kInfinity;
  if (is_log_det()) return 2 * work.c.diagonal().array().log().sum() + shift_;
  work.ck.noalias() = work.c * k_;
  return work.ck.squaredNorm();
}

void DesignLoss::derivative(ConstVectorRef z, VectorRef r) const {
  Workspace& work = Workspace::here();
  Eigen::Map<Matrix> out(r.data(), dimension_, dimension_);
  if (!factor(z, work)) {
    out.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (is_log_det()) {
    out.noalias() = -(work.c.transpose() * work.c);
    return;
  }
  work.ck.noalias() = work.c * k_;
  work.half.noalias() = work.c.transpose() * work.ck;  // M^-1 k
  out.noalias() = -(work.half * work.half.transpose());
}

bool DesignLoss::decompose(ConstVectorRef z, ConstVectorRef w, Workspace& work) const {
  if (!factor(z, work)) return false;
  const Eigen::Map<const Matrix> direction(w.data(), dimension_, dimension_);
  work.half.noalias() = work.c * direction;
  work.bent.noalias() = work.half * work.c.transpose();
  symmetric_spectrum(work.bent, work.values, work.vectors);
  if (is_log_det()) return true;
  work.ck.noalias() = work.c * k_;
  work.qk.noalias() = work.vectors.transpose() * work.ck;
  work.n = work.qk.rowwise().squaredNorm();
  return true;
}

double DesignLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                          double t) const {
  Workspace& work = Workspace::here();
  if (!decompose(z, w, work)) return kInfinity;
  const Vector& l = work.values;
  if (!(1 + t * l[0] > 0 && 1 + t * l[l.size() - 1] > 0)) return kInfinity;
  double sum = 0;
  for (Index j = 0; j < l.size(); ++j) {
    sum -= is_log_det() ? std::log1p(t * l[j]) : work.n[j] * t * l[j] / (1 + t * l[j]);
  }
  return sum;
}

double DesignLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return derivatives(z, w, t)->slope;
}

std::optional<Derivatives> DesignLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                   double t) const {
  Workspace& work = Workspace::here();
  if (!decompose(z, w, work)) return Derivatives{kInfinity, kInfinity};
  const Vector& l = work.values;
  if (!(1 + t * l[0] > 0 && 1 + t * l[l.size() - 1] > 0)) return Derivatives{kInfinity, kInfinity};
  Derivatives sum;
  for (Index j = 0; j < l.size(); ++j) {
    const double over = 1 / (1 + t * l[j]), rate = l[j] * over;
    sum.slope -= is_log_det() ? rate : work.n[j] * rate * over;
    sum.curvature += is_log_det() ? rate * rate : 2 * work.n[j] * rate * rate * over;
  }
  return sum;
}

void DesignLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  Workspace& work = Workspace::here();
  Eigen::Map<Matrix> c(d.data(), dimension_, dimension_);
  if (!factor(z, work)) {
    c.setZero();
    return;
  }
  c = work.c;
  if (is_log_det()) return;
  work.ck.noalias() = work.c * k_;
  work.bent.noalias() = work.ck * work.ck.transpose();
  symmetric_spectrum(work.bent, work.values, work.vectors);
  c.noalias() = work.vectors.transpose() * work.c;
}

void DesignLoss::bend(ConstVectorRef d, Eigen::Map<const Matrix> w, bool roots,
                      Workspace& work) const {
  const Eigen::Map<const Matrix> c(d.data(), dimension_, dimension_);
  work.half.noalias() = c * w;
  work.bent.noalias() = work.half * c.transpose();
  if (is_log_det()) return;
  work.ck.noalias() = c * k_;
  work.n = work.ck.rowwise().squaredNorm();
  for (Index j = 0; j < dimension_; ++j) {
    for (Index i = 0; i < dimension_; ++i) {
      const double s = work.n[i] + work.n[j];
      work.bent(i, j) *= roots ? std::sqrt(s) : s;
    }
  }
}

void DesignLoss::multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const {
  Workspace& work = Workspace::here();
  const Eigen::Map<const Matrix> c(d.data(), dimension_, dimension_);
  bend(d, {w.data(), dimension_, dimension_}, false, work);
  work.half.noalias() = c.transpose() * work.bent;
  Eigen::Map<Matrix>(y.data(), dimension_, dimension_).noalias() = work.half * c;
}

void DesignLoss::multiply_root(ConstVectorRef d, const double* w, Index, Index, double* y) const {
  Workspace& work = Workspace::here();
  bend(d, {w, dimension_, dimension_}, true, work);
  Eigen::Map<Matrix>(y, dimension_, dimension_) = work.bent;
}

double DesignLoss::infimum() const { return is_log_det() ? -kInfinity : 0; }

namespace {

// Points per matrix product: a block of them stays in the second-level cache.
constexpr Index kPointsAtOnce = 128;

/// M += sum of weight_i x_i x_i' over batches of points.
class MomentSum {
 public:
  MomentSum(const Matrix& points, VectorRef z)
      : points_(points),
        m_(z.data(), points.rows(), points.rows()),
        plain_(rooms()[0]),
        weighted_(rooms()[1]) {
    plain_.resize(points.rows(), kPointsAtOnce);
    weighted_.resize(points.rows(), kPointsAtOnce);
    m_.setZero();
  }

  void add(Index i, double weight) {
    if (weight == 0) return;
    plain_.col(count_) = points_.col(i);
    weighted_.col(count_) = weight * points_.col(i);
    if (++count_ == kPointsAtOnce) flush();
  }
  void flush() {
    m_.noalias() += weighted_.leftCols(count_) * plain_.leftCols(count_).transpose();
    count_ = 0;
  }

 private:
  static Matrix* rooms() {
    thread_local Matrix both[2];
    return both;
  }

  const Matrix& points_;
  Eigen::Map<Matrix> m_;
  Matrix& plain_;
  Matrix& weighted_;
  Index count_ = 0;
};

}  // namespace

void MomentMap::multiply(ConstVectorRef w, VectorRef z) const {
  MomentSum sum(points_, z);
  for (Index i = 0; i < w.size(); ++i) sum.add(i, w[i]);
  sum.flush();
}

void MomentMap::image(const Atom& atom, VectorRef z) const {
  MomentSum sum(points_, z);
  for_each_entry(atom, 0, [&](Index i, double weight) { sum.add(i, weight); });
  sum.flush();
}

void MomentMap::multiply_adjoint(ConstVectorRef r, VectorRef y) const {
  const Index d = points_.rows(), n = points_.cols();
  const Eigen::Map<const Matrix> matrix(r.data(), d, d);
  thread_local Matrix products;
  products.resize(d, kPointsAtOnce);
  for (Index first = 0; first < n; first += kPointsAtOnce) {
    const Index count = std::min(kPointsAtOnce, n - first);
    const auto x = points_.middleCols(first, count);
    products.leftCols(count).noalias() = matrix * x;
    for (Index k = 0; k < count; ++k) y[first + k] = products.col(k).dot(x.col(k));
  }
}

namespace {

// A pivot below this fraction of the mean square of its coefficient counts as 0.
constexpr double kDependent = 1e-13;

/// L with L L' = the mean of x_i x_i'.
Matrix whitening_factor(const Matrix& points) {
  const Index d = points.rows(), n = points.cols();
  Matrix mean(d, d);
  MomentSum sum(points, Eigen::Map<Vector>(mean.data(), mean.size()));
  for (Index i = 0; i < n; ++i) sum.add(i, 1 / static_cast<double>(n));
  sum.flush();
  Matrix l = mean;
  const bool is_definite = factorize_in_place(l);
  l.triangularView<Eigen::StrictlyUpper>().setZero();
  for (Index j = 0; j < d; ++j) {
    if (is_definite && l(j, j) * l(j, j) > kDependent * mean(j, j)) continue;
    throw InvalidInput(
        "points",
        compose("span less than {} dimensions: no design determines all coefficients", d));
  }
  return l;
}

void check(const Matrix& points, const DesignOptions& options) {
  if (points.size() == 0) throw InvalidInput("points", "must not be empty");
  if (!points.allFinite()) throw InvalidInput("points", "must be finite");
  const bool needs_c = options.criterion == DesignCriterion::c;
  if (!needs_c && options.c.size() != 0) {
    throw InvalidInput("c", "is used by the criterion c only");
  }
  if (needs_c && options.c.size() != points.rows()) {
    throw InvalidInput("c", compose("has {} entries, must have one per coefficient, {}",
                                    options.c.size(), points.rows()));
  }
  if (needs_c && (!options.c.allFinite() || options.c.isZero(0))) {
    throw InvalidInput("c", "must be finite and not 0");
  }
}

}  // namespace

Composite optimal_design(Matrix points, const DesignOptions& options) {
  check(points, options);
  const Index d = points.rows();
  const Matrix l = whitening_factor(points);
  l.triangularView<Eigen::Lower>().solveInPlace(points);
  Matrix k(d, 0);
  switch (options.criterion) {
    case DesignCriterion::d:
      break;
    case DesignCriterion::a:
      k = l.triangularView<Eigen::Lower>().solve(Matrix::Identity(d, d));
      break;
    case DesignCriterion::i:
      k = Matrix::Identity(d, d);
      break;
    case DesignCriterion::c:
      k = l.triangularView<Eigen::Lower>().solve(options.c);
      break;
  }
  const double shift = -2 * l.diagonal().array().log().sum();
  return Composite(std::make_shared<const DesignLoss>(d, std::move(k), shift),
                   std::make_shared<const MomentMap>(std::move(points)));
}

}  // namespace acgd
