#pragma once

#include <memory>
#include <string_view>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// What kind of targets are learnt, by which loss of linear predictions, and how that is judged.
///
/// A sample has outputs() predictions: one, or one for each class. Predictions of many samples are a
/// matrix z with a row a sample, or the same stacked by columns.
class Family {
 public:
  virtual ~Family() = default;

  /// That of the objective: "logistic"
  virtual std::string_view name() const = 0;
  virtual Index outputs() const { return 1; }
  /// 0: targets are numbers.
  virtual Index class_count() const { return 0; }

  /// The mean loss of predictions of samples with these targets. Throws InvalidInput if a target is
  /// not of this kind. Empty weights: each is 1.
  virtual std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const = 0;
  /// The same as a function of coefficients, stacked by outputs; with an intercept, which is outside
  /// of every set, its minimum over that (Objective::intercept()).
  virtual std::shared_ptr<const Objective> objective(std::shared_ptr<const LinearMap> features,
                                                     const Vector& targets, const Vector& weights,
                                                     bool intercept) const;

  /// Whether a prediction says how likely the classes are.
  virtual bool has_probabilities() const { return class_count() > 0; }
  /// Turns predictions into what they mean: the expected target, or the probability of each class, a
  /// column each, where it has_probabilities().
  virtual void to_means(Matrix& z) const { static_cast<void>(z); }
  /// The predicted targets: means, or numbers of classes.
  virtual Vector to_targets(const Matrix& z) const;
  /// -2 log likelihood of `total` samples with this mean loss, up to a constant; NaN if the loss is that
  /// of no likelihood. `variance`: that of the noise of least squares.
  virtual double deviance(double loss, double total, double variance) const;
  /// How good predictions are, beside their loss: accuracy, AUC; R2, RMSE, MAE. Weighted.
  virtual Scores scores(const Matrix& z, const Vector& targets, const Vector& weights) const;
};

std::shared_ptr<const Family> least_squares_family();
std::shared_ptr<const Family> huber_family(double rho = 1);
std::shared_ptr<const Family> poisson_family();
/// Classes 0 and 1.
std::shared_ptr<const Family> logistic_family();
std::shared_ptr<const Family> squared_hinge_family();
std::shared_ptr<const Family> sigmoid_family();
/// Classes 0, 1, ..., class_count - 1, a prediction for each.
std::shared_ptr<const Family> softmax_family(Index class_count);

}  // namespace acgd
