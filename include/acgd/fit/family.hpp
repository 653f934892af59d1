#pragma once

#include <memory>
#include <string_view>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// The kind of targets of a linear model, with its loss and scores.
///
/// A sample has outputs() predictions: one, or one per class. Predictions of several samples are a
/// matrix z with a row per sample and a column per output, or the same stacked by columns.
class Family {
 public:
  virtual ~Family() = default;

  /// The name of the objective: "logistic"
  virtual std::string_view name() const = 0;
  virtual Index outputs() const { return 1; }
  /// 0: targets are numbers.
  virtual Index class_count() const { return 0; }

  /// The mean loss of predictions for these targets. Empty weights: each is 1. Throws InvalidInput
  /// for invalid targets.
  virtual std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const = 0;
  /// The same as a function of the coefficients, stacked by outputs. An intercept is not
  /// constrained by any set: the objective is the minimum over it (Objective::intercept()).
  virtual std::shared_ptr<const Objective> objective(std::shared_ptr<const LinearMap> features,
                                                     const Vector& targets, const Vector& weights,
                                                     bool intercept) const;

  /// Whether predictions determine class probabilities.
  virtual bool has_probabilities() const { return class_count() > 0; }
  /// Converts predictions to means: the expected target, or, if has_probabilities(), the
  /// probability of each class, one column each.
  virtual void to_means(Matrix& z) const { static_cast<void>(z); }
  /// The predicted targets: means, or class indices.
  virtual Vector to_targets(const Matrix& z) const;
  /// -2 log likelihood of `total` samples with this mean loss, up to a constant; NaN if the loss
  /// does not correspond to a likelihood. `variance` is the noise variance of least squares.
  virtual double deviance(double loss, double total, double variance) const;
  /// Weighted scores other than the loss: accuracy and AUC, or R2, RMSE and MAE.
  virtual Scores scores(const Matrix& z, const Vector& targets, const Vector& weights) const;
};

std::shared_ptr<const Family> least_squares_family();
std::shared_ptr<const Family> huber_family(double rho = 1);
std::shared_ptr<const Family> poisson_family();
/// Classes 0 and 1.
std::shared_ptr<const Family> logistic_family();
std::shared_ptr<const Family> squared_hinge_family();
std::shared_ptr<const Family> sigmoid_family();
/// Classes 0, 1, ..., class_count - 1, with one prediction each.
std::shared_ptr<const Family> softmax_family(Index class_count);

}  // namespace acgd
