// The measured time of a run includes its own preparation, and no other's.
#include <gtest/gtest.h>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/schedules.hpp"
#include "app/experiments/evaluation.hpp"

namespace acgd::experiments {
namespace {

/// Counts all products, and those with a unit vector, which form a Gram matrix.
class CountedMap final : public LinearMap {
 public:
  explicit CountedMap(Matrix a) : a_(std::move(a)) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    if (x.sum() == 1 && x.squaredNorm() == 1 && x.maxCoeff() == 1) ++columns;
    y = a_ * x;
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    ++products;
    y = a_.transpose() * x;
  }

  mutable int products = 0, columns = 0;

 private:
  Matrix a_;
};

class CountedHessian final : public Hessian {
 public:
  explicit CountedHessian(Matrix q) : q_(std::move(q)) {}
  Index dimension() const override { return q_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    y = q_ * x;
  }
  double bytes() const override { return 8.0 * static_cast<double>(q_.size()); }

  mutable int products = 0;

 private:
  Matrix q_;
};

Matrix small_matrix() { return Matrix::Random(40, 8); }

/// Number of products to compute the Lipschitz constant of f.
template <class Counted>
int products_for_lipschitz(const Counted& counted, const Objective& f) {
  const int before = counted.products;
  f.lipschitz();
  return counted.products - before;
}

template <class Counted>
void expect_no_cache(const Counted& counted, const std::shared_ptr<const Objective>& f) {
  const int first = products_for_lipschitz(counted, *f);
  EXPECT_GT(first, 0);
  EXPECT_EQ(products_for_lipschitz(counted, *f), 0) << "it is remembered";
  const auto copy = fresh(f);
  EXPECT_EQ(products_for_lipschitz(counted, *copy), first) << "a fresh one finds it itself";
  EXPECT_EQ(*copy->lipschitz(), *f->lipschitz());
  const Vector x = Vector::LinSpaced(f->dimension(), -1, 2);
  EXPECT_EQ(copy->value(x), f->value(x));
}

TEST(FreshObjective, HasNoCachedResults) {
  const auto map = std::make_shared<const CountedMap>(small_matrix());
  const Vector b = Vector::LinSpaced(40, 0, 1);
  expect_no_cache(*map, std::make_shared<const LeastSquares>(map, b));
  expect_no_cache(*map,
                  std::make_shared<const Composite>(std::make_shared<const SquaredLoss>(b), map));
  expect_no_cache(*map, with_ridge(std::make_shared<const LeastSquares>(map, b), 0.5));
  const Matrix a = small_matrix();
  const auto hessian = std::make_shared<const CountedHessian>(a.transpose() * a);
  expect_no_cache(*hessian, std::make_shared<const Quadratic>(hessian, Vector::Ones(8), 3));
}

TEST(FreshObjective, IsSameFunctionWithWeightsAndIntercept) {
  const Matrix a = small_matrix();
  const Vector b = Vector::LinSpaced(40, 0, 1), weights = Vector::LinSpaced(40, 0.5, 3);
  const Vector x = Vector::LinSpaced(8, -1, 2);
  const LeastSquaresOptions options{.intercept = true, .weights = weights};
  const auto sparse = std::make_shared<SparseMap>(SparseMatrix(a.sparseView()));
  const auto loss = std::make_shared<SquaredLoss>(b, LossOptions{.weights = weights});
  for (const std::shared_ptr<const Objective>& f : std::vector<std::shared_ptr<const Objective>>{
           std::make_shared<LeastSquares>(a, b, options),
           std::make_shared<LeastSquares>(sparse, b, options),
           std::make_shared<Composite>(loss, sparse, Vector(), Intercept::profiled)}) {
    EXPECT_NEAR(fresh(f)->value(x), f->value(x), 1e-12 * f->value(x));
  }
}

TEST(FreshObjective, OutlivesOriginal) {
  std::shared_ptr<const Objective> f =
      std::make_shared<const LeastSquares>(small_matrix(), Vector(Vector::Ones(40)));
  const double value = f->value(Vector::Ones(8));
  f = fresh(f);
  EXPECT_EQ(f->value(Vector::Ones(8)), value);
}

/// ||Ax - b||^2 on a counted map as an experiment. Its set-up is A'A, of eight columns; no vertex
/// of its set is a unit vector.
Experiment counted_experiment(const std::shared_ptr<const CountedMap>& map) {
  return {.name = "counted",
          .title = "",
          .description = "",
          .strategies = {"backtracking", "short", "open-loop"},
          .prepare = [map](const Settings&) {
            return Prepared{
                .problem = {.f = std::make_shared<const LeastSquares>(
                                map, Vector(Vector::Ones(40)),
                                LeastSquaresOptions{.route = LeastSquaresRoute::gram_matrix}),
                            .set = std::make_shared<const L1Ball>(8, 3.0),
                            .x0 = Vector::Zero(8)},
                .options = {.max_iterations = 20, .gap_tolerance = 0},
                .data = ""};
          }};
}

int columns_of(const std::vector<std::string>& strategies) {
  const auto map = std::make_shared<const CountedMap>(small_matrix());
  evaluate(counted_experiment(map), {}, {.strategies = strategies});
  return map->columns;
}

TEST(MeasuredRun, EveryStrategyPaysForItsOwnPreparationOnce) {
  EXPECT_EQ(columns_of({"backtracking"}), 8);
  EXPECT_EQ(columns_of({"open-loop"}), 8);
  const int with_constant = columns_of({"short"});  // ||A||^2 of such a small A uses columns, too
  EXPECT_GE(with_constant, 8);
  EXPECT_EQ(columns_of({"backtracking", "short"}), 8 + with_constant);
  EXPECT_EQ(columns_of({}), 16 + with_constant);
}

TEST(MeasuredRun, EqualsPlainRun) {
  const auto f = std::make_shared<const LeastSquares>(small_matrix(), Vector(Vector::Ones(40)));
  const Problem problem{f, std::make_shared<const L1Ball>(8, 1.0), Vector::Zero(8)};
  Options options{.max_iterations = 50, .gap_tolerance = 0, .trace = true};
  const MeasuredRun measured = measure(problem, options, [] { return Backtracking{}; });
  options.step = Backtracking{};
  const Result result = solve(problem, options);
  EXPECT_EQ(measured.result.value, result.value);
  EXPECT_EQ(measured.result.gap, result.gap);
  EXPECT_EQ(measured.result.x, result.x);
  EXPECT_EQ(measured.result.counts.trials, result.counts.trials);
  ASSERT_EQ(measured.result.trace.size(), result.trace.size());
  EXPECT_GE(measured.setup, 0);
  EXPECT_EQ(measured.repetitions % 2, 1);
}

TEST(MeasuredRun, IsNotRepeatedAtTimeLimit) {
  const auto f = std::make_shared<const LeastSquares>(small_matrix(), Vector(Vector::Ones(40)));
  const Problem problem{f, std::make_shared<const L1Ball>(8, 1.0), Vector::Zero(8)};
  // Corrective steps would reach the limit of precision before.
  const Options options{.direction = FrankWolfe{},
                        .max_iterations = Index{1} << 40,
                        .time_limit = 0.01,
                        .gap_tolerance = 0};
  const MeasuredRun measured = measure(problem, options, [] { return OpenLoop{}; });
  EXPECT_EQ(measured.result.status, Status::time_limit);
  EXPECT_EQ(measured.repetitions, 1);
}

TEST(MeasuredRun, ShortRunsAreRepeatedOddNumberOfTimes) {
  EXPECT_EQ(repetitions_of(0.01), 5);
  EXPECT_EQ(repetitions_of(0.5), 3);
  EXPECT_EQ(repetitions_of(1.5), 1);
  EXPECT_EQ(median_place({3}), 0u);
  EXPECT_EQ(median_place({5, 1, 3}), 2u);
  EXPECT_EQ(median_place({2, 9, 1, 8, 7}), 4u);
}

/// Everything that must not depend on the other rows.
void expect_same_row(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.strategy, b.strategy);
  EXPECT_EQ(a.result.status, b.result.status);
  EXPECT_EQ(a.result.message, b.result.message);
  EXPECT_EQ(a.result.value, b.result.value);
  EXPECT_EQ(a.result.gap, b.result.gap);
  EXPECT_EQ(a.result.x, b.result.x);
  EXPECT_EQ(a.result.counts.iterations, b.result.counts.iterations);
  EXPECT_EQ(a.result.counts.gradients, b.result.counts.gradients);
  EXPECT_EQ(a.result.counts.oracle_calls, b.result.counts.oracle_calls);
  EXPECT_EQ(a.result.counts.trials, b.result.counts.trials);
  ASSERT_EQ(a.result.trace.size(), b.result.trace.size());
  for (std::size_t k = 0; k < a.result.trace.size(); ++k) {
    ASSERT_EQ(a.result.trace[k].value, b.result.trace[k].value) << k;
    ASSERT_EQ(a.result.trace[k].backtracks, b.result.trace[k].backtracks) << k;
  }
}

TEST(MeasuredRun, RowsDoNotDependOnOtherRows) {
  for (const char* name : {"lasso", "matrix-balancing", "simplex-quadratic", "least-squares-l2"}) {
    SCOPED_TRACE(name);
    const Settings settings{.quick = true, .synthetic = true};
    const Evaluation whole = evaluate(find(name), settings, {});
    for (const Outcome& outcome : whole.outcomes) {
      const Evaluation alone = evaluate(find(name), settings, {.strategies = {outcome.strategy}});
      ASSERT_EQ(alone.outcomes.size(), 1u);
      expect_same_row(alone.outcomes[0], outcome);
    }
  }
}

}  // namespace
}  // namespace acgd::experiments
