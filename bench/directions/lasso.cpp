// ||Ax - b||^2 over l1 balls, A Gaussian.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "data.hpp"
#include "directions/comparison.hpp"

namespace bench {
namespace {

struct Samples {
  std::shared_ptr<const Matrix> a;
  Vector b;
};

/// 500 x 5000, 50 true non-zeros, noise 3.
Samples noisy_samples(const Settings& settings) {
  const Index rows = settings.pick<Index>(500, 100), cols = settings.pick<Index>(5000, 1000);
  const auto a = std::make_shared<const Matrix>(gaussian_matrix(rows, cols, 1));
  Vector truth = sparse_truth(cols, 50, 1, 2);
  // Undo the scaling: entries N(0, 1).
  truth *= std::sqrt(50.0) / truth.norm();
  return {a, *a * truth + 3 * gaussian_vector(rows, 3)};
}

/// argmin ||Ax - b||^2 / (2 rows) + alpha ||x||_1 by coordinate descent: sweeps over the non-zeros,
/// and over all coordinates once these have converged.
Vector penalized(const Samples& samples, double alpha) {
  constexpr double kSmall = 1e-10;
  const Matrix& a = *samples.a;
  const double penalty = alpha * static_cast<double>(a.rows());
  const Vector squares = a.colwise().squaredNorm();
  Vector x = Vector::Zero(a.cols());
  Vector residual = samples.b;
  const auto sweep = [&](bool all) {
    double largest = 0;
    for (Index j = 0; j < a.cols(); ++j) {
      if (!all && x[j] == 0) continue;
      const double pull = a.col(j).dot(residual) + squares[j] * x[j];
      const double next = std::copysign(std::max(0.0, std::abs(pull) - penalty), pull) / squares[j];
      if (next == x[j]) continue;
      residual += (x[j] - next) * a.col(j);
      largest = std::max(largest, std::abs(next - x[j]));
      x[j] = next;
    }
    return largest;
  };
  while (sweep(true) > kSmall) {
    while (sweep(false) > kSmall) {
    }
  }
  return x;
}

ComparedRule solver(const Samples& samples, double radius, std::string name,
                    const acgd::Options& options) {
  return {std::move(name), [=](double limit) {
            const acgd::LeastSquares f(std::make_shared<acgd::DenseMap>(samples.a), samples.b);
            const acgd::L1Ball ball(f.dimension(), radius);
            acgd::Options limited = options;
            limited.time_limit = limit;
            return acgd::minimize(f, ball, Vector::Zero(f.dimension()), limited);
          }};
}

/// The l1 ball with the same solution as the penalty alpha.
ComparisonSetup noisy_lasso(const Settings& settings, double alpha) {
  const Samples samples = noisy_samples(settings);
  const Vector x = penalized(samples, alpha);
  const double radius = x.lpNorm<1>();
  ComparisonSetup setup{.data = fmt::format("{} non-zeros", (x.array() != 0).count()),
                        .aim = "relative gap 1e-8"};
  const acgd::Options options = {.max_iterations = 1000000, .relative_gap_tolerance = 1e-8};
  acgd::Options toward = options;
  toward.direction = acgd::FrankWolfe{};
  setup.compared_rules = {solver(samples, radius, "auto", options),
                          solver(samples, radius, "frank-wolfe", toward)};
  setup.compared_rules[0].goal.passes = 20;
  setup.compared_rules[1].patience = 10;
  return setup;
}

}  // namespace

ComparisonSetup noisy_lasso_16(const Settings& settings) { return noisy_lasso(settings, 1); }
ComparisonSetup noisy_lasso_170(const Settings& settings) { return noisy_lasso(settings, 0.3); }
ComparisonSetup noisy_lasso_360(const Settings& settings) { return noisy_lasso(settings, 0.1); }

/// A ball that contains solutions of Ax = b: f* = 0, and the minimiser is not unique.
ComparisonSetup interpolation(const Settings& settings) {
  const Samples samples = noisy_samples(settings);
  ComparisonSetup setup{.data = "generated", .aim = "the default tolerances"};
  setup.compared_rules = {solver(samples, 450, "auto", {}),
                          solver(samples, 450, "frank-wolfe", {.direction = acgd::FrankWolfe{}})};
  setup.compared_rules[0].goal.passes = 20;
  setup.compared_rules[1].patience = 10;
  return setup;
}

/// The lasso of the paper: a sparse x_true well inside the ball, no noise.
ComparisonSetup exact_lasso(const Settings& settings) {
  constexpr double kRadius = 10, kTruthNorm = 5.8;
  const Index rows = settings.pick<Index>(2000, 400), cols = settings.pick<Index>(10000, 2000);
  const auto a = std::make_shared<const Matrix>(gaussian_matrix(rows, cols, 1));
  const Samples samples{a, *a * sparse_truth(cols, 10, kTruthNorm, 2)};
  const acgd::Options options = {
      .max_iterations = 100000, .gap_tolerance = 0, .optimal_value = 0, .value_tolerance = 1e-5};
  acgd::Options toward = options;
  toward.direction = acgd::FrankWolfe{};
  ComparisonSetup setup{.data = "generated", .aim = "f <= 1e-5"};
  setup.compared_rules = {solver(samples, kRadius, "auto", options),
                          solver(samples, kRadius, "frank-wolfe", toward)};
  setup.compared_rules[1].goal.seconds_of_first = 1;
  return setup;
}

}  // namespace bench
