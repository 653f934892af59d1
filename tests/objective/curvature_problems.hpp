#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "objective/explicit_hessians.hpp"
#include "objective/quadratic_problems.hpp"

/// Objectives that provide their curvature, and their explicit Hessians.
namespace acgd_test {

/// A map with nothing but its products.
class PlainMap final : public acgd::LinearMap {
 public:
  explicit PlainMap(Matrix a) : a_(std::move(a)) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(acgd::ConstVectorRef x, acgd::VectorRef y) const override { y = a_ * x; }
  void multiply_adjoint(acgd::ConstVectorRef x, acgd::VectorRef y) const override {
    y = a_.transpose() * x;
  }

 private:
  Matrix a_;
};

/// An H without stored columns.
class PlainHessian final : public acgd::Hessian {
 public:
  explicit PlainHessian(Matrix h) : h_(std::move(h)) {}
  Index dimension() const override { return h_.rows(); }
  void multiply(acgd::ConstVectorRef x, acgd::VectorRef y) const override { y = h_ * x; }
  double bytes() const override { return 8.0 * static_cast<double>(h_.size()); }

 private:
  Matrix h_;
};

struct CurvatureProblem {
  std::string name;
  std::shared_ptr<const acgd::Objective> f;
  /// The Hessian at x, without samples of negative curvature.
  std::function<Matrix(const Vector& x)> hessian;
  bool is_constant = false;
};

/// About one entry in eight; the last column is full.
inline Matrix with_holes(Matrix a) {
  for (Index j = 0; j + 1 < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) a(i, j) = (5 * i + 3 * j) % 8 == 0 ? a(i, j) : 0;
  }
  return a;
}

/// Three entries per column, in the first of many rows, so that columns overlap.
inline Matrix tall_and_sparse(Index rows, Index cols) {
  Matrix a = Matrix::Zero(rows, cols);
  for (Index j = 0; j < cols; ++j) {
    for (const Index k : {0, 1, 2}) {
      a((7 * j + 13 * k) % 30, j) = 0.25 + static_cast<double>(j + 2 * k);
    }
  }
  return a;
}

constexpr Index kCurvatureSize = 40;

inline std::vector<CurvatureProblem> plain_curvature_problems() {
  using namespace acgd;
  const Index n = kCurvatureSize, m = 90;
  const Matrix a = random_matrix(m, n, 1), holes = with_holes(a);
  const Matrix ones = holes.unaryExpr([](double v) { return v == 0 ? 0.0 : 1.0; });
  const Vector b = random_vector(m, 2), offset = random_vector(m, 3);
  const Vector none = Vector::Zero(m);
  const Vector labels = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Vector classes = (labels.array() + 1) / 2;
  const Vector weights = random_vector(m, 4).cwiseAbs();
  const auto sparse = [](const Matrix& matrix) {
    return std::make_shared<SparseMap>(SparseMatrix(matrix.sparseView()));
  };
  const auto composite = [](auto loss, auto map, Vector shift = {}) {
    return std::make_shared<Composite>(std::make_shared<decltype(loss)>(loss), map, shift);
  };
  const SecondDerivative logistic = [=](double z, double) {
    return plain_sigmoid(z) * plain_sigmoid(-z) / static_cast<double>(m);
  };
  const SecondDerivative sigmoid = [=](double z, double y) {
    const double s = y == 1 ? plain_sigmoid(-z) : plain_sigmoid(z);
    return 2 * s * s * (1 - s) * (2 - 3 * s) / static_cast<double>(m);
  };
  const Matrix single = a.cast<float>().cast<double>(), identity = Matrix::Identity(n, n);

  std::vector<CurvatureProblem> all;
  all.push_back({"dense_logistic", composite(LogisticLoss(labels), std::make_shared<DenseMap>(a)),
                 written_hessian(a, none, labels, logistic)});
  all.push_back(
      {"float_logistic",
       composite(LogisticLoss(labels), std::make_shared<DenseMap>(MatrixFloat(a.cast<float>()))),
       written_hessian(single, none, labels, logistic)});
  all.push_back({"sparse_logistic", composite(LogisticLoss(labels), sparse(holes), offset),
                 written_hessian(holes, offset, labels, logistic)});
  all.push_back({"one_hot_logistic", composite(LogisticLoss(labels), sparse(ones)),
                 written_hessian(ones, none, labels, logistic)});
  const Matrix tall = tall_and_sparse(1000, n);
  all.push_back({"tall_squares", composite(SquaredLoss(Vector::Zero(1000)), sparse(tall)),
                 [=](const Vector&) { return Matrix(2 * tall.transpose() * tall); }, true});
  all.push_back({"full_sparse_logistic", composite(LogisticLoss(labels), sparse(a)),
                 written_hessian(a, none, labels, logistic)});
  all.push_back({"sparse_sigmoid", composite(SigmoidLoss(classes), sparse(holes)),
                 written_hessian(holes, none, classes, sigmoid)});
  all.push_back({"dense_sigmoid", composite(SigmoidLoss(classes), std::make_shared<DenseMap>(a)),
                 written_hessian(a, none, classes, sigmoid)});
  all.push_back({"plain_huber", composite(HuberLoss(b, 0.75), std::make_shared<PlainMap>(a)),
                 written_hessian(a, none, b, [=](double z, double y) {
                   return std::abs(z - y) <= 0.75 ? 1.0 / static_cast<double>(m) : 0.0;
                 })});
  all.push_back({"identity_poisson",
                 composite(PoissonLoss(Vector::Ones(n), {.scaling = Scaling::sum}),
                           std::make_shared<IdentityMap>(n)),
                 written_hessian(identity, Vector::Zero(n), Vector::Ones(n),
                                 [](double z, double) { return std::exp(z); })});
  const auto weighted = [=](const Vector&) {
    return Matrix(2 * a.transpose() * weights.asDiagonal() * a);
  };
  all.push_back({"weighted_squares",
                 composite(SquaredLoss(b, {.weights = weights}), std::make_shared<DenseMap>(a)),
                 weighted, true});
  const auto add_profiled = [&](const char* name, const Composite& f, const Matrix& matrix,
                                const Vector& y, const SecondDerivative& second, bool constant) {
    all.push_back(
        {name, std::make_shared<Composite>(f), profiled_hessian(f, matrix, y, second), constant});
  };
  const Intercept profiled = Intercept::profiled;
  add_profiled("dense_logistic_intercept", acgd::logistic(a, labels, {}, profiled), a, labels,
               logistic, false);
  add_profiled("sparse_logistic_intercept", acgd::logistic(*sparse(ones), labels, {}, profiled),
               ones, labels, logistic, false);
  add_profiled(
      "squares_intercept",
      Composite(std::make_shared<SquaredLoss>(b), sparse(holes), Vector(), profiled), holes, b,
      [](double, double) { return 2.0; }, true);
  const Vector numbers = Vector::NullaryExpr(m, [](Index i) { return (i * i + i / 3) % 4; });
  for (const auto& [name, matrix, intercept] :
       {std::tuple{"dense_softmax", Matrix(a.leftCols(n / 4)), Intercept::none},
        std::tuple{"dense_softmax_intercepts", Matrix(a.leftCols(n / 4)), profiled},
        std::tuple{"sparse_softmax_intercepts", Matrix(holes.leftCols(n / 4)), profiled}}) {
    const Design design = name[0] == 'd' ? Design(matrix) : Design(*sparse(matrix));
    const Composite f = softmax(design, numbers, 4, {}, intercept);
    all.push_back({name, std::make_shared<Composite>(f), [=, columns = matrix](const Vector& x) {
                     return softmax_hessian(f, columns, 4, x);
                   }});
  }
  using Route = LeastSquaresRoute;
  for (const auto& [name, route] :
       {std::pair{"automatic", Route::automatic}, std::pair{"composite", Route::composite},
        std::pair{"gram_columns", Route::gram_columns},
        std::pair{"gram_matrix", Route::gram_matrix}}) {
    const LeastSquaresOptions options{.factor = 0.5, .route = route};
    all.push_back({std::string("least_squares_") + name,
                   std::make_shared<LeastSquares>(a, b, options),
                   [=](const Vector&) { return Matrix(a.transpose() * a); }, true});
    all.push_back({std::string("sparse_least_squares_") + name,
                   std::make_shared<LeastSquares>(sparse(holes), b, options),
                   [=](const Vector&) { return Matrix(holes.transpose() * holes); }, true});
  }
  const Matrix q = random_symmetric(n, 5);
  const Matrix part = with_holes(q), q_holes = part + part.transpose();
  const Vector linear = random_vector(n, 6);
  const auto always = [](const Matrix& h) { return [h](const Vector&) { return h; }; };
  all.push_back({"dense_quadratic", std::make_shared<Quadratic>(q, linear), always(q), true});
  all.push_back({"sparse_quadratic",
                 std::make_shared<Quadratic>(SparseMatrix(q_holes.sparseView()), linear),
                 always(q_holes), true});
  all.push_back({"plain_quadratic",
                 std::make_shared<Quadratic>(std::make_shared<PlainHessian>(q), linear), always(q),
                 true});
  all.push_back({"negative_gram_quadratic",
                 std::make_shared<Quadratic>(
                     std::make_shared<GramHessian>(std::make_shared<DenseMap>(a), -1.5), linear),
                 always(-1.5 * a.transpose() * a), true});
  return all;
}

}  // namespace acgd_test
