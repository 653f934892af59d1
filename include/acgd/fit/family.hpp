#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// The targets of a loss.
enum class TargetKind {
  numbers,
  probabilities,  ///< numbers in [0, 1], or two classes as 0 and 1
  signs,          ///< two classes, as -1 and +1
  classes,        ///< two or more
};

/// The mean of a target as a function of the prediction z.
enum class Link {
  identity,
  log,      ///< exp(z)
  logit,    ///< probability of class 1: 1 / (1 + exp(-z))
  softmax,  ///< probabilities proportional to exp(z_k)
  none,     ///< of two classes: the sign of z is the class, without probabilities
};

/// The likelihood behind a loss.
enum class Likelihood {
  none,
  normal,        ///< the loss is the squared error
  negative_log,  ///< the loss is -log(likelihood), up to a constant
};

/// The kind of targets of a linear model, with its loss and scores.
///
/// A sample has outputs() predictions: one, or one per class. Predictions of several samples are a
/// matrix z with a row per sample and a column per output, or the same stacked by columns.
class Family {
 public:
  struct Parts {
    std::string_view name = {};  ///< of the objective: "logistic"
    TargetKind targets = TargetKind::numbers;
    Link link = Link::identity;
    Likelihood likelihood = Likelihood::none;
    Index class_count = 0;  ///< 0: targets are numbers
    /// Targets are those of `targets`: -1 and +1 for signs.
    std::function<std::shared_ptr<const Loss>(Vector targets, LossOptions options)> loss = {};
    std::function<std::shared_ptr<const Objective>(const Design& features, Vector targets,
                                                   LossOptions options, Intercept intercept)>
        objective = {};
  };
  explicit Family(Parts parts) : parts_(std::move(parts)) {}

  const Parts& parts() const { return parts_; }
  std::string_view name() const { return parts_.name; }
  Index outputs() const { return parts_.link == Link::softmax ? parts_.class_count : 1; }
  /// 0: targets are numbers. Else they are class indices 0, 1, ...
  Index class_count() const { return parts_.class_count; }

  /// The mean loss of predictions for these targets. Empty weights: each is 1. Throws InvalidInput
  /// for invalid targets.
  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const;
  /// The loss as a function of the coefficients, stacked by outputs. An intercept is not
  /// constrained by any set: the objective is the minimum over it (Objective::intercept()).
  std::shared_ptr<const Objective> objective(const Design& features, const Vector& targets,
                                             LossOptions options, Intercept intercept) const;

  /// Whether predictions determine class probabilities.
  bool has_probabilities() const { return class_count() > 0 && parts_.link != Link::none; }
  /// Converts predictions to means: the expected target, or, if has_probabilities(), the
  /// probability of each class, one column each.
  void to_means(Matrix& z) const;
  /// The predicted targets: means, or class indices.
  Vector to_targets(const Matrix& z) const;
  /// -2 log likelihood of `total` samples with this mean loss, up to a constant; NaN if the loss
  /// does not correspond to a likelihood. `variance` is the noise variance of least squares.
  double deviance(double loss, double total, double variance) const;
  /// Weighted scores other than the loss: accuracy and AUC, or R2, RMSE and MAE.
  Scores scores(const Matrix& z, const Vector& targets, const Vector& weights) const;

 private:
  Vector coded(const Vector& targets) const;

  Parts parts_;
};

/// A mean replaces the factor of the options by 1 / (sum of the weights).
std::shared_ptr<const Family> least_squares_family(const LeastSquaresOptions& options = {});
std::shared_ptr<const Family> huber_family(double rho = 1);
std::shared_ptr<const Family> poisson_family();
/// Classes 0 and 1.
std::shared_ptr<const Family> logistic_family();
std::shared_ptr<const Family> squared_hinge_family();
std::shared_ptr<const Family> sigmoid_family();
/// Classes 0, 1, ..., class_count - 1, with one prediction each.
std::shared_ptr<const Family> softmax_family(Index class_count);

/// A loss of samples by the name of its objective.
struct KnownFamily {
  std::string_view name;
  TargetKind targets;
  /// `rho` is used by huber, the number of classes by softmax.
  std::shared_ptr<const Family> (*make)(double rho, Index class_count);
};

/// All of them.
std::span<const KnownFamily> known_families();
/// The family of this name; null if there is none.
const KnownFamily* find_family(std::string_view name);

}  // namespace acgd
