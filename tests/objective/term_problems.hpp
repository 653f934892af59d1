#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "objective/completion_examples.hpp"
#include "objective/quadratic_problems.hpp"
#include "objective/term_walk.hpp"
#include "support/problems.hpp"

/// An objective for each cursor, and its formula as a plain function.
namespace acgd_test {

/// Stores no columns, so that all images of a quadratic go through its caches.
class ColumnlessHessian final : public acgd::Hessian {
 public:
  explicit ColumnlessHessian(Matrix h) : h_(std::move(h)) {}
  Index dimension() const override { return h_.rows(); }
  void multiply(acgd::ConstVectorRef x, acgd::VectorRef y) const override { y = h_ * x; }
  void column(Index j, acgd::VectorRef y) const override { y = h_.col(j); }
  double bytes() const override { return 8.0 * static_cast<double>(h_.size()); }
  double column_bytes() const override { return 8.0 * static_cast<double>(h_.rows()); }

 private:
  Matrix h_;
};

struct TermProblem {
  std::string name;
  std::shared_ptr<const acgd::Objective> f;
  std::shared_ptr<const acgd::Objective> plain;
  MakeAtom any;
};

constexpr Index kTermSize = 24;

inline Function plain_logistic_function(Matrix a, Vector labels) {
  const Index m = a.rows();
  return Function(
      a.cols(),
      [=](const Vector& x) {
        const Vector z = a * x;
        double sum = 0;
        for (Index i = 0; i < m; ++i) sum += std::log1p(std::exp(-labels[i] * z[i]));
        return sum / static_cast<double>(m);
      },
      [=](const Vector& x, Vector& g) {
        const Vector z = a * x;
        Vector r(m);
        for (Index i = 0; i < m; ++i) r[i] = -labels[i] / (1 + std::exp(labels[i] * z[i]));
        g = a.transpose() * r / static_cast<double>(m);
      });
}

inline Function plain_squares_function(Matrix a, Vector b) {
  return Function(
      a.cols(), [=](const Vector& x) { return (a * x - b).squaredNorm(); },
      [=](const Vector& x, Vector& g) { g = 2 * a.transpose() * (a * x - b); });
}

/// weight f + other g + l/2 ||x||^2
inline Function plain_sum_function(double weight, const Function& f, double other,
                                   const Function& g, double l) {
  return Function(
      f.dimension(),
      [=](const Vector& x) {
        return weight * f.value(x) + other * g.value(x) + l / 2 * x.squaredNorm();
      },
      [=](const Vector& x, Vector& sum) {
        Vector part(x.size());
        f.gradient(x, sum);
        g.gradient(x, part);
        sum = weight * sum + other * part + l * x;
      });
}

/// `cache_bytes` for those that have a cache.
inline std::vector<TermProblem> term_problems(acgd::Index cache_bytes = 1 << 20) {
  using namespace acgd;
  using Route = LeastSquaresRoute;
  const Index n = kTermSize;
  const Matrix a = random_matrix(40, n, 1);
  const Vector b = random_vector(40, 2), linear = random_vector(n, 3);
  const Vector labels = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Matrix q = random_symmetric(n, 4), weights = random_matrix(n, n, 5).cwiseAbs();
  const MakeAtom any = any_shape(n);
  const auto share = [](auto object) { return std::make_shared<decltype(object)>(object); };

  std::vector<TermProblem> all;
  all.push_back({"black box", share(acgd_test::quadratic(q, linear)),
                 share(acgd_test::quadratic(q, linear)), any});
  all.push_back({"balancing", std::make_shared<MatrixBalancing>(weights),
                 share(acgd_test::matrix_balancing(weights)), any});
  all.push_back({"logistic",
                 std::make_shared<Composite>(std::make_shared<LogisticLoss>(labels),
                                             std::make_shared<DenseMap>(a)),
                 share(plain_logistic_function(a, labels)), any});
  all.push_back(
      {"sparse logistic",
       std::make_shared<Composite>(std::make_shared<LogisticLoss>(labels),
                                   std::make_shared<SparseMap>(SparseMatrix(a.sparseView()))),
       share(plain_logistic_function(a, labels)), any});
  for (const Route route :
       {Route::automatic, Route::composite, Route::gram_columns, Route::gram_matrix}) {
    all.push_back({"least squares " + std::to_string(static_cast<int>(route)),
                   std::make_shared<LeastSquares>(
                       a, b, LeastSquaresOptions{.route = route, .cache_bytes = cache_bytes}),
                   share(plain_squares_function(a, b)), any});
  }
  all.push_back({"quadratic", std::make_shared<Quadratic>(q, linear),
                 share(acgd_test::quadratic(q, linear)), any});
  all.push_back({"columnless quadratic",
                 std::make_shared<Quadratic>(std::make_shared<ColumnlessHessian>(q), linear, 0,
                                             QuadraticOptions{.cache_bytes = cache_bytes}),
                 share(acgd_test::quadratic(q, linear)), any});
  const auto ridge = std::make_shared<Ridge>(n, 0.8);
  const auto pick = [&](const char* name) {
    const auto is_it = [&](const TermProblem& problem) { return problem.name == name; };
    return std::find_if(all.begin(), all.end(), is_it)->f;
  };
  const auto plain_logistic = plain_logistic_function(a, labels);
  const auto plain_squares = plain_squares_function(a, b);
  const auto plain_quadratic = acgd_test::quadratic(q, linear);
  using Parts = std::vector<std::shared_ptr<const Objective>>;
  all.push_back(
      {"ridge", ridge, share(plain_sum_function(0, plain_logistic, 0, plain_squares, 0.8)), any});
  all.push_back({"sum of logistic and ridge",
                 std::make_shared<Sum>(Parts{ridge, pick("logistic"), ridge}),
                 share(plain_sum_function(1, plain_logistic, 0, plain_squares, 1.6)), any});
  all.push_back(
      {"sum of three cursors",
       std::make_shared<Sum>(Parts{pick("least squares 2"), pick("sparse logistic"), ridge},
                             std::vector<double>{0.5, 20, 3}),
       share(plain_sum_function(0.5, plain_squares, 20, plain_logistic, 2.4)), any});
  all.push_back({"sum with a black box",
                 std::make_shared<Sum>(Parts{pick("least squares 0"), pick("black box")},
                                       std::vector<double>{0.25, 2}),
                 share(plain_sum_function(0.25, plain_squares, 2, plain_quadratic, 0)), any});
  const auto observed = observations(6, 4, 0.6, true);
  all.push_back({"completion", std::make_shared<MatrixCompletion>(6, 4, observed),
                 share(reference_function(6, 4, observed)), rank_one(6, 4)});
  return all;
}

}  // namespace acgd_test
