#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "support/every_kind.hpp"

namespace acgd_test {

/// Each kind of structured objective, with data larger than its cursors' shortcuts.
inline std::vector<std::shared_ptr<const acgd::Objective>> structured_objectives() {
  using namespace acgd;
  constexpr Index kSize = kVariables;
  Matrix a(40, kSize);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = std::sin(static_cast<double>(i * i + 1));
  const Vector b = a * Vector::LinSpaced(kSize, -1, 1) + Vector::Ones(40);
  const Vector signs = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Matrix gram = a.transpose() * a;
  const SparseMatrix sparse = a.sparseView(0.5, 1.0);
  const Vector classes =
      Vector::NullaryExpr(40, [](Index i) { return static_cast<double>((i * i + i / 3) % 4); });
  return {
      std::make_shared<Composite>(std::make_shared<LogisticLoss>(signs),
                                  std::make_shared<DenseMap>(a)),
      std::make_shared<Composite>(std::make_shared<SigmoidLoss>(0.5 * (signs.array() + 1)),
                                  std::make_shared<SparseMap>(sparse)),
      std::make_shared<LeastSquares>(a, b,
                                     LeastSquaresOptions{.route = LeastSquaresRoute::composite}),
      std::make_shared<LeastSquares>(a, b,
                                     LeastSquaresOptions{.route = LeastSquaresRoute::gram_columns}),
      std::make_shared<LeastSquares>(a, b,
                                     LeastSquaresOptions{.route = LeastSquaresRoute::gram_matrix}),
      std::make_shared<LeastSquares>(
          std::make_shared<SparseMap>(sparse), b,
          LeastSquaresOptions{.route = LeastSquaresRoute::composite, .intercept = true}),
      std::make_shared<LeastSquares>(std::make_shared<SparseMap>(sparse), b,
                                     LeastSquaresOptions{.route = LeastSquaresRoute::gram_columns,
                                                         .intercept = true,
                                                         .weights = Vector::LinSpaced(40, 0, 1)}),
      std::make_shared<Composite>(logistic(sparse, signs, {}, Intercept::profiled)),
      std::make_shared<Composite>(softmax(a.leftCols(kSize / 4), classes, 4)),
      std::make_shared<Composite>(
          softmax(SparseMatrix(sparse.leftCols(kSize / 4)), classes, 4, {}, Intercept::profiled)),
      std::make_shared<Quadratic>(gram, Vector(-a.transpose() * b)),
      std::make_shared<MatrixBalancing>(Matrix(gram.cwiseAbs()))};
}

/// Sums of some of them.
inline std::vector<std::shared_ptr<const acgd::Objective>> sums() {
  using namespace acgd;
  const auto parts = structured_objectives();
  const auto ridge = std::make_shared<Ridge>(kVariables, 0.5);
  return {std::make_shared<Sum>(std::vector<Sum::Part>{parts[0], ridge}),
          std::make_shared<Sum>(std::vector<Sum::Part>{parts[2], ridge}),
          std::make_shared<Sum>(std::vector<Sum::Part>{parts[3], ridge, parts[1], parts[7]})};
}

}  // namespace acgd_test
