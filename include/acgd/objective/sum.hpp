#pragma once

#include <memory>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// The coefficient l of a ridge term; 0: none.
inline Parameter ridge_parameter(double& l) {
  return {"ridge", l, range::non_negative,
          "add this / 2 times the squares of all coefficients to the loss: over an l1 ball, an "
          "elastic net"};
}

/// f(x) = l/2 ||x||^2: turns a loss over an l1 ball into an elastic net. As a part of a Sum it
/// costs a few vector operations per iteration.
///
/// scikit-learn's ElasticNet minimises ||A x - b||^2 / (2 samples) + alpha (1 - l1_ratio) / 2
/// ||x||^2 + ...: with that loss l = alpha (1 - l1_ratio); with ||A x - b||^2, 2 samples times as
/// much.
class Ridge final : public Objective {
 public:
  /// Throws InvalidInput unless dimension >= 1 and l is positive and finite.
  Ridge(Index dimension, double l);

  double l() const { return l_; }
  double ridge() const override { return l_; }

  Index dimension() const override { return squares_.dimension(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  std::optional<double> lipschitz() const override { return l_; }
  bool has_proven_gradient() const override { return true; }
  bool is_convex() const override { return true; }
  std::optional<double> natural_scale() const override { return range::kInfinity; }
  std::optional<double> lower_bound() const override { return 0; }
  bool has_curvature() const override { return true; }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  double l_;
  Composite squares_;  ///< the same function as a composite
};

/// f + l/2 ||x||^2; f itself if l is 0.
std::shared_ptr<const Objective> with_ridge(std::shared_ptr<const Objective> f, double l);

/// f(x) = sum of weight_i f_i(x), functions of the same variables: a loss and a ridge, several data
/// sets, and so on.
///
/// A run adds the results of the cursors of the parts: values, gradients, changes along the line
/// and their rounding errors. Each part keeps its fast evaluation, and a sum of quadratics has an
/// exact line search. All parts have bitwise the same x. A gradient or a trial of the sum counts
/// once. Ridges among the parts are merged into one, at a cost of a few vector operations per
/// iteration.
class Sum final : public Objective {
 public:
  using Part = std::shared_ptr<const Objective>;

  /// Empty weights mean 1 each. Throws InvalidInput if there is no part, if one is null, if their
  /// dimensions differ, or unless there is one positive and finite weight per part.
  explicit Sum(std::vector<Part> parts, std::vector<double> weights = {});

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<double>& weights() const { return weights_; }

  Index dimension() const override { return parts_[0]->dimension(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;

  /// The weighted sum, if all parts have one.
  std::optional<double> lipschitz() const override;
  /// These are true if they are for all parts.
  bool has_proven_gradient() const override;
  bool is_convex() const override;
  /// Whether it is for some part.
  bool has_domain() const override;
  /// The weighted sum of the finite ones, if all parts have one.
  std::optional<double> natural_scale() const override;
  /// The weighted sum, if all parts have one.
  std::optional<double> lower_bound() const override;
  bool has_curvature() const override;
  /// That of a sum of ridges.
  double ridge() const override;
  /// That of the only part that has one; empty if there are several such parts.
  Vector intercept(const Vector& x) const override;
  std::unique_ptr<FactoredObjective> factored(Index rows, Index cols) const override;
  /// Throws InvalidInput if there are several parts and one stores x as a low-rank matrix.
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  std::vector<Part> parts_;
  std::vector<double> weights_;
};

}  // namespace acgd
