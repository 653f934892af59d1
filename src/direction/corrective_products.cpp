// Corrective steps from products with H (Curvature::multiply()), for functions that are known by
// values and gradients, or Hessian products: projected quasi-Newton methods (Schmidt, van den Berg,
// Friedlander and Murphy 2009) and, with products, inexact Newton methods. At each point:
//
// 1. Call the LMO. Its vertex v gives the duality gap, over R^n the dual norm of the gradient.
// 2. Without an estimate of H (at x0): d leads to v, or along v.
// 3. Minimise the model <g, d> + d'Hd / 2
//    a. over a box or R^n by projected conjugate gradients (BoxProductsRule);
//    b. over any other set C by fully corrective Frank-Wolfe steps on the model: y is a convex
//       combination of x and of vertices of C; call the LMO with the gradient of the model at y, add
//       its vertex, and minimise over the weights by ActiveSetQp, until the model's duality gap is a
//       fraction of its decrease (SetProductsRule). Vertices of y are kept for the next point.
// 4. d = y - x, with t <= 1.
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <vector>

#include "acgd/direction/direction_rules.hpp"
#include "active_set/active_set_qp.hpp"
#include "active_set/projected_cg.hpp"
#include "direction/corrective.hpp"
#include "objective/rounding.hpp"

namespace acgd {

namespace {

// Reduction of the projected gradient of the model over a box.
constexpr double kCgTolerance = 1e-3;

class BoxProductsRule final : public DirectionRule {
 public:
  explicit BoxProductsRule(const DirectionContext& context)
      : constrained_(context.constrained),
        target_(Vector::Zero(context.set.dimension())),
        step_(context.set.dimension()) {
    const Index n = context.set.dimension();
    Faces faces = context.set.faces();
    const double infinity = std::numeric_limits<double>::infinity();
    lower_ = constrained_ ? std::move(faces.lower) : Vector::Constant(n, -infinity);
    upper_ = constrained_ ? std::move(faces.upper) : Vector::Constant(n, infinity);
    move_.duality_gap = DualityGap{.lmo = &lmo_};
    atom_.become_dense(n);
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    lmo_.accuracy = oracle.accuracy();
    oracle.call(at.gradient(), lmo_);
    const Vector& x = *at.x();
    const Vector& g = at.gradient().dense();
    certify(x, g);
    move_.curvature.reset();
    if (Curvature* curvature = at.curvature()) {
      curvature->refresh();
      model_.minimize(*curvature, {x, g, lower_, upper_}, kCgTolerance);
      if (model_.decrease() > 0 && model_.curvature() >= 0) move_.curvature = model_.curvature();
    }
    if (move_.curvature) {
      target_ = model_.target();
      atom_.become_dense(x.size()) = target_ - x;
    }
    set_direction();
  }

  bool moved(double t) override {
    lands_ = constrained_ && move_.curvature && t == 1;
    return lands_;
  }

  /// After a full step, entries that were to reach a bound are equal to it.
  bool recenter(const Oracle& set, VectorRef x) override {
    bool changed = false;
    if (lands_) {
      for (Index j = 0; j < x.size(); ++j) {
        const bool is_bound = target_[j] == lower_[j] || target_[j] == upper_[j];
        if (x[j] == target_[j] || !is_bound) continue;
        x[j] = target_[j];
        changed = true;
      }
    }
    lands_ = false;
    return (constrained_ && set.recenter(x)) || changed;
  }

  void visit(Archive& archive) override {
    archive.expect("direction", Corrective::name);
    archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
    archive(move_.curvature, atom_, target_);
    if (!archive.is_loading()) return;
    Archive::require(lmo_.atom.size() == lower_.size() && atom_.size() == lower_.size(),
                     "the atom has another size");
    set_direction();
  }

 private:
  void certify(const Vector& x, const Vector& g) {
    lmo_.atom.assign_to(step_);
    step_ *= -1;
    if (constrained_) step_ += x;
    move_.duality_gap->gap = g.dot(step_);
    move_.duality_gap->noise = dot_noise(g, step_);
  }

  void set_direction() {
    const Atom& to = move_.curvature ? atom_ : lmo_.atom;
    move_.direction = constrained_ && !move_.curvature ? toward(to) : along(to);
    if (constrained_) move_.direction.max_step = 1;
    move_.kind = move_.curvature ? MoveKind::corrective
                 : constrained_  ? MoveKind::frank_wolfe
                                 : MoveKind::steepest_descent;
  }

  bool constrained_;
  Vector lower_;
  Vector upper_;
  LmoResult lmo_;
  ProjectedCg model_;
  Atom atom_;      ///< d
  Vector target_;  ///< x + d
  Vector step_;
  bool lands_ = false;  ///< the last step was a full one
};

// Stop when the duality gap of the model is this fraction of its decrease.
constexpr double kModelGapShare = 0.1;
// Maximum number of LMO calls with the gradient of the model at one point.
constexpr int kMostModelCalls = 50;
// Maximum number of vertices that are kept for the next point.
constexpr std::size_t kMostKept = 100;
// Tolerance of the weights, relative to the decrease of the model.
constexpr double kWeightShare = 1e-6;

class SetProductsRule final : public DirectionRule {
 public:
  explicit SetProductsRule(const DirectionContext& context)
      : size_(context.set.dimension()), gradient_(size_) {
    move_.duality_gap = DualityGap{.lmo = &lmo_};
    move_.direction.max_step = 1;
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    lmo_.accuracy = oracle.accuracy();
    oracle.call(at.gradient(), lmo_);
    const Vector& x = *at.x();
    const Vector& g = at.gradient().dense();
    forget_others();
    add(lmo_.atom, x);
    move_.duality_gap->gap = -g.dot(differences_.col(count() - 1));
    move_.duality_gap->noise =
        kDotNoise * g.cwiseAbs().dot(differences_.col(count() - 1).cwiseAbs());
    move_.curvature.reset();
    Curvature* curvature = at.curvature();
    if (curvature != nullptr && std::isfinite(*move_.duality_gap->gap)) {
      minimize(*curvature, x, g, oracle);
    }
    set_direction();
  }

  void visit(Archive& archive) override {
    archive.expect("direction", Corrective::name);
    archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
    archive(inner_.atom, move_.curvature, weights_);
    const Index kept = archive.visit_size(count(), 1);
    if (archive.is_loading()) {
      Archive::require(weights_.size() == static_cast<std::size_t>(kept), "a list is too short");
      while (static_cast<Index>(atoms_.size()) < kept) atoms_.emplace_back();
      reserve(kept);
    }
    for (Index i = 0; i < kept; ++i) {
      archive(atoms_[i]);
      Archive::require(atoms_[i].size() == size_, "the atom has another size");
    }
    if (archive.is_loading()) set_direction();
  }

 private:
  Index count() const { return static_cast<Index>(weights_.size()); }

  void reserve(Index atoms) {
    if (differences_.cols() >= atoms) return;
    differences_.conservativeResize(size_, 2 * atoms + 8);
    images_.conservativeResize(size_, 2 * atoms + 8);
  }

  /// Removes the vertices without weight in y and, beyond kMostKept, those of smallest weight.
  void forget_others() {
    double least = 0;
    if (weights_.size() > kMostKept) {
      slopes_ = weights_;
      std::nth_element(slopes_.begin(), slopes_.begin() + kMostKept, slopes_.end(),
                       std::greater<>());
      least = slopes_[kMostKept];
    }
    Index kept = 0;
    for (Index i = 0; i < count(); ++i) {
      if (!(weights_[i] > least)) continue;
      if (kept != i) std::swap(atoms_[kept], atoms_[i]);
      weights_[kept++] = 0;
    }
    weights_.resize(static_cast<std::size_t>(kept));
  }

  void add(const Atom& vertex, const Vector& x) {
    const Index i = count();
    if (static_cast<Index>(atoms_.size()) == i) atoms_.emplace_back();
    atoms_[i] = vertex;
    weights_.push_back(0);
    reserve(i + 1);
    find_difference(i, x);
  }

  void find_difference(Index i, const Vector& x) {
    atoms_[i].assign_to(differences_.col(i));
    differences_.col(i) -= x;
  }

  /// Row and column i + 1 of H over the weights; those of x, the first, are 0.
  void add_row(Curvature& curvature, const Vector& g, Index i) {
    difference_ = differences_.col(i);
    curvature.multiply(difference_, image_);
    images_.col(i) = image_;
    model_.grow(i + 2);
    Matrix& h = model_.h();
    for (Index j = 0; j <= i; ++j) {
      h(i + 1, j + 1) = h(j + 1, i + 1) = differences_.col(j).dot(image_);
    }
    h(i + 1, 0) = h(0, i + 1) = 0;
    slopes_.push_back(g.dot(difference_));
  }

  /// Weights of x and of the vertices that minimise the model.
  bool minimize_weights(double tolerance) {
    variables_.resize(count() + 1);
    variables_.block_count = 1;
    variables_.set_weight(0, 1, 0, 0);
    for (Index i = 0; i < count(); ++i) variables_.set_weight(i + 1, 0, slopes_[i], 0);
    const auto outcome = model_.minimize(variables_, tolerance);
    return outcome != ActiveSetQp::Outcome::not_convex && model_.decrease() > 0 &&
           model_.curvature() >= 0;
  }

  void minimize(Curvature& curvature, const Vector& x, const Vector& g, OracleCalls& oracle) {
    curvature.refresh();
    model_.clear();
    model_.grow(1);
    model_.h()(0, 0) = 0;
    slopes_.clear();
    for (Index i = 0; i < count(); ++i) {
      find_difference(i, x);
      add_row(curvature, g, i);
    }
    double tolerance = kWeightShare * *move_.duality_gap->gap;
    for (int calls = 0; minimize_weights(tolerance); ++calls) {
      move_.curvature = model_.curvature();
      for (Index i = 0; i < count(); ++i) weights_[i] = variables_.value[i + 1];
      Vector& at_y = gradient_.entries();
      at_y = g;
      for (Index i = 0; i < count(); ++i) {
        if (weights_[i] > 0) at_y += weights_[i] * images_.col(i);
      }
      if (calls == kMostModelCalls || oracle.is_stopping()) return;
      const double enough = kModelGapShare * model_.decrease();
      inner_.accuracy = 0.5 * enough;
      oracle.call(gradient_, inner_);
      add(inner_.atom, x);
      double gap = -at_y.dot(differences_.col(count() - 1));
      for (Index i = 0; i + 1 < count(); ++i) gap += weights_[i] * at_y.dot(differences_.col(i));
      if (!(gap > enough)) return;
      add_row(curvature, g, count() - 1);
      tolerance = kWeightShare * model_.decrease();
    }
  }

  /// d = y - x = sum of weight_i (a_i - x).
  void set_direction() {
    Direction& d = move_.direction;
    d.terms.clear();
    if (!move_.curvature) {
      move_.kind = MoveKind::frank_wolfe;
      d.terms.push_back({.atom = &lmo_.atom});
      d.point_weight = -1;
      return;
    }
    move_.kind = MoveKind::corrective;
    d.point_weight = 0;
    for (Index i = 0; i < count(); ++i) {
      if (!(weights_[i] > 0)) continue;
      d.terms.push_back({.atom = &atoms_[i], .weight = weights_[i]});
      d.point_weight -= weights_[i];
    }
    // The weights sum to at most 1.
    d.point_weight = std::max(d.point_weight, -1.0);
  }

  Index size_;
  LmoResult lmo_;
  LmoResult inner_;
  std::deque<Atom> atoms_;       ///< the first count() are in use
  std::vector<double> weights_;  ///< of the atoms in y; the rest is the weight of x
  std::vector<double> slopes_;   ///< <g, a_i - x>
  Matrix differences_;           ///< a_i - x
  Matrix images_;                ///< H (a_i - x)
  Gradient gradient_;            ///< of the model at y
  ActiveSetQp model_;
  QpVariables variables_;
  Vector difference_;
  Vector image_;
};

}  // namespace

std::unique_ptr<DirectionRule> begin_corrective_products(const DirectionContext& context) {
  if (!context.constrained || is_box(context.set.faces())) {
    return std::make_unique<BoxProductsRule>(context);
  }
  return std::make_unique<SetProductsRule>(context);
}

}  // namespace acgd
