#include "acgd/fit/family.hpp"

#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

/// Throws InvalidInput unless all targets are in 0, 1, ..., count - 1.
void check_classes(const Vector& classes, Index count) {
  for (Index i = 0; i < classes.size(); ++i) {
    const double c = classes[i];
    if (c >= 0 && c < static_cast<double>(count) && c == std::floor(c)) continue;
    throw InvalidInput({"targets", i}, c, compose("must be a class, from 0 to {}", count - 1));
  }
}

}  // namespace

/// -1 and +1 for the classes 0 and 1, where the loss takes signs.
Vector Family::coded(const Vector& targets) const {
  if (parts_.targets != TargetKind::signs) return targets;
  check_classes(targets, 2);
  return 2 * targets.array() - 1;
}

std::shared_ptr<const Loss> Family::loss(const Vector& targets, const Vector& weights) const {
  if (class_count() > 0) check_classes(targets, class_count());
  return parts_.loss(coded(targets), {.scaling = Scaling::mean, .weights = weights});
}

std::shared_ptr<const Objective> Family::objective(const Design& features, const Vector& targets,
                                                   LossOptions options, Intercept intercept) const {
  return parts_.objective(features, coded(targets), std::move(options), intercept);
}

void Family::to_means(Matrix& z) const {
  switch (parts_.link) {
    case Link::identity:
    case Link::none:
      return;
    case Link::log:
      z = z.array().exp();
      return;
    case Link::logit:
      z.conservativeResize(Eigen::NoChange, 2);
      for (Index i = 0; i < z.rows(); ++i) {
        // e^-|z| does not overflow.
        const double e = std::exp(-std::abs(z(i, 0))), less = e / (1 + e), more = 1 / (1 + e);
        const bool is_positive = z(i, 0) > 0;
        z(i, 0) = is_positive ? less : more;
        z(i, 1) = is_positive ? more : less;
      }
      return;
    case Link::softmax:
      for (Index i = 0; i < z.rows(); ++i) {
        z.row(i) = (z.row(i).array() - z.row(i).maxCoeff()).exp();
        z.row(i) /= z.row(i).sum();
      }
      return;
  }
}

Vector Family::to_targets(const Matrix& z) const {
  if (parts_.link == Link::log) return z.col(0).array().exp();
  if (class_count() == 0) return z.col(0);
  if (outputs() == 1) return (z.col(0).array() > 0).cast<double>();
  Vector classes(z.rows());
  for (Index i = 0; i < z.rows(); ++i) {
    Index best = 0;
    z.row(i).maxCoeff(&best);
    classes[i] = static_cast<double>(best);
  }
  return classes;
}

double Family::deviance(double loss, double total, double variance) const {
  switch (parts_.likelihood) {
    case Likelihood::normal:
      return total * loss / variance;
    case Likelihood::negative_log:
      return 2 * total * loss;
    case Likelihood::none:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Scores Family::scores(const Matrix& z, const Vector& targets, const Vector& weights) const {
  const Vector predicted = to_targets(z);
  if (class_count() == 0) {
    return {{"r2", r_squared(predicted, targets, weights)},
            {"rmse", root_mean_square_error(predicted, targets, weights)},
            {"mae", mean_absolute_error(predicted, targets, weights)}};
  }
  Scores scores = {{"accuracy", accuracy(predicted, targets, weights)}};
  if (outputs() == 1) scores.emplace_back("auc", area_under_curve(z.col(0), targets, weights));
  return scores;
}

namespace {

using Model = Composite (*)(const Design&, Vector, LossOptions, Intercept);

/// A family without parameters.
template <class LossOfSamples>
std::shared_ptr<const Family> plain_family(Family::Parts parts, Model model) {
  parts.name = LossOfSamples::name;
  parts.loss = [](Vector targets, LossOptions options) {
    return std::make_shared<const LossOfSamples>(std::move(targets), std::move(options));
  };
  parts.objective = [model](const Design& features, Vector targets, LossOptions options,
                            Intercept intercept) {
    return std::make_shared<const Composite>(
        model(features, std::move(targets), std::move(options), intercept));
  };
  return std::make_shared<const Family>(std::move(parts));
}

}  // namespace

std::shared_ptr<const Family> least_squares_family(const LeastSquaresOptions& given) {
  const auto objective = [given](const Design& features, Vector targets, LossOptions options,
                                 Intercept intercept) {
    LeastSquaresOptions all = given;
    if (options.scaling == Scaling::mean) {
      const Reduction& reduction = features.reduction();
      all.factor = 1 / (reduction.are_given("weights", options.weights)
                            ? reduction.total(options.weights)
                            : static_cast<double>(reduction.samples()));
    }
    all.weights = std::move(options.weights);
    all.intercept = all.intercept || intercept == Intercept::profiled;
    return std::make_shared<const LeastSquares>(features, std::move(targets), std::move(all));
  };
  return std::make_shared<const Family>(Family::Parts{
      .name = LeastSquares::name,
      .likelihood = Likelihood::normal,
      .loss =
          [](Vector targets, LossOptions options) {
            return std::make_shared<const SquaredLoss>(std::move(targets), std::move(options));
          },
      .objective = objective});
}

std::shared_ptr<const Family> huber_family(double rho) {
  return std::make_shared<const Family>(Family::Parts{
      .name = HuberLoss::name,
      .loss =
          [rho](Vector targets, LossOptions options) {
            return std::make_shared<const HuberLoss>(std::move(targets), rho, std::move(options));
          },
      .objective =
          [rho](const Design& features, Vector targets, LossOptions options, Intercept intercept) {
            return std::make_shared<const Composite>(
                huber(features, std::move(targets), rho, std::move(options), intercept));
          }});
}

std::shared_ptr<const Family> poisson_family() {
  return plain_family<PoissonLoss>({.link = Link::log, .likelihood = Likelihood::negative_log},
                                   poisson);
}

std::shared_ptr<const Family> logistic_family() {
  return plain_family<LogisticLoss>({.targets = TargetKind::signs,
                                     .link = Link::logit,
                                     .likelihood = Likelihood::negative_log,
                                     .class_count = 2},
                                    logistic);
}

std::shared_ptr<const Family> squared_hinge_family() {
  return plain_family<SquaredHingeLoss>(
      {.targets = TargetKind::signs, .link = Link::none, .class_count = 2}, squared_hinge);
}

std::shared_ptr<const Family> sigmoid_family() {
  return plain_family<SigmoidLoss>(
      {.targets = TargetKind::probabilities, .link = Link::logit, .class_count = 2}, sigmoid);
}

std::shared_ptr<const Family> softmax_family(Index classes) {
  if (classes < 2) throw InvalidInput("class_count", classes, "must be at least 2");
  return std::make_shared<const Family>(Family::Parts{
      .name = SoftmaxLoss::name,
      .targets = TargetKind::classes,
      .link = Link::softmax,
      .likelihood = Likelihood::negative_log,
      .class_count = classes,
      .loss =
          [classes](const Vector& targets, LossOptions options) {
            return std::make_shared<const SoftmaxLoss>(targets, classes, std::move(options));
          },
      .objective =
          [classes](const Design& features, const Vector& targets, LossOptions options,
                    Intercept intercept) {
            return std::make_shared<const Composite>(
                softmax(features, targets, classes, std::move(options), intercept));
          }});
}

std::span<const KnownFamily> known_families() {
  static constexpr KnownFamily all[] = {
      {LeastSquares::name, TargetKind::numbers,
       [](double, Index) { return least_squares_family(); }},
      {LogisticLoss::name, TargetKind::signs, [](double, Index) { return logistic_family(); }},
      {SoftmaxLoss::name, TargetKind::classes,
       [](double, Index classes) { return softmax_family(classes); }},
      {SigmoidLoss::name, TargetKind::probabilities,
       [](double, Index) { return sigmoid_family(); }},
      {HuberLoss::name, TargetKind::numbers, [](double rho, Index) { return huber_family(rho); }},
      {SquaredHingeLoss::name, TargetKind::signs,
       [](double, Index) { return squared_hinge_family(); }},
      {PoissonLoss::name, TargetKind::numbers, [](double, Index) { return poisson_family(); }}};
  return all;
}

const KnownFamily* find_family(std::string_view name) {
  for (const KnownFamily& family : known_families()) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

}  // namespace acgd
