// ||Ax - b||^2 over an l1 ball that holds the sparse x_true of b = A x_true.
#include <fmt/format.h>

#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/balls.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"
#include "experiments/synthetic.hpp"

namespace acgd::experiments {
namespace {

constexpr double kLassoRadius = 10;
constexpr Index kNonZeros = 10;
/// The paper's. Inside the ball, so that f* = 0; how far from its boundary decides how hard the
/// problem is.
constexpr double kTruthNorm = 5.7157;

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
      .origin = Origin::recipe,
      .missing = kOtherDraw};
}

}  // namespace

Experiment lasso() {
  return {.name = "lasso",
          .title = "Least squares with a sparse solution",
          .description =
              "||Ax - b||^2 over the l1 ball of radius 10, A Gaussian, b = A x_true with "
              "10 non-zeros, from a vertex; f* = 0",
          .sources =
              "Notebook Lasso_Random1: seed 23, ten standard Gaussian entries with ||x_true||_1 = "
              "5.7157, A standard Gaussian, the start a random vertex, L of short 41879.2, the "
              "largest eigenvalue of 2 A'A. Here: other draws, x_true scaled to the same norm.",
          .strategies = constrained_strategies(),
          .prepare = prepare_lasso};
}

}  // namespace acgd::experiments
