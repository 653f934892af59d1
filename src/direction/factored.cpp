// Corrective steps over spectral sets. The face of an optimum of rank r has infinitely many
// vertices, so the active set is a subspace: the iterate is X = L R' (nuclear ball) or X = A A'
// (spectraplex, spectrahedron, Fantope), and f is minimised over the factors (Burer and Monteiro
// 2003; rank-adaptive with a duality gap: Ding, Fei, Xu and Yang 2020, "Spectral Frank-Wolfe").
// At each point:
//
// 1. Call the LMO for its vertex v and a few further ones: the leading singular vectors of -grad f.
//    v gives the duality gap, which certifies global optimality, whatever the factors.
//    If f decreases by the whole gap toward v, as a linear f does, v is optimal: d = v - X.
// 2. If the gap exceeds what the residual of the last minimisation explains, directions are
//    missing: add the vertices to the factors, at a step toward their weighted mean that decreases
//    f.
// 3. Minimise f over the factors, to a fraction of the gap.
//    a. ||X||_* <= tau is (|L|^2 + |R|^2) / 2 <= tau for some factors, and tr A A' = |A|^2: a
//       sphere, where an upper bound has a slack variable s with |Z|^2 + s^2 = constant. Minimised
//       by a Riemannian trust-region method with truncated conjugate gradients (Absil, Baker and
//       Gallivan 2007).
//    b. Fantope: X = Q S Q', with an orthonormal basis Q of the range of X, of the new vectors and
//       of the part of grad f that leaves it; S is in the small Fantope. Minimised by spectral
//       projected gradients (Birgin, Martinez and Raydan 2000).
// 4. Truncate the rank of the result Y. Inside the set, where the norm does not keep it low, bisect
//    the number of columns that f needs. The direction is d = Y - X, and t = 1 the first trial. If
//    f does not decrease, it is the Frank-Wolfe direction v - X.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/factored_objective.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/kernels.hpp"
#include "linalg/low_rank.hpp"

namespace acgd {

namespace {

/// The LMO with several leading vertices, of which only the first is accurate.
using LeadingVertices = std::function<void(const Gradient&, Index most, LmoResult&)>;

/// A set of matrices whose points are products of factors.
struct FactoredSet {
  Index rows = 0;
  Index cols = 0;
  bool is_symmetric = false;  ///< X = A A', else X = L R'
  double size = 1;            ///< the trace, or the sum of the singular values
  bool has_slack = false;     ///< whether that is an upper bound
  double largest = std::numeric_limits<double>::infinity();  ///< maximum eigenvalue
  LeadingVertices leading;
};

// Number of vertices of an LMO call, or this fraction of the rank if larger.
constexpr Index kVertices = 10;
constexpr double kVerticesPerRank = 0.25;
// A further vertex joins if it gives this fraction of the descent of v.
constexpr double kWorthAdding = 0.1;
// Minimisations end at this fraction of the gap, at the second one if the gap is within this factor
// of the gap at which the run ends, or at this fraction of that.
constexpr double kPartOfGap = 0.1, kPartOfNearGap = 0.2, kNear = 100;
constexpr double kPartOfFinalGap = 0.2;
// f is nearly linear toward v if this fraction of the gap is all that it decreases less.
constexpr double kNearlyLinear = 0.03;
// Maximum number of gradients and Hessian products of one minimisation.
constexpr Index kMostProducts = 300;
// LMO calls are accurate to this fraction of the last gap, which may have decreased since, or of the
// gap at which the run ends.
constexpr double kPartOfLastGap = 2e-3, kPartForLmo = 0.05;
constexpr int kMostCalls = 4;
// Singular values of this sum, relative to that of all, are dropped if they are smaller than the
// others by this factor and f can do without them: with too many columns the Hessian is singular.
constexpr double kSmallSum = 0.2, kSmallFactor = 0.2;
// A lower rank may lose this fraction of the gap or, inside the set, of the decrease of f. Maximum
// number of ranks that are found to be too low at one point.
constexpr double kLostByRank = 0.03;
constexpr int kMostFailures = 2;
// Singular values below this fraction of the largest one are dropped.
constexpr double kNegligibleShare = 1e-14;

// Trust region: initial radius relative to the sphere, ratios of actual to predicted decrease.
constexpr double kFirstRadius = 0.125;
constexpr double kAccepted = 0.1, kPoor = 0.25, kGood = 0.75;
constexpr double kBacktrack = 0.25, kShortest = 1e-9;
// Maximum number of Hessian products of one step.
constexpr Index kMostInner = 150;
// Relative rounding error of f in these ratios.
constexpr double kValueNoise = 1e3 * std::numeric_limits<double>::epsilon();
// Relative rounding error of f(Y) - f(X).
constexpr double kChangeNoise = 16 * std::numeric_limits<double>::epsilon();
// A relative decrease of f after which another one would be rounding.
constexpr double kLastDecrease = 1e-11;
// Conjugate gradients reduce the residual by this factor, or by the square root of its relative
// size if smaller.
constexpr double kForcing = 0.1;
// Fractions of the squared radius that are tried as slack where f decreases toward 0.
constexpr double kMostSlack = 0.1, kLeastSlack = 1e-7;

/// A point Z with slack s of the sphere |Z|^2 + s^2 = constant, or a tangent vector. Z is A, or L
/// above R.
struct SphereVector {
  Factor z;
  double s = 0;

  double dot(const SphereVector& other) const {
    return kernels::dot(z.data(), other.z.data(), z.size()) + s * other.s;
  }
  double norm() const { return std::sqrt(dot(*this)); }
  void add(double scale, const SphereVector& other) {
    z += scale * other.z;
    s += scale * other.s;
  }
  void scale(double factor) {
    z *= factor;
    s *= factor;
  }
};

/// f on factors, stacked into one matrix Z.
class StackedFactors {
 public:
  StackedFactors(std::unique_ptr<FactoredObjective> f, const FactoredSet& set)
      : f_(std::move(f)), set_(set) {}

  const FactoredSet& set() const { return set_; }
  std::int64_t gradient_count() const { return f_->gradient_count(); }

  double value(const Factor& z) { return f_->value(left(z), right(z)); }
  /// At the point of the last value().
  void gradient(const Factor& z, Factor& g) {
    prepare(z, g);
    f_->gradient(left(z), right(z), at_left(g), at_right(g));
    if (set_.is_symmetric) g += other_;
  }
  bool curvature(const Factor& z, const Factor& along, Factor& h) {
    prepare(z, h);
    const bool known =
        f_->curvature(left(z), right(z), left(along), right(along), at_left(h), at_right(h));
    if (set_.is_symmetric) h += other_;
    return known;
  }

  /// f(Q S Q') and Q' G Q at the point of the last value, for symmetric matrices.
  double value_in(const Factor& q, const Matrix& s) {
    scaled_.noalias() = q * s;
    return f_->value(scaled_, q);
  }
  void gradient_in(const Factor& q, Matrix& g, Factor& at_q) {
    at_q.resize(q.rows(), q.cols());
    other_.resize(q.rows(), q.cols());
    f_->gradient(scaled_, q, at_q, other_);
    // other_ is G' Q S; the symmetric part of G enters through Q' G Q.
    g.noalias() = q.transpose() * at_q;
    for (Index j = 0; j < g.cols(); ++j) {
      for (Index i = 0; i < j; ++i) g(i, j) = g(j, i) = 0.5 * (g(i, j) + g(j, i));
    }
  }

  ConstFactorRef left(const Factor& z) const {
    return set_.is_symmetric ? ConstFactorRef(z) : ConstFactorRef(z.topRows(set_.rows));
  }
  ConstFactorRef right(const Factor& z) const {
    return set_.is_symmetric ? ConstFactorRef(z) : ConstFactorRef(z.bottomRows(set_.cols));
  }

 private:
  void prepare(const Factor& z, Factor& g) {
    g.resize(z.rows(), z.cols());
    if (set_.is_symmetric) other_.resize(z.rows(), z.cols());
  }
  FactorRef at_left(Factor& g) {
    return set_.is_symmetric ? FactorRef(g) : FactorRef(g.topRows(set_.rows));
  }
  FactorRef at_right(Factor& g) {
    return set_.is_symmetric ? FactorRef(other_) : FactorRef(g.bottomRows(set_.cols));
  }

  std::unique_ptr<FactoredObjective> f_;
  FactoredSet set_;
  Factor other_;
  Factor scaled_;
};

/// Limits of a minimisation over factors.
struct Effort {
  double tolerance = 0;  ///< of the gap that the residual explains
  Index products = kMostProducts;
  std::function<bool()> is_stopping;
};

/// Result of a minimisation over factors.
struct FactoredMinimum {
  double value = 0;
  double residual = 0;                                          ///< in units of the duality gap
  double norm_price = std::numeric_limits<double>::infinity();  ///< <-grad f(Y), Y>
};

/// Riemannian trust-region method on the sphere (Absil, Baker and Gallivan 2007; Boumal 2015 for
/// Hessians by differences). With the multiplier mu = -<grad, Z> / |Z|^2, the Riemannian gradient
/// is grad + mu Z, and the Hessian is the projection of Hess + mu I.
class SphereMinimizer {
 public:
  explicit SphereMinimizer(StackedFactors& f)
      : f_(f), squared_radius_((f.set().is_symmetric ? 1 : 2) * f.set().size) {}

  double squared_radius() const { return squared_radius_; }
  void visit(Archive& archive) { archive(radius_); }

  FactoredMinimum minimize(Factor& z, const Effort& effort) {
    const double sphere = std::sqrt(squared_radius_);
    const double enough = effort.tolerance / sphere;
    const std::int64_t last = f_.gradient_count() + effort.products;
    begin(z);
    radius_ = std::min(2 * radius_, kFirstRadius * sphere);
    rounding_norm_ = std::numeric_limits<double>::infinity();
    double size = 0;  // of the first gradient
    while (true) {
      f_.gradient(point_.z, gradient_.z);
      multiplier_ =
          -kernels::dot(gradient_.z.data(), point_.z.data(), point_.z.size()) / squared_radius_;
      if (grow_slack(enough * sphere)) continue;
      gradient_.s = 0;
      gradient_.add(multiplier_, point_);
      const double norm = gradient_.norm();
      size = std::max({size, norm, std::abs(multiplier_) * sphere});
      residual_ = norm;
      if (!(norm > enough) || f_.gradient_count() >= last || effort.is_stopping()) break;
      const double forcing = std::min(kForcing, std::sqrt(norm / size));
      if (!improve(norm, std::max(forcing * norm, 0.3 * enough), effort, last)) break;
    }
    z = point_.z;
    // <grad, Z> is 2 <G, X>, for L R' as for A A'.
    return {value_, residual_ * sphere, 0.5 * multiplier_ * squared_radius_};
  }

 private:
  /// Scales Z into the sphere; what is left of the radius is slack, if there is one.
  void begin(const Factor& z) {
    point_.z = z;
    const double squared = kernels::dot(z.data(), z.data(), z.size());
    const double rest = squared_radius_ - squared;
    point_.s = f_.set().has_slack && rest > 0 ? std::sqrt(rest) : 0;
    if (point_.s == 0) point_.z *= std::sqrt(squared_radius_ / squared);
    value_ = f_.value(point_.z);
  }

  /// Without slack its derivative is 0. Where f decreases toward Z = 0, takes the largest slack
  /// that decreases f.
  bool grow_slack(double enough) {
    if (!f_.set().has_slack || !(multiplier_ * squared_radius_ < -enough) ||
        point_.s * point_.s > kLeastSlack * squared_radius_) {
      return false;
    }
    for (double share = kMostSlack; share >= kLeastSlack; share *= 0.1) {
      trial_.z = point_.z * std::sqrt((1 - share) / (1 - point_.s * point_.s / squared_radius_));
      const double value = f_.value(trial_.z);
      if (!(value < value_)) continue;
      std::swap(point_.z, trial_.z);
      point_.s = std::sqrt(share * squared_radius_);
      value_ = value;
      return true;
    }
    f_.value(point_.z);
    return false;
  }

  /// Takes a trust-region step. If f decreases less than predicted, backtracks along it (Nocedal and
  /// Yuan 1998): another solution would take Hessian products. Returns false if there is no step,
  /// or if progress is lost in rounding.
  bool improve(double norm, double enough, const Effort& effort, std::int64_t last) {
    const double sphere = std::sqrt(squared_radius_);
    bool at_edge = false;
    const double decrease = find_step(norm, enough, effort, last, at_edge);
    const double slope = step_.dot(gradient_), length = step_.norm();
    if (!(decrease > 0 && slope < 0)) return false;
    for (double t = 1; t > kShortest; t *= kBacktrack) {
      trial_.z = point_.z + t * step_.z;
      trial_.s = point_.s + t * step_.s;
      trial_.scale(sphere / trial_.norm());
      const double value = f_.value(trial_.z);
      // The model along the step is t slope + t^2 / 2 curvature, and -decrease at t = 1.
      const double predicted = -t * slope - t * t * (-slope - decrease);
      const double noise = kValueNoise * std::abs(value_);
      const double ratio = (value_ - value + noise) / (predicted + noise);
      if (!(ratio > kAccepted)) continue;
      radius_ = t < 1 || ratio < kPoor     ? 0.5 * t * length
                : ratio > kGood && at_edge ? std::min(2 * radius_, sphere)
                                           : std::max(radius_, length);
      std::swap(point_.z, trial_.z);
      point_.s = trial_.s;
      value_ = value;
      // Steps that f cannot show are taken while the residual decreases.
      if (predicted < 1e-3 * noise) {
        if (norm > 0.5 * rounding_norm_) return false;
        rounding_norm_ = norm;
      }
      return true;
    }
    f_.value(point_.z);
    return false;
  }

  /// Truncated conjugate gradients (Steihaug 1983) for the step, projected into the tangent space.
  /// Returns the predicted decrease.
  double find_step(double norm, double enough, const Effort& effort, std::int64_t last,
                   bool& at_edge) {
    const double radius = radius_;
    last = std::min(last, f_.gradient_count() + kMostInner);
    step_.z.setZero(point_.z.rows(), point_.z.cols());
    step_.s = 0;
    rest_ = gradient_;
    along_.z = -rest_.z;
    along_.s = -rest_.s;
    double squared = norm * norm, decrease = 0;
    while (true) {
      if (!f_.curvature(point_.z, along_.z, image_.z)) break;
      image_.s = 0;
      image_.add(multiplier_, along_);
      image_.add(-image_.dot(point_) / squared_radius_, point_);
      const double curvature = along_.dot(image_);
      if (!std::isfinite(curvature)) break;
      const double there = step_.dot(step_), mixed = step_.dot(along_), length = along_.dot(along_);
      double t = squared / curvature;
      at_edge = curvature <= 0 || there + t * (2 * mixed + t * length) >= radius * radius;
      if (at_edge) {
        t = (-mixed + std::sqrt(mixed * mixed + length * (radius * radius - there))) / length;
      }
      step_.add(t, along_);
      // <rest, along> = -squared in exact arithmetic.
      decrease += t * squared - 0.5 * t * t * curvature;
      if (at_edge) break;
      rest_.add(t, image_);
      const double next = rest_.dot(rest_);
      if (std::sqrt(next) <= enough || f_.gradient_count() >= last || effort.is_stopping()) break;
      along_.scale(next / squared);
      along_.add(-1, rest_);
      squared = next;
    }
    return decrease;
  }

  StackedFactors& f_;
  double squared_radius_;
  SphereVector point_;
  SphereVector trial_;
  SphereVector gradient_;  ///< Riemannian
  SphereVector step_;
  SphereVector rest_;
  SphereVector along_;
  SphereVector image_;
  double value_ = 0;
  double multiplier_ = 0;
  double residual_ = 0;
  double radius_ = std::numeric_limits<double>::infinity();  ///< of the trust region
  double rounding_norm_ = std::numeric_limits<double>::infinity();
};

/// Projects the eigenvalues onto { 0 <= w_i <= largest, sum = total }: w_i = clamp(value_i - shift).
void project_capped(Vector& values, double total, double largest) {
  const auto sum_at = [&](double shift) {
    return (values.array() - shift).cwiseMax(0).cwiseMin(largest).sum();
  };
  double low = values.minCoeff() - largest, high = values.maxCoeff();
  for (int round = 0; round < 200 && low < high; ++round) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (sum_at(middle) > total ? low : high) = middle;
  }
  values = (values.array() - 0.5 * (low + high)).cwiseMax(0).cwiseMin(largest);
  const double sum = values.sum();
  if (sum > 0) values *= total / sum;
  values = values.cwiseMin(largest);
}

/// Spectral projected gradients over S in the small Fantope, X = Q S Q'.
class FantopeMinimizer {
 public:
  explicit FantopeMinimizer(StackedFactors& f) : f_(f) {}

  /// Minimises over the span of Z, `vectors` and the part of the gradient that leaves it, several
  /// times.
  FactoredMinimum minimize(Factor& z, Matrix& vectors, const Effort& effort) {
    const std::int64_t last = f_.gradient_count() + effort.products;
    double before = std::numeric_limits<double>::infinity();
    while (true) {
      extend_basis(z, vectors);
      inside_.noalias() = basis_.transpose() * z;
      s_.noalias() = inside_ * inside_.transpose();
      project(s_);
      const double small_gap = descend(effort, last);
      symmetric_spectrum(s_, values_, vectors_);
      // The factor, without the eigenvectors of eigenvalue 0.
      const Index rank = (values_.array() > kNegligibleShare * f_.set().largest).count();
      scaled_.noalias() = vectors_.rightCols(rank) * values_.tail(rank).cwiseSqrt().asDiagonal();
      z.noalias() = basis_ * scaled_;
      const bool stalls = !(value_ < before - kValueNoise * std::abs(value_));
      if (f_.gradient_count() >= last || effort.is_stopping() || stalls) {
        return {value_, small_gap};
      }
      before = value_;
      // G X^(1/2), whose part outside of the span changes it to first order.
      vectors.noalias() = at_basis_ * vectors_.rightCols(rank);
    }
  }

 private:
  /// Q gets orthonormal columns: those of `a`, then the parts of `b` that leave them.
  void extend_basis(const Factor& a, const Matrix& b) {
    candidates_.resize(a.rows(), a.cols() + b.cols());
    candidates_ << a, b;
    Index count = 0;
    for (Index j = 0; j < candidates_.cols() && count < candidates_.rows(); ++j) {
      column_ = candidates_.col(j);
      const double before = column_.norm();
      const auto found = candidates_.leftCols(count);
      for (int pass = 0; pass < 2; ++pass) {
        products_.noalias() = found.transpose() * column_;
        column_.noalias() -= found * products_;
      }
      const double after = column_.norm();
      if (after > 1e-8 * before) candidates_.col(count++) = column_ / after;
    }
    basis_ = candidates_.leftCols(count);
  }

  void project(Matrix& s) {
    symmetric_spectrum(s, values_, vectors_);
    project_capped(values_, f_.set().size, f_.set().largest);
    scaled_.noalias() = vectors_ * values_.asDiagonal();
    s.noalias() = scaled_ * vectors_.transpose();
  }

  /// <g, S - V> for the LMO's V in the small Fantope.
  double find_gap() {
    symmetric_spectrum(g_, values_, vectors_);
    const double largest = f_.set().largest;
    double best = 0, left = f_.set().size / largest;
    for (Index i = 0; i < values_.size() && left > 0; ++i, left -= 1) {
      best += std::min(1.0, left) * largest * values_[i];
    }
    return g_.cwiseProduct(s_).sum() - best;
  }

  double descend(const Effort& effort, std::int64_t last) {
    value_ = f_.value_in(basis_, s_);
    f_.gradient_in(basis_, g_, at_basis_);
    recent_.fill(-std::numeric_limits<double>::infinity());
    double length = 0, gap = find_gap();
    for (std::size_t round = 0;
         gap > effort.tolerance && f_.gradient_count() < last && !effort.is_stopping(); ++round) {
      if (!(length > 0)) length = s_.norm() / std::max(g_.norm(), 1e-300);
      d_ = s_ - length * g_;
      project(d_);
      d_ -= s_;
      const double slope = g_.cwiseProduct(d_).sum();
      if (!(slope < 0)) break;
      recent_[round % recent_.size()] = value_;
      search_line(slope);
      f_.gradient_in(basis_, g_, at_basis_);
      s_before_ = s_ - s_before_;
      const double curvature = s_before_.cwiseProduct(g_ - g_before_).sum();
      length = curvature > 0 ? s_before_.squaredNorm() / curvature : 2 * length;
      gap = find_gap();
    }
    return gap;
  }

  /// A step along d that decreases f below the largest of its recent values (Grippo, Lampariello and
  /// Lucidi 1986).
  void search_line(double slope) {
    constexpr int kMostTries = 40;
    const double worst = *std::max_element(recent_.begin(), recent_.end());
    s_before_ = s_;
    g_before_ = g_;
    double t = 1;
    for (int halving = 0; halving <= kMostTries; ++halving, t *= 0.5) {
      s_ = s_before_ + t * d_;
      value_ = f_.value_in(basis_, s_);
      if (value_ <= worst + 1e-4 * t * slope + kValueNoise * std::abs(worst)) return;
    }
  }

  StackedFactors& f_;
  Factor basis_;
  Matrix candidates_;
  Vector column_;
  Vector products_;
  Matrix inside_;
  Matrix s_;
  Matrix g_;
  Factor at_basis_;  ///< G Q
  Matrix d_;
  Matrix s_before_;
  Matrix g_before_;
  Matrix scaled_;
  Vector values_;
  Matrix vectors_;
  std::array<double, 10> recent_ = {};
  double value_ = 0;
};

class FactoredRule final : public DirectionRule {
 public:
  FactoredRule(const DirectionContext& context, const FactoredSet& set,
               std::unique_ptr<FactoredObjective> f)
      : set_(set), f_(std::move(f), set), sphere_(f_), fantope_(f_) {
    move_.duality_gap = DualityGap{.lmo = &lmo_};
    start_at(context.x0);
  }

  std::string_view name() const override { return Corrective::name; }
  std::int64_t gradient_count() const override { return earlier_gradients_ + f_.gradient_count(); }

  void choose(Cursor& at, OracleCalls& oracle) override {
    call_lmo(at, oracle);
    const double gap = *move_.duality_gap->gap;
    // The call may be repeated at the same point, for a more accurate vertex.
    if (!has_target_ && gap + lmo_.error > oracle.final_gap() && !is_optimal(at, gap)) {
      find_target(at, oracle, gap);
    }
    set_direction(at);
    last_gap_ = gap + lmo_.error;
  }

  bool moved(double t) override {
    if (move_.kind == MoveKind::frank_wolfe) {
      z_ *= std::sqrt(std::max(0.0, 1 - t));
      append(lmo_.atom, t);
      truncate(z_, 0);
    } else if (t == 1) {
      z_ = target_;
    } else {
      Factor mixed(z_.rows(), z_.cols() + target_.cols());
      mixed << std::sqrt(1 - t) * z_, std::sqrt(t) * target_;
      z_ = mixed;
      truncate(z_, kNegligibleShare);
    }
    has_target_ = false;
    return false;
  }

  void visit(Archive& archive) override;

 private:
  void start_at(const Atom& x0);
  void start_at(const Matrix& x);

  /// Calls the LMO; again if its error hides the gap.
  void call_lmo(Cursor& at, OracleCalls& oracle) {
    const double least = kPartForLmo * oracle.final_gap();
    lmo_.accuracy = std::min(oracle.accuracy(), std::max(least, kPartOfLastGap * last_gap_));
    for (int call = 0; call < kMostCalls; ++call) {
      measure_gap(at, oracle);
      const double gap = *move_.duality_gap->gap, error = lmo_.error;
      if (!(error > 0.5 * gap && gap + error > oracle.final_gap() && error > least)) break;
      lmo_.accuracy = std::max(least, 0.1 * std::min(error, std::max(gap, residual_)));
    }
  }

  void measure_gap(Cursor& at, OracleCalls& oracle) {
    const auto others =
        std::max(kVertices, static_cast<Index>(kVerticesPerRank * static_cast<double>(z_.cols()))) -
        1;
    oracle.count_call([&] { set_.leading(at.gradient(), others, lmo_); });
    looked_ = toward(lmo_.atom);
    Line& line = at.look(looked_);
    move_.duality_gap->gap = -line.directional_derivative();
    move_.duality_gap->noise = line.slope_noise();
  }

  /// Whether f decreases by the gap toward the LMO's vertex: for convex f it cannot decrease by more.
  bool is_optimal(Cursor& at, double gap) {
    looked_ = toward(lmo_.atom);
    Line& line = at.look(looked_);
    const auto curvature = line.curvature();
    const double change = curvature ? 0.5 * *curvature - gap : line.change(1);
    return change <= -(1 - kNearlyLinear) * gap;
  }

  /// Minimises over the factors of X and, where directions are missing, the vertices of the LMO.
  void find_target(Cursor& at, OracleCalls& oracle, double gap) {
    const double last = oracle.final_gap();
    const double part = gap > kNear * last ? kPartOfGap : kPartOfNearGap;
    Effort effort{.tolerance = std::max(part * gap, kPartOfFinalGap * last),
                  .is_stopping = [&oracle] { return oracle.is_stopping(); }};
    const Factor before = z_;
    const bool is_missing = z_.cols() == 0 || gap > residual_;
    FactoredMinimum minimum;
    if (std::isfinite(set_.largest)) {
      find_new_vectors();
      minimum = fantope_.minimize(z_, new_vectors_, effort);
    } else {
      if (is_missing) add_vertices(at, gap);
      if (z_.cols() > 0) minimum = sphere_.minimize(z_, effort);
      // If f decreases this little, the next decrease would be rounding: minimise to the end now.
      if (z_.cols() > 0 && at.value() - minimum.value < kLastDecrease * std::abs(at.value())) {
        effort.tolerance = kPartOfFinalGap * last;
        minimum = sphere_.minimize(z_, effort);
      }
      try_lower_rank(effort, at.value(), gap, minimum);
    }
    residual_ = std::isfinite(minimum.residual) ? minimum.residual : 0;
    target_value_ = minimum.value;
    has_target_ = z_.cols() > 0 && z_.allFinite() && std::isfinite(minimum.value);
    if (has_target_) truncate(z_, kNegligibleShare);
    target_ = z_;
    z_ = before;
  }

  /// Where a minimisation was slow, tries fewer columns; inside the set, the fewest.
  void try_lower_rank(Effort effort, double value, double gap, FactoredMinimum& minimum) {
    effort.products /= 2;
    if (z_.cols() > 0 && is_inside(z_, minimum)) return find_needed_rank(effort, value, minimum);
    if (z_.cols() < 2 || minimum.residual <= effort.tolerance) return;
    Factor fewer = z_;
    if (!drop_small_values(fewer) || fewer.cols() == slow_rank_) return;
    const FactoredMinimum other = sphere_.minimize(fewer, effort);
    if (other.residual > effort.tolerance) slow_rank_ = fewer.cols();
    if (!(other.value < value && other.value - minimum.value < kLostByRank * gap)) return;
    minimum = other;
    z_ = fewer;
  }

  /// Inside the set many matrices may be as good, of which one of low rank is preferred. Bisects the
  /// number of columns, beginning with the leading singular vectors.
  void find_needed_rank(const Effort& effort, double value, FactoredMinimum& minimum) {
    const double most = minimum.value + kLostByRank * (value - minimum.value);
    if (value_at_zero() <= most) {
      z_.setZero(side(), 1);
      minimum = {.value = value_at_zero()};
      return;
    }
    for (int failures = 0; failures < kMostFailures && !effort.is_stopping();) {
      truncate(z_, kNegligibleShare);
      if (z_.cols() <= too_low_rank_ + 1) return;
      Factor fewer = z_.leftCols((too_low_rank_ + z_.cols()) / 2);
      const FactoredMinimum other = sphere_.minimize(fewer, effort);
      if (other.value <= most) {
        minimum = other;
        z_ = fewer;
      } else {
        too_low_rank_ = fewer.cols();
        ++failures;
      }
    }
  }

  /// Whether Y is inside the set, or f would hardly change if it were: between 0 and Y, the price of
  /// the norm is a small part of the decrease of f.
  bool is_inside(const Factor& z, const FactoredMinimum& minimum) {
    if (!set_.has_slack) return false;
    return z.squaredNorm() < 0.99 * sphere_.squared_radius() ||
           minimum.norm_price < kLostByRank * (value_at_zero() - minimum.value);
  }

  double value_at_zero() {
    if (!value_at_zero_) value_at_zero_ = f_.value(Factor::Zero(side(), 1));
    return *value_at_zero_;
  }

  /// Appends the vertices that give enough descent, at the length of a step toward their mean.
  void add_vertices(Cursor& at, double gap) {
    std::vector<Term>& terms = looked_.terms;
    looked_ = toward(lmo_.atom);
    for (std::size_t k = 0; k < lmo_.other_count; ++k) terms.push_back({.atom = &lmo_.others[k]});
    Vector slopes(static_cast<Index>(terms.size()));
    at.slopes(terms, slopes);
    // <g, x - v_i> = gap + <g, v - v_i>
    Vector weights = (gap + slopes[0] - slopes.array()).matrix();
    const double least = kWorthAdding * weights[0];
    for (double& weight : weights) weight = weight > least ? weight : 0;
    if (!(weights[0] > 0)) weights[0] = 1;
    weights /= weights.sum();
    for (std::size_t k = 0; k < terms.size(); ++k) terms[k].weight = weights[static_cast<Index>(k)];
    std::erase_if(terms, [](const Term& term) { return term.weight == 0; });
    const double t = decreasing_step(at.look(looked_));
    z_ *= std::sqrt(1 - t);
    for (const Term& term : terms) append(*term.atom, t * term.weight);
  }

  /// A step of sufficient decrease, by quadratic interpolation.
  static double decreasing_step(Line& line) {
    constexpr int kMostTrials = 60;
    const double slope = line.directional_derivative();
    if (!(slope < 0)) return 1e-3;
    double t = 1;
    if (const auto curvature = line.curvature(); curvature && *curvature > 0) {
      return std::min(1.0, -slope / *curvature);
    }
    for (int trial = 0; trial < kMostTrials; ++trial) {
      const double change = line.change(t);
      if (change <= 0.25 * t * slope) break;
      const double best = -0.5 * slope * t * t / (change - slope * t);
      t = std::isfinite(best) ? std::clamp(best, 0.01 * t, 0.5 * t) : 0.1 * t;
    }
    return t;
  }

  /// Adds weight * atom to X, for a vertex of the set.
  void append(const Atom& atom, double weight) {
    std::span<const Atom::RankOne> pairs;
    if (const auto* pair = atom.as<Atom::RankOne>()) pairs = {pair, 1};
    if (const auto* matrix = atom.as<Atom::LowRank>()) pairs = matrix->terms;
    for (const Atom::RankOne& pair : pairs) {
      const double size = std::sqrt(std::abs(weight * pair.scale));
      if (size == 0) continue;
      const Index k = z_.cols();
      z_.conservativeResize(side(), k + 1);
      z_.col(k).head(set_.rows) = std::copysign(size, pair.scale) * pair.left;
      if (!set_.is_symmetric) z_.col(k).tail(set_.cols) = size * pair.right;
      if (set_.is_symmetric) z_.col(k) *= std::copysign(1.0, pair.scale);
    }
  }

  /// The eigenvectors of the LMO call over a Fantope.
  void find_new_vectors() {
    const auto& terms = lmo_.atom.as<Atom::LowRank>()->terms;
    const auto count = static_cast<Index>(terms.size());
    new_vectors_.resize(set_.rows, count + static_cast<Index>(lmo_.other_count));
    for (Index k = 0; k < count; ++k) {
      new_vectors_.col(k) = terms[static_cast<std::size_t>(k)].left;
    }
    for (std::size_t k = 0; k < lmo_.other_count; ++k) {
      new_vectors_.col(count + static_cast<Index>(k)) =
          lmo_.others[k].as<Atom::LowRank>()->terms.back().left;
    }
  }

  Index side() const { return set_.is_symmetric ? set_.rows : set_.rows + set_.cols; }

  /// Rewrites Z with orthogonal columns of descending length, without those that are negligible,
  /// at the size of the set. L and R get the same lengths, which is their smallest norm.
  void truncate(Factor& z, double tolerance) const {
    if (z.cols() == 0) return;
    if (z.isZero(0)) {
      z.resize(side(), 0);
      return;
    }
    if (set_.is_symmetric) {
      const OrthogonalFactor qr(z);
      const ThinSvd svd = thin_svd(qr.triangle());
      Vector weights = svd.values.cwiseAbs2();
      const Index rank = keep(weights, tolerance);
      z = qr.expand(svd.left.leftCols(rank)) * weights.head(rank).cwiseSqrt().asDiagonal();
    } else {
      Terms terms =
          recompress(z.topRows(set_.rows), Vector::Ones(z.cols()), z.bottomRows(set_.cols), 0);
      const Index rank = keep(terms.weights, tolerance);
      const Vector roots = terms.weights.head(rank).cwiseSqrt();
      z.resize(side(), rank);
      z.topRows(set_.rows) = terms.left.leftCols(rank) * roots.asDiagonal();
      z.bottomRows(set_.cols) = terms.right.leftCols(rank) * roots.asDiagonal();
    }
  }

  /// Drops the smallest singular values of X if a gap separates them from the others.
  bool drop_small_values(Factor& z) const {
    truncate(z, kNegligibleShare);
    const Vector weights = z.topRows(set_.rows).colwise().squaredNorm();
    Index rank = weights.size();
    double rest = 0, least = kSmallFactor;
    for (Index k = weights.size() - 1; k > 0; --k) {
      rest += weights[k];
      if (rest > kSmallSum * weights.sum()) break;
      if (weights[k] > least * weights[k - 1]) continue;
      least = weights[k] / weights[k - 1];
      rank = k;
    }
    if (rank == weights.size()) return false;
    z = Factor(z.leftCols(rank));
    return true;
  }

  /// Number of singular values of X that are not negligible; scales these to the size of the set
  /// where they must have it, or exceed it.
  Index keep(Vector& weights, double tolerance) const {
    if (weights.size() == 0) return 0;
    const double least = std::max(tolerance * weights[0], std::numeric_limits<double>::min());
    const Index rank = (weights.array() > least).count();
    if (std::isfinite(set_.largest)) weights = weights.cwiseMin(set_.largest);
    const double sum = weights.head(rank).sum();
    if (sum > 0 && (!set_.has_slack || sum > set_.size)) weights *= set_.size / sum;
    if (std::isfinite(set_.largest)) weights = weights.cwiseMin(set_.largest);
    return rank;
  }

  /// To the target if it is lower, else to the LMO's vertex.
  void set_direction(Cursor& at) {
    move_.direction = toward(lmo_.atom);
    move_.kind = MoveKind::frank_wolfe;
    move_.curvature.reset();
    if (!has_target_) return;
    give(target_, target_atom_);
    looked_ = toward(target_atom_);
    const double slope = at.look(looked_).directional_derivative();
    double change = target_value_ - at.value();
    // Where rounding hides the change, the slope decides: Y minimises f along a parabola.
    if (std::abs(change) <= kChangeNoise * std::abs(at.value())) change = 0.5 * slope;
    if (!(slope < 0 && change < 0)) return;
    move_.direction = looked_;
    move_.kind = MoveKind::corrective;
    // The parabola through f(X), its slope and f(Y); of positive curvature if f is convex.
    move_.curvature = std::max(2 * (change - slope), 0.0);
  }

  /// atom = L R', or A A'
  void give(const Factor& z, Atom& atom) const {
    if (z.cols() == 0) {
      atom.become_rank_one(set_.rows, set_.cols) = {0, Vector::Unit(set_.rows, 0),
                                                    Vector::Unit(set_.cols, 0)};
      return;
    }
    auto& pairs =
        atom.become_low_rank(set_.rows, set_.cols, static_cast<std::size_t>(z.cols())).terms;
    for (Index k = 0; k < z.cols(); ++k) {
      Atom::RankOne& pair = pairs[static_cast<std::size_t>(k)];
      pair.left = z.col(k).head(set_.rows);
      pair.right = set_.is_symmetric ? pair.left : Vector(z.col(k).tail(set_.cols));
      const double left = pair.left.norm(), right = set_.is_symmetric ? left : pair.right.norm();
      pair.scale = left * right;
      pair.left /= left;
      pair.right /= right;
      if (set_.is_symmetric) pair.right = pair.left;
    }
  }

  FactoredSet set_;
  StackedFactors f_;
  SphereMinimizer sphere_;
  FantopeMinimizer fantope_;
  LmoResult lmo_;
  Direction looked_;  ///< of the last line; cursors may refer to it
  Factor z_;          ///< factors of the current X
  Factor target_;     ///< factors of Y
  Matrix new_vectors_;
  Atom target_atom_;
  bool has_target_ = false;
  std::int64_t earlier_gradients_ = 0;  ///< of the run that this one resumes
  double target_value_ = 0;             ///< f(Y)
  Index slow_rank_ = 0;     ///< at which the last attempt with fewer columns was slow, too
  Index too_low_rank_ = 0;  ///< found inside the set
  std::optional<double> value_at_zero_;
  double residual_ = 0;  ///< of the last minimisation, in units of the gap
  double last_gap_ = std::numeric_limits<double>::infinity();
};

void FactoredRule::start_at(const Atom& x0) {
  z_.resize(side(), 0);
  const auto* pair = x0.as<Atom::RankOne>();
  const auto* matrix = x0.as<Atom::LowRank>();
  const std::span<const Atom::RankOne> pairs = pair ? std::span(pair, 1)
                                               : matrix
                                                   ? std::span<const Atom::RankOne>(matrix->terms)
                                                   : std::span<const Atom::RankOne>();
  const bool fits = std::all_of(pairs.begin(), pairs.end(), [&](const Atom::RankOne& one) {
    return one.left.size() == set_.rows && one.right.size() == set_.cols &&
           (!set_.is_symmetric || (one.scale >= 0 && one.left == one.right));
  });
  if (!pairs.empty() && fits) {
    append(x0, 1);
  } else {
    const Vector x = x0.to_dense();
    start_at(Eigen::Map<const Matrix>(x.data(), set_.rows, set_.cols));
  }
  truncate(z_, kNegligibleShare);
}

void FactoredRule::start_at(const Matrix& x) {
  if (x.isZero(0)) return;
  if (set_.is_symmetric) {
    Vector values;
    Matrix vectors;
    symmetric_spectrum(0.5 * (x + x.transpose()), values, vectors);
    z_ = vectors * values.cwiseMax(0).cwiseSqrt().asDiagonal();
    return;
  }
  const ThinSvd svd = thin_svd(x);
  const Vector roots = svd.values.cwiseSqrt();
  z_.resize(side(), roots.size());
  z_.topRows(set_.rows) = svd.left * roots.asDiagonal();
  z_.bottomRows(set_.cols) = svd.right * roots.asDiagonal();
}

void FactoredRule::visit(Archive& archive) {
  archive.expect("direction", Corrective::name);
  archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
  std::int64_t gradients = gradient_count();
  archive(gradients, sphere_);
  Matrix here = z_, there = target_;
  archive.visit_resized(here);
  archive.visit_resized(there);
  archive(has_target_, target_value_, residual_, last_gap_, slow_rank_, too_low_rank_,
          move_.curvature);
  if (!archive.is_loading()) return;
  Archive::require(here.rows() == side() && (!has_target_ || there.rows() == side()) &&
                       lmo_.atom.size() == set_.rows * set_.cols,
                   "the factors have another size");
  earlier_gradients_ = gradients - f_.gradient_count();
  z_ = here;
  target_ = there;
  const bool is_corrective = move_.curvature.has_value();
  if (is_corrective) give(target_, target_atom_);
  move_.direction = toward(is_corrective ? target_atom_ : lmo_.atom);
  move_.kind = is_corrective ? MoveKind::corrective : MoveKind::frank_wolfe;
}

/// Null if the run has no objective that can be evaluated on factors, or is unconstrained.
std::unique_ptr<DirectionRule> begin_factored(const DirectionContext& context,
                                              const FactoredSet& set) {
  if (!context.constrained || context.objective == nullptr) return nullptr;
  auto f = context.objective->factored(set.rows, set.cols);
  if (f == nullptr) return nullptr;
  return std::make_unique<FactoredRule>(context, set, std::move(f));
}

/// minimize_leading() of a set, which must outlive the function.
template <class Set>
LeadingVertices leading_vertices(const Set& set) {
  return [&set](const Gradient& gradient, Index most, LmoResult& lmo) {
    set.minimize_leading(gradient, most, lmo);
  };
}

}  // namespace

std::unique_ptr<DirectionRule> NuclearBall::corrective_rule(const DirectionContext& context) const {
  return begin_factored(context, {.rows = rows_,
                                  .cols = cols_,
                                  .size = radius(),
                                  .has_slack = true,
                                  .leading = leading_vertices(*this)});
}

std::unique_ptr<DirectionRule> Spectraplex::corrective_rule(const DirectionContext& context) const {
  return begin_factored(context, {.rows = side_,
                                  .cols = side_,
                                  .is_symmetric = true,
                                  .size = trace_,
                                  .has_slack = relation_ == Relation::at_most,
                                  .leading = leading_vertices(*this)});
}

std::unique_ptr<DirectionRule> Fantope::corrective_rule(const DirectionContext& context) const {
  if (count_ == side_) return nullptr;
  return begin_factored(context, {.rows = side_,
                                  .cols = side_,
                                  .is_symmetric = true,
                                  .size = static_cast<double>(count_),
                                  .largest = 1,
                                  .leading = leading_vertices(*this)});
}

}  // namespace acgd
