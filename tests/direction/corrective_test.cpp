// The corrective rule: known solutions by every step rule, few iterations, exact drops.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/gaussian.hpp"
#include "direction/polytopes.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// Mean logistic loss of 300 samples.
Composite logistic(Index features, unsigned seed) {
  const Matrix a = gaussian(300, features, seed);
  const Vector labels =
      (a.col(0) + 0.5 * a.col(1) + gaussian(300, 1, seed + 1)).array().sign().matrix();
  return Composite(std::make_shared<LogisticLoss>(labels), std::make_shared<DenseMap>(a));
}

TEST(Corrective, FindsSolutionWithEveryStepRule) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    for (const StepChoice& step : {StepChoice(AdaptiveAdjustable{}), StepChoice(AdaptiveConstant{}),
                                   StepChoice(Backtracking{}), StepChoice(LineSearch{}),
                                   StepChoice(Secant{}), StepChoice(Short{.lipschitz = 3})}) {
      const Result result = minimize(problem.f(), *problem.set, problem.x0,
                                     {.direction = Corrective{},
                                      .step = step,
                                      .max_iterations = 2000,
                                      .gap_tolerance = 1e-10});
      const std::string what =
          problem.name + " " + std::string(step.name()) + ": " + result.message;
      EXPECT_EQ(result.status, Status::gap_reached) << what;
      EXPECT_LE((result.x - problem.solution).norm(), 2e-5) << what;
      EXPECT_TRUE(problem.set->contains(result.x, 1e-12)) << what;
      EXPECT_EQ(result.direction, "corrective");
    }
  }
}

// On a quadratic the model is exact: a step of 1 solves the problem over the active set, and each
// iteration adds a vertex. There are no more iterations than vertices, and usually far fewer.
TEST(Corrective, SolvesQuadraticsInFewStepsOfLengthOne) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    const Result result = minimize(
        problem.f(), *problem.set, problem.x0,
        {.direction = Corrective{}, .max_iterations = 30, .gap_tolerance = 1e-13, .trace = true});
    EXPECT_EQ(result.status, Status::gap_reached) << problem.name << result.message;
    EXPECT_LE((result.x - problem.solution).norm(), 1e-9) << problem.name;
    for (const Record& record : result.trace) {
      if (!std::isnan(record.step)) {
        EXPECT_EQ(record.step, 1) << problem.name;
      }
    }
  }
}

// Zeros of the solution are exact zeros of x, and no atom covers them.
TEST(Corrective, DropsAtomsExactly) {
  const Index n = 60;
  const LeastSquares f(gaussian(80, n, 1), Vector(5 * gaussian(80, 1, 2)));
  const Result result = minimize(f, L1Ball(n, 2), {.relative_gap_tolerance = 1e-12});
  ASSERT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_EQ(result.direction, "corrective");
  const Index zeros = (result.x.array() == 0).count();
  EXPECT_EQ((result.x.cwiseAbs().array() < 1e-9).count(), zeros);
  EXPECT_GT(zeros, 20);
  EXPECT_EQ(static_cast<Index>(result.atoms.size()), n - zeros);
  Vector sum = Vector::Zero(n);
  double weights = 0;
  for (const WeightedAtom& each : result.atoms) {
    each.atom.add_to(sum, each.weight);
    weights += each.weight;
  }
  EXPECT_LE((sum - result.x).lpNorm<Eigen::Infinity>(), 1e-15);
  EXPECT_NEAR(weights, 1, 1e-15);
}

// Where the model is not exact, convergence is that of Newton's method: the number of correct
// digits doubles.
TEST(Corrective, ConvergesQuadratically) {
  const Composite f = logistic(20, 3);
  const Result result = minimize(
      f, L1Ball(20, 1.5), {.direction = Corrective{}, .gap_tolerance = 1e-13, .trace = true});
  ASSERT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LE(result.counts.iterations, 12);
  // The last three gaps above rounding error.
  const auto rows = result.trace.size();
  ASSERT_GE(rows, 4u);
  EXPECT_LE(result.trace[rows - 2].gap, 1e-2 * result.trace[rows - 3].gap);
}

// The reported gap against the gradient's products with all vertices.
TEST(Corrective, GapMatchesGradient) {
  const Composite f = logistic(10, 5);
  Vector g(10);
  const Result result = minimize(f, L1Ball(10, 0.8), {.gap_tolerance = 1e-9});
  f.gradient(result.x, g);
  EXPECT_NEAR(result.gap, g.dot(result.x) + 0.8 * g.lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LE(result.lower_bound, result.value);
  EXPECT_GE(result.lower_bound, result.value - 1e-9);
}

// The rounding error of a gradient near 1e8 enters the gap: the error of the gap is at most the
// reported noise.
TEST(Corrective, GapNoiseCoversRoundingErrorOfGradient) {
  constexpr Index kSize = 6;
  const Vector b = Vector::Constant(kSize, 1e8) + gaussian(kSize, 1, 3);
  const Quadratic f(Matrix::Identity(kSize, kSize), b);
  const Vector x = gaussian(kSize, 1, 4).cwiseAbs();
  const Atom x0(Vector(x / x.sum()));
  const Simplex simplex(kSize);
  const Box box(Vector::Zero(kSize), Vector::Ones(kSize));
  for (const Oracle* set :
       {static_cast<const Oracle*>(&simplex), static_cast<const Oracle*>(&box)}) {
    const auto rule = Corrective{}.begin({.set = *set, .x0 = x0, .has_curvature = true});
    const auto cursor = f.start(x0, l2_norm());
    OracleCalls oracle(*set);
    rule->choose(*cursor, oracle);
    const DualityGap& duality_gap = *rule->move().duality_gap;
    long double of_x = 0, least = set == &box ? 0 : 1e9L;  // b > 0: 0 is optimal in the box
    for (Index i = 0; i < kSize; ++i) {
      const long double at = x0.to_dense()[i], g = at + b[i];
      of_x += at * g;
      if (set == &simplex) least = std::min(least, g);
    }
    EXPECT_GE(duality_gap.noise, std::abs(*duality_gap.gap - (of_x - least))) << set->name();
    EXPECT_GT(duality_gap.noise, 0) << set->name();
    EXPECT_LE(duality_gap.noise, 1e-5) << set->name();
  }
}

// Nonconvex f: samples of negative curvature are left out of the model.
TEST(Corrective, FindsStationaryPointsOfNonConvexLosses) {
  const Matrix a = gaussian(200, 15, 7);
  const Vector targets = (a.col(0).array() > 0).cast<double>();
  const Composite f(std::make_shared<SigmoidLoss>(targets), std::make_shared<DenseMap>(a));
  for (Index start = 0; start < 5; ++start) {
    Atom x0;
    x0.become_coordinate(15, start, start % 2 == 0 ? 4 : -4);
    const Result result =
        minimize(f, L1Ball(15, 4), x0, {.direction = Corrective{}, .gap_tolerance = 1e-8});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    Vector g(15);
    f.gradient(result.x, g);
    EXPECT_LE(g.dot(result.x) + 4 * g.lpNorm<Eigen::Infinity>(), 1.1e-8);
    EXPECT_TRUE(std::isnan(result.lower_bound));
  }
}

// A quadratic of negative curvature has no model: the run continues with blended pairwise steps.
TEST(Corrective, FallsBackToBlendedPairwiseForNegativeCurvature) {
  for (const std::shared_ptr<const Oracle>& set : std::vector<std::shared_ptr<const Oracle>>{
           std::make_shared<Simplex>(12), std::make_shared<L1Ball>(12, 1.0),
           std::make_shared<Box>(12, -1, 1)}) {
    const Matrix half = gaussian(12, 12, 9);
    const Quadratic f(half + half.transpose(), Vector(gaussian(12, 1, 10)));
    const Result result = minimize(f, *set, {.gap_tolerance = 1e-8, .trace = true});
    EXPECT_EQ(result.direction, "blended-pairwise");
    EXPECT_EQ(result.status, Status::gap_reached) << set->name() << ": " << result.message;
    for (std::size_t k = 1; k < result.trace.size(); ++k) {
      EXPECT_LE(result.trace[k].value, result.trace[k - 1].value + 1e-12);
    }
  }
}

// A pair a, -a with the solution inside, equal columns, and linear combinations of others.
TEST(Corrective, HandlesDependentColumns) {
  Matrix a = gaussian(40, 30, 11);
  a.col(3) = a.col(4);
  a.col(7) = -a.col(8);
  a.col(10) = 0.5 * a.col(11) + 0.25 * a.col(12);
  a.col(20).setZero();
  for (const double radius : {0.5, 3.0, 1000.0}) {
    const LeastSquares f(a, Vector(gaussian(40, 1, 12)));
    const Result result = minimize(f, L1Ball(30, radius), {.relative_gap_tolerance = 1e-10});
    EXPECT_EQ(result.status, Status::gap_reached) << radius << ": " << result.message;
    EXPECT_LE(result.counts.iterations, 60);
  }
}

// More blocks than H is formed for: block coordinate descent minimises the model.
TEST(Corrective, UsesBlockCoordinateDescentForManyBlocks) {
  const Index blocks = 80, size = 4, n = blocks * size;
  std::vector<std::shared_ptr<const Oracle>> parts(static_cast<std::size_t>(blocks),
                                                   std::make_shared<Simplex>(size));
  const Vector c = waves(n, 2, 1.1);
  Vector solution(n);
  for (Index b = 0; b < blocks; ++b) {
    solution.segment(b * size, size) = project_to_simplex(c.segment(b * size, size), 1);
  }
  const Quadratic f(Matrix(Matrix::Identity(n, n)), Vector(-c));
  const Result result = minimize(f, Product(parts), {.gap_tolerance = 1e-9});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LE((result.x - solution).norm(), 1e-4);
  EXPECT_LE(result.counts.iterations, 10);
  EXPECT_EQ(result.direction, "corrective");
}

// The free coordinates of a box are variables of the model. Coordinates at a bound are exactly
// there.
TEST(Corrective, BoxCoordinatesReachBoundsExactly) {
  const Index n = 50;
  const Matrix a = gaussian(70, n, 13);
  const LeastSquares f(a, Vector(10 * gaussian(70, 1, 14)));
  const Result result = minimize(f, Box(n, -0.5, 1), {.relative_gap_tolerance = 1e-13});
  ASSERT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LE(result.counts.iterations, 10);
  Vector g(n);
  f.gradient(result.x, g);
  const double scale = g.lpNorm<Eigen::Infinity>();
  Index at_bounds = 0;
  for (Index j = 0; j < n; ++j) {
    const bool lower = result.x[j] == -0.5, upper = result.x[j] == 1;
    at_bounds += lower || upper;
    if (lower) {
      EXPECT_GE(g[j], -1e-9 * scale);
    }
    if (upper) {
      EXPECT_LE(g[j], 1e-9 * scale);
    }
    if (!lower && !upper) {
      EXPECT_NEAR(g[j], 0, 1e-7 * scale);
    }
  }
  EXPECT_GT(at_bounds, 10);
}

TEST(Corrective, ConvergesWithSmallActiveSet) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    const Result result = minimize(
        problem.f(), *problem.set, problem.x0,
        {.direction = Corrective{.max_atoms = 5}, .max_iterations = 3000, .gap_tolerance = 1e-6});
    EXPECT_EQ(result.status, Status::gap_reached) << problem.name << ": " << result.message;
    EXPECT_TRUE(problem.set->contains(result.x, 1e-12)) << problem.name;
  }
}

TEST(Corrective, ResumedRunsGiveSameBits) {
  const Composite f = logistic(12, 15);
  const LeastSquares g(gaussian(30, 12, 16), Vector(gaussian(30, 1, 17)));
  const Matrix half = gaussian(12, 12, 18);
  const Quadratic h(half + half.transpose(), Vector(gaussian(12, 1, 19)));
  for (const Objective* objective :
       {static_cast<const Objective*>(&f), static_cast<const Objective*>(&g),
        static_cast<const Objective*>(&h)}) {
    for (const std::shared_ptr<const Oracle>& set : std::vector<std::shared_ptr<const Oracle>>{
             std::make_shared<L1Ball>(12, 0.7), std::make_shared<Box>(12, -0.1, 0.2),
             std::make_shared<ConvexHull>(gaussian(12, 40, 20)),
             std::make_shared<Product>(Simplex(5), L1Ball(7))}) {
      const auto run = [&](Options options) {
        options.direction = Corrective{};
        options.gap_tolerance = 1e-11;
        return minimize(*objective, *set, options);
      };
      const Result whole = run({});
      for (const Index cut : {0, 1, 2, 4}) {
        if (whole.counts.iterations <= cut) continue;
        EXPECT_TRUE(same_bits(resumed_at(cut, {}, run), whole)) << set->name() << " " << cut;
      }
    }
  }
}

// A previous result, or its atoms, as the start of the next run.
TEST(Corrective, StartsFromPreviousResult) {
  const Matrix points = gaussian(10, 200, 21);
  const Quadratic f(Matrix(Matrix::Identity(10, 10)), Vector(Vector::Constant(10, -0.3)));
  const ConvexHull hull(points);
  const Options options{.gap_tolerance = 1e-10};
  const Result first = minimize(f, hull, options);
  ASSERT_EQ(first.status, Status::gap_reached);
  ASSERT_GT(first.atoms.size(), 1u);
  for (const Start& start : {Start(first), Start(first.atoms)}) {
    const Result again = minimize(f, hull, start, options);
    EXPECT_LE(again.counts.iterations, 1);
    EXPECT_EQ(again.atoms.size(), first.atoms.size());
  }
}

TEST(Corrective, RejectsUnsupportedProblems) {
  const Quadratic f(Matrix(Matrix::Identity(3, 3)), Vector(Vector::Zero(3)));
  EXPECT_EQ(refusal([&] { descend(f, L1Ball(3), Vector::Zero(3), {.direction = Corrective{}}); }),
            "direction = corrective: needs a set in which x stays, and this run is unconstrained: "
            "must be steepest-descent");
}

}  // namespace
}  // namespace acgd_test
