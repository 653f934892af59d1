#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/sum.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/problems.hpp"

/// Sums of functions with cursors of every kind.
namespace acgd_test {

struct SumExamples {
  using Share = std::shared_ptr<const acgd::Sum>;

  Share net;     ///< least squares and a ridge
  Share mixed;   ///< columns of A'A, a ridge, a loss with an intercept, a black box
  Share nested;  ///< of both, and another ridge
};

/// Of n variables.
inline SumExamples sum_examples(Index n) {
  using namespace acgd;
  using Parts = std::vector<Sum::Part>;
  const Matrix a = random_matrix(40, n, 13);
  const Vector b = random_vector(40, 14);
  const Vector signs = b.unaryExpr([](double v) -> double { return v > 0 ? 1 : -1; });
  // Room for four columns.
  const LeastSquaresOptions by_columns{.route = LeastSquaresRoute::gram_columns,
                                       .cache_bytes = 32 * n};
  const auto columns = std::make_shared<LeastSquares>(a, b, by_columns);
  const auto logistic =
      std::make_shared<Composite>(acgd::logistic(Matrix(0.5 * a), signs, {}, Intercept::profiled));
  const auto ridge = std::make_shared<Ridge>(n, 0.2);
  const auto valley = std::make_shared<Function>(rosenbrock(n));
  const auto net = std::make_shared<Sum>(Parts{std::make_shared<LeastSquares>(a, b), ridge});
  const auto mixed = std::make_shared<Sum>(Parts{columns, ridge, logistic, valley},
                                           std::vector<double>{1, 3, 2, 0.01});
  const auto nested =
      std::make_shared<Sum>(Parts{mixed, net, ridge}, std::vector<double>{0.5, 2, 1});
  return {net, mixed, nested};
}

}  // namespace acgd_test
