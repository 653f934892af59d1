#include "acgd/objective/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/atoms.hpp"
#include "objective/lockstep.hpp"
#include "objective/quadratic_problems.hpp"
#include "oracle/set_exam.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using acgd_test::coordinate;

using acgd_test::compare_in_lockstep;
using acgd_test::random_matrix;
using acgd_test::random_vector;
using Route = LeastSquaresRoute;

constexpr Route kRoutes[] = {Route::automatic, Route::composite, Route::gram_columns,
                             Route::gram_matrix};

Function plain(const Matrix& a, const Vector& b, double factor = 1) {
  return Function(
      a.cols(), [=](const Vector& x) { return factor * (a * x - b).squaredNorm(); },
      [=](const Vector& x, Vector& g) { g = 2 * factor * (a.transpose() * (a * x - b)); });
}

/// A dense map that counts its calls.
class CountingMap final : public LinearMap {
 public:
  explicit CountingMap(Matrix a) : a_(std::move(a)) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    a_.multiply(x, y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    ++adjoints;
    a_.multiply_adjoint(x, y);
  }
  void image(const Atom& atom, VectorRef z) const override {
    ++images;
    a_.image(atom, z);
  }
  mutable int products = 0, adjoints = 0, images = 0;

 private:
  DenseMap a_;
};

TEST(LeastSquares, GradientMatchesValue) {
  const Matrix a = random_matrix(20, 8, 1);
  const Vector b = random_vector(20, 2);
  for (const double factor : {1.0, 0.5, 1.0 / 20}) {
    const LeastSquares f(a, b, {.factor = factor});
    const Vector x = random_vector(8, 3);
    EXPECT_EQ(check_gradient(f, x), std::vector<std::string>{});
    EXPECT_NEAR(f.value(x), factor * (a * x - b).squaredNorm(), 1e-12);
    const Matrix gram = 2 * factor * a.transpose() * a;
    EXPECT_NEAR(f.lipschitz().value(), DenseHessian(gram).largest_eigenvalue(), 1e-4);
  }
}

TEST(LeastSquares, RejectsSizeMismatch) {
  const Matrix a = random_matrix(4, 3, 1);
  EXPECT_NE(refusal([&] { LeastSquares(a, Vector::Zero(3)); }).find("b: has 3 entries"),
            std::string::npos);
  EXPECT_NE(refusal([&] { LeastSquares(a, vec({0, 0, not_a_number, 0})); }), "");
  EXPECT_NE(refusal([&] { LeastSquares(a, Vector::Zero(4), {.factor = 0}); }).find("factor"),
            std::string::npos);
  EXPECT_NE(refusal([] { LeastSquares(std::shared_ptr<const LinearMap>{}, Vector::Zero(4)); }), "");
}

TEST(LeastSquares, EveryRouteMatchesBlackBoxOnEverySet) {
  const Index n = 30;
  const Matrix a = random_matrix(40, n, 4) / 6;
  const Vector b = random_vector(40, 5);
  for (const double factor : {1.0, 0.5}) {
    const Function reference = plain(a, b, factor);
    for (const Route route : kRoutes) {
      const LeastSquares f(a, b, {.factor = factor, .route = route});
      for (const auto& set : acgd_test::sets_of_every_shape(n)) {
        for (const StepChoice& step :
             {StepChoice(AdaptiveAdjustable{}), StepChoice(LineSearch{})}) {
          const auto deviation =
              compare_in_lockstep(f, reference, *set, Mode::constrained, step, set->start(), 300);
          EXPECT_LE(deviation.worst(), 1e-10)
              << set->name() << ", route " << static_cast<int>(route) << ", " << deviation;
        }
        if (!set->is_norm_ball()) continue;
        const auto deviation = compare_in_lockstep(f, reference, *set, Mode::unconstrained,
                                                   Backtracking{}, Atom(random_vector(n, 6)), 300);
        EXPECT_LE(deviation.worst(), 1e-10)
            << set->name() << ", route " << static_cast<int>(route) << ", " << deviation;
      }
    }
  }
}

TEST(LeastSquares, SparseMapsSupportEveryRoute) {
  Matrix a = random_matrix(50, 24, 7);
  a = (a.array().abs() < 1).select(0, a);
  a.col(3).setZero();
  a.row(5).setZero();
  const Vector b = random_vector(50, 8);
  const SparseMatrix sparse = a.sparseView();
  const Function reference = plain(a, b);
  for (const Route route : kRoutes) {
    const LeastSquares f(std::make_shared<SparseMap>(sparse), b, {.route = route});
    const auto deviation = compare_in_lockstep(f, reference, L1Ball(24, 2.0), Mode::constrained,
                                               AdaptiveConstant{}, Atom(Vector::Zero(24)), 300);
    EXPECT_LE(deviation.worst(), 1e-10) << deviation;
  }
}

TEST(LeastSquares, LassoReadsMatrixOncePerAtom) {
  const Index m = 60, n = 400;
  const auto map = std::make_shared<CountingMap>(random_matrix(m, n, 9));
  Vector truth = Vector::Zero(n);
  for (Index k = 0; k < 4; ++k) truth[37 * (k + 1)] = k % 2 ? 0.5 : -0.75;
  Vector b(m);
  map->multiply(truth, b);
  const LeastSquares f(map, b);
  map->products = 0;

  const L1Ball ball(n, 3.0);
  EXPECT_EQ(f.route_for(coordinate(n, 1, 1)), Route::gram_columns);
  const Options options{.direction = FrankWolfe{},
                        .max_iterations = 2000,
                        .gap_tolerance = 0,
                        .optimal_value = 0,
                        .value_tolerance = 1e-9};
  const Result result = minimize(f, ball, Vector::Zero(n), options);
  ASSERT_EQ(result.status, Status::value_reached) << result.message;
  EXPECT_GT(result.counts.iterations, 50);
  const Index atoms = (result.x.array() != 0).count();  // every atom leaves a nonzero in x
  // Forward: the image of each coordinate and that of x0. Backward: one pass for each coordinate,
  // for b and for the first gradient. The rest is recomputation: one for every decrease of f by
  // 10^4.
  EXPECT_EQ(map->images, atoms + 1);
  const int recomputations = map->products;
  EXPECT_EQ(map->adjoints, atoms + 2 + recomputations);
  EXPECT_LE(recomputations, 3);
  EXPECT_LE(atoms, 20);
}

TEST(LeastSquares, ChoosesDocumentedRoute) {
  const auto route = [](Index m, Index n, const Atom& atom, LeastSquaresOptions options = {}) {
    return LeastSquares(Matrix::Ones(m, n), Vector::Zero(m), options).route_for(atom);
  };
  const auto one = [](Index n) { return coordinate(n, 0, 1); };
  const auto dense = [](Index n) { return Atom(Vector::Ones(n)); };
  EXPECT_EQ(route(300, 200, one(200)), Route::gram_matrix);
  EXPECT_EQ(route(300, 200, dense(200)), Route::gram_matrix);
  EXPECT_EQ(route(200, 300, one(300)), Route::gram_columns);
  EXPECT_EQ(route(200, 300, dense(300)), Route::composite);
  EXPECT_EQ(route(300, 200, one(200), {.expected_coordinates = 5}), Route::gram_columns);
  EXPECT_EQ(route(300, 200, dense(200), {.expected_iterations = 5}), Route::composite);
  EXPECT_EQ(route(300, 200, dense(200), {.gram_bytes = 1000}), Route::composite);
  EXPECT_EQ(route(10, 200, one(200)), Route::composite);
  EXPECT_EQ(route(300, 200, one(200), {.route = Route::composite}), Route::composite);
}

TEST(LeastSquares, SmallValueIsAccurate) {
  const Index m = 80, n = 40;
  const Matrix a = random_matrix(m, n, 10);
  const Vector truth = random_vector(n, 11);
  const Vector b = a * truth;  // ||b||^2 is about 3000
  for (const Route route : kRoutes) {
    const LeastSquares f(a, b, {.route = route});
    for (const double target : {1e-6, 1e-10, 1e-13}) {
      const Options options{.direction = Straight{},
                            .step = LineSearch{},
                            .max_iterations = 20000,
                            .gap_tolerance = 0,
                            .optimal_value = 0,
                            .value_tolerance = target};
      const Result result = descend(f, L2Ball(n), Vector::Zero(n), options);
      ASSERT_EQ(result.status, Status::value_reached) << result.message;
      const double exact = (a * result.x - b).squaredNorm();
      EXPECT_NEAR(result.value, exact, 1e-6 * exact) << static_cast<int>(route);
    }
  }
}

TEST(LeastSquares, ObjectMayBeSharedByRuns) {
  const Matrix a = random_matrix(60, 20, 12);
  const Vector b = random_vector(60, 13);
  const LeastSquares f(a, b, {.route = Route::gram_matrix});
  std::vector<Result> results(4);
  std::vector<std::thread> threads;
  for (Result& result : results) {
    threads.emplace_back(
        [&] { result = minimize(f, L1Ball(20), Vector::Zero(20), {.direction = FrankWolfe{}}); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Result& result : results) EXPECT_EQ(result.x, results[0].x);
}

TEST(LeastSquares, SolvesSmallestProblem) {
  for (const Route route : kRoutes) {
    const LeastSquares f(Matrix::Constant(1, 1, 2), vec({1}), {.route = route});
    EXPECT_NEAR(descend(f, L2Ball(1), vec({3})).x[0], 0.5, 1e-6);
  }
}

}  // namespace
}  // namespace acgd
