// Normalized steepest descent: the set is the unit ball of a norm or of a gauge, X = R^n. And
// continuous greedy, which uses the same directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/matroids.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

/// (x^2 + 10 y^2) / 2
Function ellipse() { return acgd_test::quadratic(Vector{{1, 10}}.asDiagonal(), Vector::Zero(2)); }

const Vector kOnes = Vector::Ones(2);

// From (1, 1) the gradient is (1, 10). l2 with L = 10: x - g / 10.
TEST(SteepestDescent, EuclideanShortStep) {
  const Result result = descend(ellipse(), L2Ball(2, 1.0), kOnes,
                                {.step = Short{.lipschitz = 10}, .max_iterations = 1});
  EXPECT_NEAR(result.x[0], 0.9, 1e-15);
  EXPECT_NEAR(result.x[1], 0, 1e-15);
}

// linf with L = 11: ||g||_1 / 11 = 1 along (-1, -1), which is the minimum.
TEST(SteepestDescent, MaximumNormShortStep) {
  const Result result =
      descend(ellipse(), LinfBall(2, 1.0), kOnes,
              {.step = Short{.lipschitz = 11}, .norm = linf_norm(), .max_iterations = 1});
  EXPECT_EQ(result.x, Vector::Zero(2).eval());
}

TEST(SteepestDescent, GapIsDualNormTimesRadius) {
  const auto first_gap = [](const Oracle& ball) {
    return descend(ellipse(), ball, kOnes, {.max_iterations = 0}).gap;
  };
  EXPECT_DOUBLE_EQ(first_gap(L1Ball(2, 1.0)), 10);
  EXPECT_DOUBLE_EQ(first_gap(L2Ball(2, 1.0)), std::sqrt(101.0));
  EXPECT_DOUBLE_EQ(first_gap(LinfBall(2, 1.0)), 11);
  EXPECT_DOUBLE_EQ(first_gap(LinfBall(2, 3.0)), 33);
}

TEST(SteepestDescent, FindsMinimumInEveryGeometry) {
  const Index n = 8;
  const Vector q = Vector::LinSpaced(n, 1, 8);
  const Vector b = Vector::LinSpaced(n, -1, 2);
  const Vector solution = -b.cwiseQuotient(q);
  const Vector x0 = Vector::Constant(n, 5);
  const auto reaches = [&](const Oracle& ball) {
    const Result r =
        descend(acgd_test::quadratic(q.asDiagonal(), b), ball, x0, {.gap_tolerance = 1e-7});
    EXPECT_EQ(r.status, Status::gap_reached) << ball.name() << ": " << r.message;
    EXPECT_LT((r.x - solution).norm(), 1e-6) << ball.name();
  };
  reaches(L1Ball(n, 1.0));
  reaches(L2Ball(n, 1.0));
  reaches(LinfBall(n, 1.0));
  reaches(L2Ball(n, 20.0));
}

TEST(SteepestDescent, SolvesRosenbrock) {
  const Result result =
      descend(acgd_test::rosenbrock(2), L2Ball(2, 1.0), Vector{{-1.2, 1.0}},
              {.step = AdaptiveConstant{}, .max_iterations = 100000, .gap_tolerance = 1e-6});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LT((result.x - Vector::Ones(2)).norm(), 1e-5);
}

// The first estimate from two points, in a norm and its dual: ||(1, 10) - (3, -10)||_* / ||(2,
// -2)||.
TEST(SteepestDescent, FirstEstimateUsesPreviousPoint) {
  const Problem problem{std::make_shared<Function>(ellipse()), std::make_shared<L2Ball>(2, 1.0),
                        kOnes, Mode::unconstrained, Atom(Vector{{3, -1}})};
  const auto first = [&](std::shared_ptr<const Norm> norm, StepChoice step) {
    const Record r =
        solve(
            problem,
            {.step = std::move(step), .norm = std::move(norm), .max_iterations = 1, .trace = true})
            .trace.front();
    return r.lipschitz / std::pow(2, r.backtracks);
  };
  const AdaptiveConstant rule{.gamma = 0.5, .delta = 0};
  EXPECT_DOUBLE_EQ(first(l2_norm(), rule), 0.5 * std::sqrt(404.0) / std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(first(linf_norm(), rule), 0.5 * 22 / 2);
  EXPECT_DOUBLE_EQ(first(l1_norm(), AdaptiveAdjustable{.delta = 0}), 0.25 * 20 / 4);
  EXPECT_THROW(first(l2_norm(), AdaptiveConstant{.initial_lipschitz = 1}), InvalidInput);
}

TEST(SteepestDescent, RejectsUninformativePreviousPoint) {
  Problem problem{std::make_shared<Function>(ellipse()), std::make_shared<L2Ball>(2, 2.0), kOnes};
  for (const Vector& point : {kOnes, Vector(Vector{{3, 0}}), Vector(Vector::Zero(3)),
                              Vector(Vector::Constant(2, std::nan("")))}) {
    problem.x_previous = Atom(point);
    EXPECT_THROW(solve(problem), InvalidInput) << point.transpose();
  }
}

// The gap over [-1, 2]^2 is max <-g, v>: entries of g > 0 count once, others twice.
TEST(SteepestDescent, GapIsSupportFunctionOfGauge) {
  const auto gap = [](Vector x0) {
    return descend(ellipse(), Box(2, -1, 2), x0, {.max_iterations = 0}).gap;
  };
  EXPECT_DOUBLE_EQ(gap(Vector{{1, 1}}), 1 + 10);
  EXPECT_DOUBLE_EQ(gap(Vector{{-1, 1}}), 2 + 10);
  EXPECT_DOUBLE_EQ(gap(Vector{{-1, -1}}), 2 + 20);
}

/// Sets that contain 0 in their interior without being symmetric.
std::vector<std::shared_ptr<const Oracle>> gauges() {
  const Matrix triangle{{2, -1, -1}, {0, 1, -1.5}};
  const auto corner = [](const Vector& g) -> Vector {
    const Matrix points{{3, -1, -1}, {0, 2, -1}};
    Index best = 0;
    (points.transpose() * g).minCoeff(&best);
    return points.col(best);
  };
  return {
      std::make_shared<Box>(2, -1, 2),
      std::make_shared<Shifted>(L2Ball(2, 1.0), Vector{{0.6, -0.7}}),
      std::make_shared<Shifted>(L1Ball(2, 1.0), Vector{{0.5, 0.4}}),
      std::make_shared<Ellipsoid>(Vector{{1, 0.2}}, Vector{{2, 0.5}}),
      std::make_shared<Diamond>(Vector{{-1, -0.5}}, Vector{{0.2, 3}}),
      std::make_shared<ConvexHull>(triangle),
      std::make_shared<Shifted>(ConvexHull(triangle), Vector{{0.3, 0.2}}),
      std::make_shared<Scaled>(Box(2, -1, 2), 0.1),
      std::make_shared<Product>(Box(1, -1, 2), Shifted(L2Ball(1, 1.0), Vector::Constant(1, 0.5))),
      std::make_shared<MinkowskiSum>(Simplex(2, 1, Relation::at_most), L2Ball(2, 0.5)),
      std::make_shared<LinearImage>(Box(3, -1, 2), Matrix{{1, 2, 0}, {0, 1, -1}}),
      std::make_shared<CustomSet>(2, corner, CustomSetOptions{.zero_inside = true})};
}

TEST(SteepestDescent, FindsMinimumInEveryGauge) {
  const auto f = acgd_test::quadratic(Vector{{1, 10}}.asDiagonal(), Vector{{-3, 20}});
  for (const auto& ball : gauges()) {
    for (const StepChoice& step :
         {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{})}) {
      const Result r = descend(f, *ball, Vector{{5, 5}}, {.step = step, .gap_tolerance = 1e-7});
      EXPECT_EQ(r.status, Status::gap_reached) << ball->name() << ": " << r.message;
      EXPECT_LT((r.x - Vector{{3, -2}}).norm(), 1e-5) << ball->name();
    }
  }
}

TEST(SteepestDescent, RejectsSetsWithoutZeroInside) {
  const auto refuses = [](const Oracle& set) {
    EXPECT_THROW(descend(ellipse(), set, kOnes), InvalidInput) << set.name();
  };
  refuses(Simplex(2));
  refuses(Simplex(2, 1, Relation::at_most));
  refuses(Box(2, 0, 1));
  refuses(Box(2, 1, 2));
  refuses(Shifted(L2Ball(2, 1.0), Vector{{1, 0}}));
  refuses(Shifted(L2Ball(2, 1.0), Vector{{3, 0}}));
  refuses(Ellipsoid(Vector{{0, 1}}, Vector{{2, 0.5}}));
  refuses(Diamond(Vector{{-1, 0}}, Vector{{1, 1}}));
  refuses(ConvexHull(Matrix{{1, 2, 1}, {0, 0, 1}}));   // 0 is outside
  refuses(ConvexHull(Matrix{{1, -1, 0}, {0, 0, 1}}));  // 0 is on an edge
  refuses(ConvexHull(Matrix{{1, -1}, {1, -1}}));       // without interior
  refuses(Product(Box(1, -1, 2), Simplex(1)));
  refuses(MinkowskiSum(Simplex(2), L2Ball(2, 0.1)));
  refuses(LinearImage(Box(1, -1, 2), Matrix{{1}, {2}}));
  refuses(CustomSet(2, [](const Vector& g) -> Vector { return -g.normalized(); }));
}

TEST(SteepestDescent, EndsIfDeclaredInteriorZeroIsWrong) {
  const auto corner_of = [](double least) {
    return CustomSet(2,
                     [least](const Vector& g) -> Vector {
                       return (g.array() > 0).select(Vector::Constant(2, least), Vector::Ones(2));
                     },
                     {.zero_inside = true});
  };
  for (const double least : {0.0, 0.5}) {
    const Result result = descend(ellipse(), corner_of(least), kOnes);
    EXPECT_EQ(result.status, Status::oracle_failed);
    EXPECT_NE(result.message.find("0 is not inside"), std::string::npos) << result.message;
  }
}

/// Number of edges with an end among the chosen nodes; x'Ax/2 - deg'x is minus its multilinear
/// extension, for an edge {i, j} is covered with probability x_i + x_j - x_i x_j.
struct Cover {
  static constexpr Index kNodes = 12;
  Matrix edges = Matrix::Zero(kNodes, kNodes);

  explicit Cover(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (Index i = 0; i < kNodes; ++i) {
      for (Index j = 0; j < i; ++j) edges(i, j) = edges(j, i) = random() % 4 == 0;
    }
  }
  Quadratic objective() const { return Quadratic(edges, -edges.rowwise().sum()); }

  /// Maximum over all independent sets.
  double best(const std::function<bool(unsigned nodes)>& is_independent) const {
    double best = 0;
    for (unsigned nodes = 0; nodes < 1U << kNodes; ++nodes) {
      if (!is_independent(nodes)) continue;
      double covered = 0;
      for (Index i = 0; i < kNodes; ++i) {
        for (Index j = 0; j < i; ++j) {
          if (edges(i, j) > 0 && (nodes >> i & 1 || nodes >> j & 1)) ++covered;
        }
      }
      best = std::max(best, covered);
    }
    return best;
  }
};

// F(x_{k+1}) - F(x_k) >= (OPT - F(x_k)) / N - c / N^2, where c = max v'Av / 2: (1 - 1/e) OPT - c / N.
TEST(ContinuousGreedy, ReachesOneMinusOneOverEOfOptimum) {
  constexpr Index kSteps = 50, n = Cover::kNodes;
  const double share = 1 - std::exp(-1);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Cover cover(seed);
    const auto check = [&](const Oracle& set, double optimum, double size) {
      const Result result = continuous_greedy(cover.objective(), set, kSteps);
      EXPECT_EQ(result.status, Status::steps_taken) << result.message;
      EXPECT_EQ(result.counts.iterations, kSteps);
      EXPECT_GE(-result.value, share * optimum - size * size / 2 / kSteps) << set.name();
      EXPECT_GE(-result.value + result.gap, optimum * (1 - 1e-12)) << set.name();
      EXPECT_FALSE(set.violation(result.x).distance > 1e-12) << set.name();
      // The mean of 50 vertices, whose entries are 0 and 1.
      const Vector counts = kSteps * result.x;
      EXPECT_LT((counts - counts.array().round().matrix()).cwiseAbs().maxCoeff(), 1e-9);
    };
    const double four = cover.best([](unsigned nodes) { return std::popcount(nodes) <= 4; });
    check(Hypersimplex(n, 4), four, 4);
    check(Hypersimplex(n, 4, 1, Relation::at_most), four, 4);
    // One of each three.
    const double each = cover.best([](unsigned nodes) {
      for (; nodes != 0; nodes >>= 3) {
        if (std::popcount(nodes & 7U) > 1) return false;
      }
      return true;
    });
    check(MatroidBases(n,
                       [](const std::vector<Index>& nodes) {
                         std::array<int, n / 3> count{};
                         return std::ranges::all_of(nodes,
                                                    [&](Index i) { return ++count[i / 3] <= 1; });
                       }),
          each, 4);
  }
}

// Zero or positive slopes do not end the run before x is in the set.
TEST(ContinuousGreedy, TakesAllSteps) {
  for (const double slope : {0.0, 1.0}) {
    const auto f = acgd_test::quadratic(Matrix::Zero(4, 4), Vector::Constant(4, slope));
    const Result result = continuous_greedy(f, Hypersimplex(4, 2), 7);
    EXPECT_EQ(result.status, Status::steps_taken) << result.message;
    EXPECT_EQ(result.counts.iterations, 7);
    EXPECT_NEAR(result.x.sum(), 2, 1e-14);
  }
}

TEST(ContinuousGreedy, RejectsUnsupportedProblems) {
  const auto f = acgd_test::quadratic(Matrix::Zero(3, 3), Vector{{-1, 2, -3}});
  const auto refuses = [&](const Oracle& set, Index steps, const Options& options = {}) {
    EXPECT_THROW(continuous_greedy(f, set, steps, options), InvalidInput) << set.name();
  };
  refuses(L1Ball(3, 1.0), 5);
  refuses(LinfBall(3, 1.0), 5);
  refuses(Box(3, -1, 2), 5);
  refuses(Simplex(3), 0);
  refuses(Simplex(3), 5, {.gap_tolerance = 0.1});
  refuses(Simplex(3), 5, {.optimal_value = -3});
  EXPECT_THROW(solve(Mode::continuous_greedy, f, Simplex(3), Vector::Unit(3, 0)), InvalidInput);
  EXPECT_EQ(continuous_greedy(f, Box(3, 0, 1), 4).x, (Vector{{1, 0, 1}}));
}

}  // namespace
}  // namespace acgd
