// ||Ax - b||^2 over an l1 ball that holds the sparse x_true of b = A x_true.
#include <fmt/format.h>

#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"
#include "experiments/synthetic.hpp"

namespace acgd::experiments {
namespace {

constexpr double kLassoRadius = 10;
constexpr Index kNonZeros = 10;
/// Inside the ball, so that f* = 0. How far from its boundary decides how hard the problem is; this
/// is fitted to the published numbers of iterations.
constexpr double kTruthNorm = 5.8;

Prepared prepare_lasso(const Settings& settings) {
  const Index rows = settings.quick ? 400 : 2000, cols = settings.quick ? 2000 : 10000;
  const auto a = std::make_shared<const Matrix>(
      Random("lasso matrix", settings.seed).gaussian_matrix(rows, cols));
  const Vector b = *a * sparse_truth(cols, kNonZeros, kTruthNorm, settings.seed);
  const auto set = std::make_shared<const L1Ball>(cols, kLassoRadius);
  return {
      .problem = {.f = std::make_shared<const LeastSquares>(std::make_shared<const DenseMap>(a), b),
                  .set = set,
                  .x0 = set->start()},
      .options = stop_at_value(settings, 0),
      .data = fmt::format("synthetic, {} x {}, seed {}", rows, cols, settings.seed),
      .unpublished = "the paper's A and x_true are not published"};
}

}  // namespace

Experiment lasso() {
  return {.name = "lasso",
          .title = "Least squares with a sparse solution",
          .description =
              "||Ax - b||^2 over the l1 ball of radius 10, A Gaussian, b = A x_true with "
              "10 non-zeros, from a vertex; f* = 0",
          .inferred =
              "The paper does not give the size of x_true; ||x_true||_1 = 5.8 was chosen "
              "because runs then take the published number of iterations.",
          .strategies = constrained_strategies(),
          .prepare = prepare_lasso};
}

}  // namespace acgd::experiments
