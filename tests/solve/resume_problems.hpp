#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/optimal_design.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "objective/completion_examples.hpp"
#include "objective/quadratic_problems.hpp"
#include "objective/sum_examples.hpp"
#include "support/problems.hpp"
#include "support/straight.hpp"

/// One problem for each kind of state that a run may have to save.
namespace acgd_test {

struct ResumeProblem {
  std::string name;
  std::shared_ptr<const acgd::Objective> f;
  std::shared_ptr<const acgd::Oracle> set;
  acgd::Mode mode = acgd::Mode::constrained;
  std::shared_ptr<const acgd::Norm> norm = acgd::l2_norm();
  Index iterations = 230;  ///< enough for scheduled recomputations

  acgd::Result solve(acgd::Options options) const {
    options.direction = Straight{};
    options.norm = norm;
    const acgd::Start start = mode == acgd::Mode::constrained
                                  ? acgd::default_start(*f, *set)
                                  : acgd::Start(Vector::LinSpaced(f->dimension(), -0.3, 0.4));
    return acgd::solve(mode, *f, *set, start, options);
  }
};

inline std::vector<ResumeProblem> black_boxes() {
  using namespace acgd;
  const auto valley = std::make_shared<Function>(rosenbrock(12));
  const auto part = std::make_shared<NuclearBall>(3, 2, 1.5);
  const auto disc = std::make_shared<CustomSet>(
      12, [](const Vector& g) -> Vector { return -2 * g.normalized(); });
  return {{"black_box_l1", valley, std::make_shared<L1Ball>(12, 3.0)},
          {"black_box_box", valley, std::make_shared<Box>(12, -2, 2)},
          {"black_box_custom", valley, disc},
          {"black_box_nuclear", valley, std::make_shared<NuclearBall>(4, 3, 3.0)},
          {"black_box_product", valley,
           std::make_shared<Product>(
               std::vector<std::shared_ptr<const Oracle>>{part, std::make_shared<L1Ball>(6, 2.0)})},
          {"black_box_free", valley, std::make_shared<LinfBall>(12, 1.0), Mode::unconstrained},
          {"black_box_l1_norm", valley, std::make_shared<L2Ball>(12, 2.0), Mode::constrained,
           l1_norm()}};
}

inline std::vector<ResumeProblem> composites() {
  using namespace acgd;
  const Matrix a = random_matrix(40, 12, 3);
  const Vector signs =
      random_vector(40, 4).unaryExpr([](double v) -> double { return v > 0 ? 1 : -1; });
  const SparseMatrix sparse = a.sparseView(0.8, 1.0);
  const auto logistic =
      std::make_shared<Composite>(std::make_shared<LogisticLoss>(signs),
                                  std::make_shared<DenseMap>(a), Vector(random_vector(40, 5)));
  const auto sigmoid =
      std::make_shared<Composite>(std::make_shared<SigmoidLoss>(0.5 * (signs.array() + 1)),
                                  std::make_shared<SparseMap>(sparse));
  const auto intercept = std::make_shared<Composite>(
      std::make_shared<LogisticLoss>(signs), std::make_shared<SparseMap>(sparse),
      Vector(random_vector(40, 5)), Intercept::profiled);
  const Vector classes = Vector::LinSpaced(40, 0, 2.9).array().floor();
  const auto softmax = std::make_shared<Composite>(
      acgd::softmax(a.leftCols(4), classes, 3, {}, Intercept::profiled));
  const auto mixture = std::make_shared<Composite>(negative_log(Matrix(a.cwiseAbs())));
  const auto design = std::make_shared<Composite>(optimal_design(a.leftCols(4).transpose()));
  return {{"negative_log", mixture, std::make_shared<Simplex>(12)},
          {"optimal_design", design, std::make_shared<Simplex>(40)},
          {"logistic_intercept", intercept, std::make_shared<L1Ball>(12, 5.0)},
          {"logistic_intercept_free", intercept, std::make_shared<L2Ball>(12, 1.0),
           Mode::unconstrained},
          {"softmax_intercept", softmax, std::make_shared<L1Ball>(12, 5.0)},
          {"logistic_l1", logistic, std::make_shared<L1Ball>(12, 5.0)},
          {"logistic_l2", logistic, std::make_shared<L2Ball>(12, 5.0)},
          {"logistic_linf_norm", logistic, std::make_shared<Simplex>(12, 4.0), Mode::constrained,
           linf_norm()},
          {"sigmoid_sparse", sigmoid, std::make_shared<L1Ball>(12, 5.0)},
          {"sigmoid_free", sigmoid, std::make_shared<L2Ball>(12, 1.0), Mode::unconstrained}};
}

inline std::vector<ResumeProblem> quadratics() {
  using namespace acgd;
  const Index n = 24;
  const auto map = std::make_shared<DenseMap>(random_matrix(60, n, 6));
  const Vector b = random_vector(n, 7);
  // Room for three columns, so that they are evicted.
  const Index tiny = 3 * n * static_cast<Index>(sizeof(double));
  const auto dense = std::make_shared<Quadratic>(random_definite(n, 8), b);
  const auto gram =
      std::make_shared<Quadratic>(std::make_shared<GramHessian>(map, 0.1), Vector(10 * b), 0.0,
                                  QuadraticOptions{.cache_bytes = tiny});
  std::vector<ResumeProblem> problems;
  int count = 0;
  for (const auto& set : sets_of_every_shape(n)) {
    problems.push_back({"dense_hessian_" + std::to_string(count), dense, set});
    problems.push_back({"gram_hessian_" + std::to_string(count++), gram, set});
  }
  problems.push_back(
      {"gram_l1_norm", gram, std::make_shared<L1Ball>(n, 2.0), Mode::constrained, l1_norm()});
  problems.push_back({"gram_free", gram, std::make_shared<L1Ball>(n, 1.0), Mode::unconstrained});
  return problems;
}

inline std::vector<ResumeProblem> least_squares() {
  using namespace acgd;
  using Route = LeastSquaresRoute;
  const Index n = 12;
  const Matrix a = random_matrix(50, n, 9);
  const Vector b = random_vector(50, 10);
  std::vector<ResumeProblem> problems;
  const auto add = [&](const std::string& name, Route route, auto set) {
    const LeastSquaresOptions options{.route = route, .cache_bytes = 400};
    problems.push_back({name, std::make_shared<LeastSquares>(a, b, options), set});
  };
  add("least_squares_composite", Route::composite, std::make_shared<L1Ball>(n, 1.0));
  add("least_squares_columns", Route::gram_columns, std::make_shared<L1Ball>(n, 1.0));
  add("least_squares_matrix", Route::gram_matrix, std::make_shared<L2Ball>(n, 0.3));
  add("least_squares_automatic", Route::automatic, std::make_shared<L1Ball>(n, 1.0));
  // f decreases to 0, and is recomputed when it has lost its digits ...
  const Vector exact = a * Vector::LinSpaced(n, -0.2, 0.3);
  for (const Route route : {Route::gram_columns, Route::gram_matrix}) {
    const LeastSquaresOptions options{.route = route};
    problems.push_back({"least_squares_exact_" + std::to_string(problems.size()),
                        std::make_shared<LeastSquares>(a, exact, options),
                        std::make_shared<L2Ball>(n, 2.0)});
  }
  // ... and so is x.
  problems.push_back(
      {"least_squares_to_zero",
       std::make_shared<LeastSquares>(a, Vector(Vector::Zero(50)),
                                      LeastSquaresOptions{.route = Route::composite}),
       std::make_shared<L1Ball>(n, 1.0), Mode::unconstrained});
  // More variables than samples and dense atoms: the automatic route does not change.
  problems.push_back({"least_squares_wide",
                      std::make_shared<LeastSquares>(Matrix(a.transpose()), Vector(b.head(n))),
                      std::make_shared<L2Ball>(50, 0.1)});
  return problems;
}

inline std::vector<ResumeProblem> matrices() {
  using namespace acgd;
  const auto balancing =
      std::make_shared<MatrixBalancing>(Matrix(random_matrix(12, 12, 11).cwiseAbs()));
  // Few terms, so that recompression is frequent; the small matrix is stored densely.
  const CompletionOptions few{.loss = CompletionLoss::squared, .max_terms = 4};
  const auto nuclear = std::make_shared<NuclearBall>(20, 25, 40.0);
  return {{"balancing_l2", balancing, std::make_shared<L2Ball>(12, 1.0)},
          {"balancing_box", balancing, std::make_shared<Box>(12, -1, 1)},
          {"balancing_free", balancing, std::make_shared<LinfBall>(12, 1.0), Mode::unconstrained},
          {"completion_squared",
           std::make_shared<MatrixCompletion>(20, 25, observations(20, 25, 0.4), few), nuclear,
           Mode::constrained, frobenius_norm()},
          {"completion_twice",
           std::make_shared<MatrixCompletion>(20, 25, observations(20, 25, 0.4, true),
                                              CompletionOptions{.max_terms = 200}),
           nuclear, Mode::constrained, frobenius_norm()},
          {"completion_added_up",
           std::make_shared<MatrixCompletion>(5, 6, observations(5, 6, 0.7), few),
           std::make_shared<NuclearBall>(5, 6, 12.0), Mode::constrained, frobenius_norm(), 1100}};
}

inline std::vector<ResumeProblem> sums() {
  using namespace acgd;
  const Index n = 12;
  const auto [net, mixed, nested] = sum_examples(n);
  return {{"sum_net_l1", net, std::make_shared<L1Ball>(n, 1.0)},
          {"sum_net_l2", net, std::make_shared<L2Ball>(n, 1.0)},
          {"sum_mixed_l1", mixed, std::make_shared<L1Ball>(n, 2.0)},
          {"sum_mixed_box", mixed, std::make_shared<Box>(n, -1, 1)},
          {"sum_mixed_linf_norm", mixed, std::make_shared<Simplex>(n, 2.0), Mode::constrained,
           linf_norm()},
          {"sum_mixed_free", mixed, std::make_shared<L2Ball>(n, 1.0), Mode::unconstrained},
          {"sum_nested", nested, std::make_shared<L1Ball>(n, 2.0)}};
}

inline std::vector<ResumeProblem> resume_problems() {
  std::vector<ResumeProblem> all;
  for (const auto& shelf :
       {black_boxes(), composites(), quadratics(), least_squares(), matrices(), sums()}) {
    all.insert(all.end(), shelf.begin(), shelf.end());
  }
  return all;
}

}  // namespace acgd_test
