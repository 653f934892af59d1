// Rules with an active set in special cases: sets of one point, duplicate atoms, little memory,
// checkpoints, low-rank matrices.
#include <gtest/gtest.h>

#include <limits>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/polytopes.hpp"
#include "direction/walk.hpp"
#include "objective/completion_examples.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

TEST(ActiveSetRule, NeedsSet) {
  for (const DirectionChoice& direction : active_set_rules()) {
    EXPECT_EQ(refusal([&] {
                descend(squared_norm(3), L2Ball(3, 1.0), Vector::Ones(3), {.direction = direction});
              }),
              "direction = " + std::string(direction.name()) +
                  ": needs a set in which x stays, and this run is unconstrained: must be "
                  "steepest-descent");
  }
}

TEST(ActiveSetRule, RejectsMaximumOfZeroAtoms) {
  const auto run = [](const DirectionChoice& direction) {
    return refusal([&] {
      minimize(squared_norm(3), Simplex(3), Vector::Unit(3, 0), {.direction = direction});
    });
  };
  EXPECT_EQ(run(Away{.max_atoms = 1}), "max_atoms = 1: must be at least 2");
  EXPECT_EQ(run(Pairwise{.max_bytes = 0}), "max_bytes = 0: must be at least 1");
}

/// The point of the set nearest to 0.
Result nearest_point(const Oracle& set, const Vector& x0, const DirectionChoice& direction) {
  const Index n = set.dimension();
  return minimize(Quadratic(Matrix::Identity(n, n), Vector::Zero(n)), set, x0,
                  {.direction = direction, .max_iterations = 1000, .gap_tolerance = 1e-12});
}

TEST(ActiveSetRule, SinglePointIsSolution) {
  const Vector point{{1, -2, 3}};
  for (const DirectionChoice& direction : active_set_rules()) {
    for (const std::shared_ptr<const Oracle>& set :
         {std::shared_ptr<const Oracle>(std::make_shared<ConvexHull>(Matrix(point))),
          std::shared_ptr<const Oracle>(std::make_shared<Box>(point, point))}) {
      const Result result = nearest_point(*set, point, direction);
      EXPECT_EQ(result.status, Status::gap_reached) << result.message;
      EXPECT_EQ(result.x, point);
      EXPECT_LE(result.gap, 1e-12);
    }
    EXPECT_EQ(nearest_point(Simplex(1), Vector::Ones(1), direction).counts.iterations, 0);
  }
}

TEST(ActiveSetRule, HullMayHaveDuplicatePoints) {
  // The nearest point of the segment from (1, 2) to (1, -1) to 0 is (1, 0).
  const Matrix points{{1, 1, 1, 1, 1}, {2, 2, -1, -1, 2}};
  for (const DirectionChoice& direction : active_set_rules()) {
    const Result result = nearest_point(ConvexHull(points), points.col(1), direction);
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_NEAR(result.x[1], 0, 1e-6);
  }
}

TEST(ActiveSetRule, ZeroGradientIsOptimal) {
  const Function flat(
      4, [](const Vector&) { return 1.0; }, [](const Vector&, Vector& g) { g.setZero(); });
  for (const DirectionChoice& direction : active_set_rules()) {
    for (const std::shared_ptr<const Oracle>& set : std::vector<std::shared_ptr<const Oracle>>{
             std::make_shared<Simplex>(4), std::make_shared<L1Ball>(4, 1.0),
             std::make_shared<Box>(4, 0, 1)}) {
      const Result result =
          minimize(flat, *set, Vector::Constant(4, 0.25), {.direction = direction});
      EXPECT_EQ(result.status, Status::gap_reached) << result.message;
      EXPECT_EQ(result.counts.iterations, 0);
      EXPECT_EQ(result.x, Vector::Constant(4, 0.25));
    }
  }
}

/// The nearest point to 0 of the hull of 30 points around (1, ..., 1).
ConvexHull cloud() {
  return ConvexHull(Matrix::NullaryExpr(10, 30, [](Index i, Index j) {
    return 1 + 1.5 * std::sin(static_cast<double>(7 * i + j * j));
  }));
}

TEST(ActiveSetRule, SolvesWithFiveAtoms) {
  const ConvexHull hull = cloud();
  const Vector x0 = hull.points().col(0);
  const Result all = nearest_point(hull, x0, Pairwise{});
  ASSERT_EQ(all.status, Status::gap_reached) << all.message;
  for (const DirectionChoice& direction :
       {DirectionChoice(Away{.max_atoms = 5}), DirectionChoice(Pairwise{.max_atoms = 5}),
        DirectionChoice(BlendedPairwise{.max_atoms = 5})}) {
    const Quadratic f(Matrix::Identity(10, 10), Vector::Zero(10));
    const Result few = minimize(f, hull, x0,
                                {.direction = direction,
                                 .step = LineSearch{},
                                 .max_iterations = 20000,
                                 .gap_tolerance = 1e-3 * all.value});
    EXPECT_EQ(few.status, Status::gap_reached) << direction.name() << ": " << few.message;
    EXPECT_TRUE(hull.contains(few.x, 1e-9));
    EXPECT_LE(few.value, 1.001 * all.value);
    Walk walk(direction, f, hull, Atom(x0));
    for (int k = 0; k < 100; ++k) {
      walk.choose();
      walk.step();
      ASSERT_LE(walk.atoms().size(), 5u);
    }
  }
}

/// The unit simplex with an LMO that finds the second-best vertex, and knows how much it is worse.
class SecondBestSimplex final : public Oracle {
 public:
  std::string name() const override { return "second-best simplex"; }
  Index dimension() const override { return 3; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    Vector g = gradient.dense();
    Index best = 0, second = 0;
    const double least = g.minCoeff(&best);
    g[best] = std::numeric_limits<double>::infinity();
    lmo.error = g.minCoeff(&second) - least;
    lmo.atom.become_coordinate(3, second, 1);
  }
  Violation violation(ConstVectorRef x) const override { return Simplex(3).violation(x); }
};

// Weight goes to vertex 0, which is active and better than vertex 2 of the LMO.
TEST(ActiveSetRule, PrefersActiveAtomToWorseVertexOfInexactLmo) {
  const Vector g{{0, 2, 1}};
  const Function f(
      3, [&](const Vector& x) { return g.dot(x); },
      [&](const Vector&, Vector& gradient) { gradient = g; });
  const auto vertex = [](Index j) { return Atom(Vector(Vector::Unit(3, j))); };
  for (const DirectionChoice& direction : {DirectionChoice(Away{}), DirectionChoice(Pairwise{})}) {
    const Result result =
        minimize(f, SecondBestSimplex(), WeightedAtoms{{vertex(0), 0.5}, {vertex(1), 0.5}},
                 {.direction = direction, .step = Fixed{.length = 0.1}, .max_iterations = 1});
    EXPECT_EQ(result.x[2], 0) << direction.name();
    EXPECT_GT(result.x[0], 0.5) << direction.name();
  }
}

// Block 0 may move by 1e-3 only. Block 1 takes its own step nevertheless, from (1/2, 1/2) to (0.9,
// 0.1).
TEST(ActiveSetRule, BlockOfLittleWeightDoesNotShortenOthers) {
  const Product set(Simplex(2), Simplex(2));
  const Quadratic f(Matrix::Identity(4, 4), -Vector{{0, 1, 0.9, 0.1}});
  for (const DirectionChoice& direction :
       {DirectionChoice(Pairwise{}), DirectionChoice(BlendedPairwise{})}) {
    const Result result =
        minimize(f, set, Vector{{1e-3, 0.999, 0.5, 0.5}},
                 {.direction = direction, .step = LineSearch{}, .max_iterations = 1});
    EXPECT_NEAR(result.x[2], 0.9, 1e-3) << direction.name();
  }
}

TEST(ActiveSetRule, StartsFromSeveralAtoms) {
  const ConvexHull hull = cloud();
  const Quadratic f(Matrix::Identity(10, 10), Vector::Zero(10));
  for (const DirectionChoice& direction : active_set_rules()) {
    Walk first(direction, f, hull, Atom(Vector(hull.points().col(0))));
    for (int k = 0; k < 30; ++k) first.choose(), first.step();
    Walk second(direction, f, hull, Atom(first.x()), first.atoms());
    EXPECT_EQ(second.atoms().size(), first.atoms().size());
    for (int k = 0; k < 5; ++k) {
      first.choose(), first.step();
      second.choose(), second.step();
      EXPECT_LE((first.x() - second.x()).norm(), 1e-10) << direction.name();
    }
  }
}

TEST(ActiveSetRule, ResumedRunsGiveSameBits) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    std::vector<DirectionChoice> all = active_set_rules();
    for (const DirectionChoice& lazy : active_set_rules(true)) all.push_back(lazy);
    all.push_back(Pairwise{.max_atoms = 3});
    for (const DirectionChoice& direction : all) {
      const auto run = [&](Options options) {
        options.direction = direction;
        options.gap_tolerance = 1e-11;
        return minimize(problem.f(), *problem.set, problem.x0, options);
      };
      const Result whole = run({.max_iterations = 40});
      for (Index cut = 1; cut < whole.counts.iterations; cut += 3) {
        EXPECT_TRUE(same_bits(resumed_at(cut, {.max_iterations = 40}, run), whole))
            << problem.name << " " << direction.name() << " " << cut;
      }
    }
  }
}

TEST(ActiveSetRule, RejectsCheckpointOfOtherParameters) {
  const PolytopeProblem problem = polytope_problems()[0];
  auto saved = std::make_shared<Checkpoint>();
  const auto run = [&](const DirectionChoice& direction, Options options) {
    options.direction = direction;
    return minimize(problem.f(), *problem.set, problem.x0, options);
  };
  Options shorter{.max_iterations = 3};
  shorter.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
  run(Away{}, shorter);
  for (const DirectionChoice& other :
       {DirectionChoice(Pairwise{}), DirectionChoice(Away{.lazy = true}),
        DirectionChoice(Away{.max_atoms = 7})}) {
    EXPECT_NE(refusal([&] { run(other, {.resume = saved}); }), "");
  }
}

// Rank-one atoms, with x stored as factors.
TEST(ActiveSetRule, SolvesOverLowRankMatrices) {
  const MatrixCompletion f(12, 9, observations(12, 9, 0.5));
  const NuclearBall ball(12, 9, 8.0);
  const Options straight{
      .direction = FrankWolfe{}, .step = LineSearch{}, .max_iterations = 400, .gap_tolerance = 0};
  const Result toward = minimize(f, ball, ball.start(), straight);
  for (const bool lazy : {false, true}) {
    for (const DirectionChoice& direction : active_set_rules(lazy)) {
      Options options = straight;
      options.direction = direction;
      const auto run = [&](Options more) { return minimize(f, ball, ball.start(), more); };
      const Result result = run(options);
      const std::string what = std::string(direction.name()) + ": " + result.message;
      EXPECT_LE(result.value, toward.value + 1e-6 * std::abs(toward.value)) << what;
      EXPECT_LE(result.value - toward.value, result.best_gap + 1e-12) << what;
      EXPECT_LE(
          ball.violation(Eigen::Map<const Vector>(Matrix(result.factors.to_dense()).data(), 12 * 9))
              .distance,
          1e-9)
          << what;
      auto saved = std::make_shared<Checkpoint>();
      Options shorter = options;
      shorter.max_iterations = 21;
      shorter.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
      run(shorter);
      options.resume = saved;
      EXPECT_TRUE(same_bits(run(options), result)) << what;
    }
  }
}

}  // namespace
}  // namespace acgd_test
