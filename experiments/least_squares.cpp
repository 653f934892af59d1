// ||Ax - b||^2 on R^n by steepest descent in three geometries.
#include "acgd/objective/least_squares.hpp"

#include <fmt/format.h>

#include <cmath>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/balls.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr double kNoise = 0.01;
/// The columns have lengths from 1 down to this, fitted to the published iterations in l2.
constexpr double kShortestColumn = 1.0 / 30;

/// Gaussian, columns of geometrically decreasing length.
Matrix graded_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix a = Random("least-squares matrix", seed).gaussian_matrix(rows, cols);
  for (Index j = 0; j < cols; ++j) {
    const double place = static_cast<double>(j) / static_cast<double>(cols - 1);
    a.col(j) *= std::pow(kShortestColumn, place) / std::sqrt(static_cast<double>(rows));
  }
  return a;
}

/// In every geometry the estimate and the test measure in l2.
template <class Ball>
Prepared prepare_least_squares(const Settings& settings) {
  const Index rows = settings.quick ? 2000 : 20000, cols = settings.quick ? 100 : 1000;
  const auto a = std::make_shared<const Matrix>(graded_matrix(rows, cols, settings.seed));
  Random random("least-squares vectors", settings.seed);
  const Vector truth = random.gaussian_vector(cols);
  const Vector b = *a * truth + kNoise * random.gaussian_vector(rows);
  return {
      .problem = {.f = std::make_shared<const LeastSquares>(std::make_shared<const DenseMap>(a), b),
                  .set = std::make_shared<const Ball>(cols),
                  .x0 = random.gaussian_vector(cols),
                  .mode = Mode::unconstrained},
      .options = stop_at_gap(settings),
      .data = fmt::format("synthetic, {} x {}, seed {}", rows, cols, settings.seed),
      .origin = Origin::other,
      .missing =
          "how the paper drew A and b is not stated: this is a stand-in fitted to some of its "
          "figures"};
}

Experiment in_geometry(const std::string& geometry, const std::string& verb,
                       std::function<Prepared(const Settings&)> prepare) {
  return {
      .name = "least-squares-" + geometry,
      .title = "Least squares, " + geometry + " geometry",
      .description = fmt::format("||Ax - b||^2 over R^1000 {}, A Gaussian with columns of length 1 "
                                 "to 1/30, b = A x_true + 0.01 "
                                 "Gaussian noise, from a Gaussian point",
                                 verb),
      .inferred =
          "The paper does not say how A and b were drawn, and its notebook on least squares "
          "is "
          "about others (2000 x 10000 with f* = 0): the lengths of the columns and the noise were "
          "fitted to the published iterations and value in l2, and do not fit those in l1.",
      .strategies = unconstrained_strategies(),
      .prepare = std::move(prepare)};
}

}  // namespace

Experiment least_squares_l2() {
  return in_geometry("l2", "along the gradient", prepare_least_squares<L2Ball>);
}

Experiment least_squares_l1() {
  return in_geometry("l1", "along its largest partial derivative", prepare_least_squares<L1Ball>);
}

Experiment least_squares_linf() {
  return in_geometry("linf", "along the signs of the gradient", prepare_least_squares<LinfBall>);
}

}  // namespace acgd::experiments
