#include "acgd/objective/quadratic.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/lockstep.hpp"
#include "objective/quadratic_problems.hpp"
#include "oracle/set_exam.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using acgd_test::compare_in_lockstep;
using acgd_test::random_definite;
using acgd_test::random_matrix;
using acgd_test::random_symmetric;
using acgd_test::random_vector;
using acgd_test::sets_of_every_shape;

constexpr Index kQuadraticSize = 30;

std::vector<StepChoice> rules() {
  return {AdaptiveConstant{}, AdaptiveAdjustable{}, Backtracking{}, LineSearch{}};
}

/// Columns and products only: nothing is stored, so everything goes through the cache.
class HiddenHessian final : public Hessian {
 public:
  explicit HiddenHessian(Matrix h) : h_(std::move(h)) {}
  Index dimension() const override { return h_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    y = h_ * x;
  }
  void column(Index j, VectorRef y) const override {
    ++columns;
    y = h_.col(j);
  }
  double bytes() const override { return 8.0 * static_cast<double>(h_.size()); }
  mutable int products = 0, columns = 0;

 private:
  Matrix h_;
};

TEST(Quadratic, GradientMatchesValue) {
  const Matrix q = random_symmetric(kQuadraticSize, 1);
  const Vector b = random_vector(kQuadraticSize, 2);
  const Eigen::SparseMatrix<double> sparse = q.sparseView();
  for (const Quadratic& f : {Quadratic(q, b, 3), Quadratic(sparse, b, 3)}) {
    EXPECT_EQ(check_gradient(f, random_vector(kQuadraticSize, 3)), std::vector<std::string>{});
    EXPECT_EQ(f.value(Vector::Zero(kQuadraticSize)), 3);
  }
}

TEST(Quadratic, HasLipschitzConstant) {
  const Matrix q = Vector{{-7, 2, 3}}.asDiagonal();
  const Quadratic f(q, Vector::Zero(3));
  EXPECT_NEAR(f.lipschitz().value(), 7, 1e-5);
  const Result result = minimize(
      f, Box(3, -1, 1), Options{.direction = FrankWolfe{}, .step = Short{}, .max_iterations = 100});
  EXPECT_NEAR(result.value, -3.5, 1e-6);
}

TEST(Quadratic, RejectsSizeMismatch) {
  const Matrix q = Matrix::Identity(3, 3);
  EXPECT_NE(refusal([&] { Quadratic(q, Vector::Zero(2)); }).find("b: has 2 entries"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              Quadratic(q, vec({0, not_a_number, 0}));
            }).find("b[1]"),
            std::string::npos);
  EXPECT_NE(refusal([&] { Quadratic(q, Vector::Zero(3), infinity); }).find("c = inf"),
            std::string::npos);
  EXPECT_NE(refusal([] { Quadratic(std::shared_ptr<const Hessian>{}, Vector::Zero(3)); }), "");
}

TEST(QuadraticCursor, MatchesBlackBoxOnEverySetWithEveryRule) {
  for (const bool definite : {true, false}) {
    const Matrix q =
        definite ? random_definite(kQuadraticSize, 4) : random_symmetric(kQuadraticSize, 4);
    const Vector b = random_vector(kQuadraticSize, 5);
    const Quadratic f(q, b);
    const Quadratic hidden(std::make_shared<HiddenHessian>(q), b);
    const Function plain = acgd_test::quadratic(q, b);
    for (const auto& set : sets_of_every_shape(kQuadraticSize)) {
      for (const StepChoice& step : rules()) {
        for (const Quadratic* each : {&f, &hidden}) {
          const auto deviation =
              compare_in_lockstep(*each, plain, *set, Mode::constrained, step, set->start(), 300);
          EXPECT_LE(deviation.worst(), 1e-10) << set->name() << ", " << deviation;
        }
      }
    }
  }
}

TEST(QuadraticCursor, MatchesBlackBoxUnconstrainedInEveryNorm) {
  const Matrix q = random_definite(kQuadraticSize, 6);
  const Vector b = random_vector(kQuadraticSize, 7);
  const Quadratic f(q, b);
  const Function plain = acgd_test::quadratic(q, b);
  const Atom x0(random_vector(kQuadraticSize, 8));
  for (const auto& set : sets_of_every_shape(kQuadraticSize)) {
    if (!set->is_norm_ball()) continue;
    for (const StepChoice& step : rules()) {
      for (const auto& norm : {l1_norm(), l2_norm(), linf_norm(), lp_norm(3)}) {
        const auto deviation =
            compare_in_lockstep(f, plain, *set, Mode::unconstrained, step, x0, 300, norm);
        EXPECT_LE(deviation.worst(), 1e-10) << set->name() << ", " << norm->name() << deviation;
      }
    }
  }
}

TEST(QuadraticCursor, MatchesBlackBoxFor3000Iterations) {
  const Matrix q = random_symmetric(kQuadraticSize, 9);
  const Vector b = random_vector(kQuadraticSize, 10);
  const Quadratic f(q, b);
  const Function plain = acgd_test::quadratic(q, b);
  for (const auto& set : sets_of_every_shape(kQuadraticSize)) {
    // Open-loop steps keep moving x in every iteration.
    const auto deviation =
        compare_in_lockstep(f, plain, *set, Mode::constrained, OpenLoop{}, set->start(), 3000);
    EXPECT_EQ(deviation.iterations, 3000) << set->name();
    EXPECT_LE(deviation.worst(), 1e-10) << set->name() << ", " << deviation;
  }
  const Quadratic definite(random_definite(kQuadraticSize, 9), b);
  const Function plain_definite = acgd_test::quadratic(random_definite(kQuadraticSize, 9), b);
  const auto deviation =
      compare_in_lockstep(definite, plain_definite, L1Ball(kQuadraticSize), Mode::unconstrained,
                          AdaptiveAdjustable{}, Atom(1e3 * random_vector(kQuadraticSize, 1)), 3000);
  EXPECT_EQ(deviation.iterations, 3000);
  EXPECT_LE(deviation.worst(), 1e-10) << deviation;
}

TEST(QuadraticCursor, RunsMatchBlackBoxRuns) {
  const Matrix q = random_definite(kQuadraticSize, 12);
  const Vector b = random_vector(kQuadraticSize, 13);
  for (const StepChoice& step : rules()) {
    const Options options{.direction = FrankWolfe{},
                          .step = step,
                          .max_iterations = 60,
                          .gap_tolerance = 0,
                          .trace = true};
    const Result carried = minimize(Quadratic(q, b), Simplex(kQuadraticSize), options);
    const Result plain = minimize(acgd_test::quadratic(q, b), Simplex(kQuadraticSize), options);
    ASSERT_EQ(carried.trace.size(), plain.trace.size());
    for (std::size_t k = 0; k + 1 < plain.trace.size(); ++k) {
      if (carried.trace[k].backtracks != plain.trace[k].backtracks) break;
      EXPECT_NEAR(carried.trace[k].value, plain.trace[k].value, 1e-10);
      EXPECT_NEAR(carried.trace[k].gap, plain.trace[k].gap, 1e-10);
      EXPECT_NEAR(carried.trace[k].step, plain.trace[k].step, 1e-10);
    }
  }
}

TEST(Quadratic, TinyCacheGivesSameResult) {
  const Matrix q = random_definite(kQuadraticSize, 14);
  const Vector b = random_vector(kQuadraticSize, 15);
  const Options options{.direction = FrankWolfe{}, .max_iterations = 500, .gap_tolerance = 0};
  const auto run = [&](Index cache_bytes) {
    const auto hessian = std::make_shared<HiddenHessian>(q);
    const Result result = minimize(Quadratic(hessian, b, 0, {.cache_bytes = cache_bytes}),
                                   L1Ball(kQuadraticSize, 3.0), options);
    return std::pair(result, hessian->columns);
  };
  const auto [large, few] = run(1 << 20);
  EXPECT_LE(few, kQuadraticSize);
  for (const Index bytes : {Index{0}, 8 * kQuadraticSize, 3 * 8 * kQuadraticSize}) {
    const auto [small, many] = run(bytes);
    EXPECT_EQ(small.x, large.x);
    EXPECT_EQ(small.value, large.value);
    EXPECT_GT(many, few);
  }
}

TEST(Quadratic, ReadsNothingTwice) {
  const auto hessian = std::make_shared<HiddenHessian>(random_definite(kQuadraticSize, 16));
  const Quadratic f(hessian, random_vector(kQuadraticSize, 17));
  // A vertex or path that recurs costs nothing; here it is always the same.
  const Matrix points = random_matrix(kQuadraticSize, 1, 18);
  minimize(f, ConvexHull(points), random_vector(kQuadraticSize, 18),
           {.direction = FrankWolfe{}, .max_iterations = 50});
  EXPECT_LE(hessian->products, 2);  // x0 and the point
}

TEST(Quadratic, FindsKnownOptima) {
  // sum q_i x_i^2 / 2 on the simplex: x_i = (1/q_i) / sum 1/q, f* = 1 / (2 sum 1/q).
  const Vector q = Vector::LinSpaced(20, 1, 5);
  const double best = 0.5 / q.cwiseInverse().sum();
  const Options options{.direction = FrankWolfe{},
                        .step = LineSearch{},
                        .max_iterations = 20000,
                        .gap_tolerance = 1e-4};
  const Result result = minimize(Quadratic(q.asDiagonal(), Vector::Zero(20)), Simplex(20), options);
  EXPECT_NEAR(result.value, best, 1e-4);
  EXPECT_GE(result.value, best - 1e-15);

  const Quadratic assets = [] {
    Matrix m(3, 3);
    m << 3, 2.8464949, 2.4178848, 2.8464949, 3, 2.84649498, 2.4178848, 2.84649498, 3;
    return Quadratic(2 * m, vec({-6, -6.15703, -5.55986}));
  }();
  EXPECT_NEAR(minimize(assets, L1Ball(3), {.direction = FrankWolfe{}}).value,
              acgd_test::kThreeAssetsOptimum, 1e-5);

  // Concave: the minimum is a vertex. Linear, 1 x 1 and zero rows are quadratics too.
  const Quadratic concave(-Matrix::Identity(4, 4), vec({0, 0.5, 0, 0}));
  EXPECT_EQ(
      minimize(concave, Box(4, -1, 1), vec({0.5, -0.5, 0.5, 0.5}), {.direction = FrankWolfe{}})
          .value,
      -2.5);
  EXPECT_EQ(
      minimize(Quadratic(Matrix::Zero(2, 2), vec({3, -1})), L1Ball(2), {.direction = FrankWolfe{}})
          .value,
      -3);
  EXPECT_NEAR(minimize(Quadratic(Matrix::Identity(1, 1), vec({-0.25})), Box(1, -1, 1),
                       {.direction = FrankWolfe{}})
                  .x[0],
              0.25, 1e-3);
  Matrix hole = Matrix::Identity(3, 3);
  hole(1, 1) = 0;
  const Result flat = descend(Quadratic(hole, vec({1, 0, 2})), L2Ball(3), vec({5, 6, 7}));
  EXPECT_NEAR((flat.x - vec({-1, 6, -2})).norm(), 0, 1e-5);
}

}  // namespace
}  // namespace acgd
