#include "acgd/fit/family.hpp"

#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"

namespace acgd {

std::shared_ptr<const Objective> Family::objective(std::shared_ptr<const LinearMap> features,
                                                   const Vector& targets, const Vector& weights,
                                                   bool intercept) const {
  if (outputs() > 1) features = std::make_shared<ClassMap>(std::move(features), outputs());
  return std::make_shared<Composite>(loss(targets, weights), std::move(features), Vector(),
                                     intercept ? Intercept::profiled : Intercept::none);
}

Vector Family::to_targets(const Matrix& z) const { return z.col(0); }

double Family::deviance(double, double, double) const {
  return std::numeric_limits<double>::quiet_NaN();
}

Scores Family::scores(const Matrix& z, const Vector& targets, const Vector& weights) const {
  const Vector predicted = to_targets(z);
  return {{"r2", r_squared(predicted, targets, weights)},
          {"rmse", root_mean_square_error(predicted, targets, weights)},
          {"mae", mean_absolute_error(predicted, targets, weights)}};
}

namespace {

LossOptions mean_of(const Vector& weights) {
  return {.scaling = Scaling::mean, .weights = weights};
}

class LeastSquaresFamily final : public Family {
 public:
  std::string_view name() const override { return LeastSquares::name; }

  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    return std::make_shared<SquaredLoss>(targets, mean_of(weights));
  }
  std::shared_ptr<const Objective> objective(std::shared_ptr<const LinearMap> features,
                                             const Vector& targets, const Vector& weights,
                                             bool intercept) const override {
    const double total = weights.size() == 0 ? static_cast<double>(targets.size()) : weights.sum();
    return std::make_shared<LeastSquares>(
        std::move(features), targets,
        LeastSquaresOptions{.factor = 1 / total, .intercept = intercept, .weights = weights});
  }
  double deviance(double loss, double total, double variance) const override {
    return total * loss / variance;
  }
};

class HuberFamily final : public Family {
 public:
  explicit HuberFamily(double rho) : rho_(rho) {}
  std::string_view name() const override { return HuberLoss::name; }

  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    return std::make_shared<HuberLoss>(targets, rho_, mean_of(weights));
  }

 private:
  double rho_;
};

class PoissonFamily final : public Family {
 public:
  std::string_view name() const override { return PoissonLoss::name; }

  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    return std::make_shared<PoissonLoss>(targets, mean_of(weights));
  }
  double deviance(double loss, double total, double) const override { return 2 * total * loss; }
  void to_means(Matrix& z) const override { z = z.array().exp(); }
  Vector to_targets(const Matrix& z) const override { return z.col(0).array().exp(); }
};

/// Throws InvalidInput unless all targets are in 0, 1, ..., count - 1.
void check_classes(const Vector& classes, Index count) {
  for (Index i = 0; i < classes.size(); ++i) {
    const double c = classes[i];
    if (c >= 0 && c < static_cast<double>(count) && c == std::floor(c)) continue;
    throw InvalidInput(compose("targets[{}] = {}: must be a class, from 0 to {}", i, c, count - 1));
  }
}

/// Binary classification by the sign of one prediction.
class TwoClasses : public Family {
 public:
  Index class_count() const final { return 2; }
  Vector to_targets(const Matrix& z) const final { return (z.col(0).array() > 0).cast<double>(); }
  Scores scores(const Matrix& z, const Vector& targets, const Vector& weights) const final {
    return {{"accuracy", accuracy(to_targets(z), targets, weights)},
            {"auc", area_under_curve(z.col(0), targets, weights)}};
  }

 protected:
  /// -1 and +1 for 0 and 1
  static Vector signs(const Vector& classes) {
    check_classes(classes, 2);
    return 2 * classes.array() - 1;
  }
  static void to_probabilities(Matrix& z) {
    z.conservativeResize(Eigen::NoChange, 2);
    for (Index i = 0; i < z.rows(); ++i) {
      // e^-|z| does not overflow.
      const double e = std::exp(-std::abs(z(i, 0))), less = e / (1 + e), more = 1 / (1 + e);
      const bool is_positive = z(i, 0) > 0;
      z(i, 0) = is_positive ? less : more;
      z(i, 1) = is_positive ? more : less;
    }
  }
};

class LogisticFamily final : public TwoClasses {
 public:
  std::string_view name() const override { return LogisticLoss::name; }
  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    return std::make_shared<LogisticLoss>(signs(targets), mean_of(weights));
  }
  double deviance(double loss, double total, double) const override { return 2 * total * loss; }
  void to_means(Matrix& z) const override { to_probabilities(z); }
};

class SquaredHingeFamily final : public TwoClasses {
 public:
  std::string_view name() const override { return SquaredHingeLoss::name; }
  bool has_probabilities() const override { return false; }
  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    return std::make_shared<SquaredHingeLoss>(signs(targets), mean_of(weights));
  }
};

class SigmoidFamily final : public TwoClasses {
 public:
  std::string_view name() const override { return SigmoidLoss::name; }
  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    check_classes(targets, 2);
    return std::make_shared<SigmoidLoss>(targets, mean_of(weights));
  }
  void to_means(Matrix& z) const override { to_probabilities(z); }
};

class SoftmaxFamily final : public Family {
 public:
  explicit SoftmaxFamily(Index classes) : classes_(classes) {
    if (classes < 2) {
      throw InvalidInput(compose("class_count = {}: must be at least 2", classes));
    }
  }
  std::string_view name() const override { return SoftmaxLoss::name; }
  Index outputs() const override { return classes_; }
  Index class_count() const override { return classes_; }

  std::shared_ptr<const Loss> loss(const Vector& targets, const Vector& weights) const override {
    check_classes(targets, classes_);
    return std::make_shared<SoftmaxLoss>(targets, classes_, mean_of(weights));
  }
  double deviance(double loss, double total, double) const override { return 2 * total * loss; }
  void to_means(Matrix& z) const override {
    for (Index i = 0; i < z.rows(); ++i) {
      z.row(i) = (z.row(i).array() - z.row(i).maxCoeff()).exp();
      z.row(i) /= z.row(i).sum();
    }
  }
  Vector to_targets(const Matrix& z) const override {
    Vector classes(z.rows());
    for (Index i = 0; i < z.rows(); ++i) {
      Index best = 0;
      z.row(i).maxCoeff(&best);
      classes[i] = static_cast<double>(best);
    }
    return classes;
  }
  Scores scores(const Matrix& z, const Vector& targets, const Vector& weights) const override {
    return {{"accuracy", accuracy(to_targets(z), targets, weights)}};
  }

 private:
  Index classes_;
};

}  // namespace

std::shared_ptr<const Family> least_squares_family() {
  return std::make_shared<LeastSquaresFamily>();
}
std::shared_ptr<const Family> huber_family(double rho) {
  return std::make_shared<HuberFamily>(rho);
}
std::shared_ptr<const Family> poisson_family() { return std::make_shared<PoissonFamily>(); }
std::shared_ptr<const Family> logistic_family() { return std::make_shared<LogisticFamily>(); }
std::shared_ptr<const Family> squared_hinge_family() {
  return std::make_shared<SquaredHingeFamily>();
}
std::shared_ptr<const Family> sigmoid_family() { return std::make_shared<SigmoidFamily>(); }
std::shared_ptr<const Family> softmax_family(Index class_count) {
  return std::make_shared<SoftmaxFamily>(class_count);
}

}  // namespace acgd
