// The corrective rule over traffic flows: an active set of paths for each origin-destination pair.
#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/traffic_problems.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

Result equilibrium(const TrafficProblem& problem, Options options = {}) {
  if (!options.gap_tolerance) options.relative_gap_tolerance = 1e-12;
  return minimize(problem.f, problem.set, problem.set.start(), options);
}

Vector costs_at(const TrafficProblem& problem, const Vector& x) {
  Vector costs(x.size());
  problem.f.gradient(x, costs);
  return costs;
}

/// Cost of the links of an atom.
double path_cost(const Atom& atom, const Vector& costs) {
  const auto* sparse = atom.as<Atom::Sparse>();
  EXPECT_NE(sparse, nullptr);
  double sum = 0;
  for (const Index link : sparse->indices) sum += costs[link];
  return sum;
}

// 1 + x = 2 + (2 - x)
TEST(TrafficEquilibrium, TwoRoadsTakeSameTime) {
  const TrafficProblem problem{
      traffic({linear_cost(1, 1), linear_cost(2, 1)}),
      TrafficFlows({.nodes = 2, .links = {{0, 1}, {0, 1}}}, {{0, 1, 2.0}})};
  const Result result = equilibrium(problem, {.gap_tolerance = 1e-12});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_NEAR(result.x[0], 1.5, 1e-14);
  EXPECT_NEAR(result.x[1], 0.5, 1e-14);
  EXPECT_EQ(result.direction, "corrective");
  // The objective is quadratic: the model is exact.
  EXPECT_LE(result.counts.oracle_calls, 2);
}

TEST(TrafficEquilibrium, BraessNetworkIsSlowerWithExtraRoad) {
  const TrafficProblem old_roads = braess(false), new_road = braess(true);
  const Result before = equilibrium(old_roads), after = equilibrium(new_road);
  EXPECT_LE((before.x - Vector::Constant(4, 3)).norm(), 1e-10);
  EXPECT_NEAR(costs_at(old_roads, before.x).dot(before.x) / 6, 84, 1e-9);
  Vector expected(5);
  expected << 4, 2, 2, 4, 2;
  EXPECT_LE((after.x - expected).norm(), 1e-10);
  EXPECT_NEAR(costs_at(new_road, after.x).dot(after.x) / 6, 93, 1e-9);
}

// Wardrop: all used paths of a pair have minimal cost.
TEST(TrafficEquilibrium, UsesOnlyCheapestPaths) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const TrafficProblem problem = random_traffic(seed % 4, 4 + seed % 3, seed % 9, seed);
    const Result result = equilibrium(problem);
    ASSERT_EQ(result.status, Status::gap_reached) << seed << ": " << result.message;
    EXPECT_LE(result.counts.oracle_calls, 20) << seed;
    const Vector costs = costs_at(problem, result.x);
    Vector sum = Vector::Zero(result.x.size());
    std::vector<double> weights(problem.set.demands().size(), 0);
    for (const WeightedAtom& one : result.atoms) {
      one.atom.add_to(sum, one.weight);
      const auto pair = static_cast<std::size_t>(one.block);
      weights[pair] += one.weight;
      const Demand& demand = problem.set.demands()[pair];
      const double least =
          AllPaths(problem.set.network(), demand.origin, demand.destination).least_cost(costs);
      const double excess = path_cost(one.atom, costs) - least;
      EXPECT_LE(excess * one.weight * demand.amount, 1e-11 * result.value) << seed;
    }
    EXPECT_LE((sum - result.x).cwiseAbs().maxCoeff(), 1e-12 * result.x.maxCoeff()) << seed;
    for (const double weight : weights) EXPECT_NEAR(weight, 1, 1e-14) << seed;
  }
}

TEST(TrafficEquilibrium, OtherStepsAndDirectionsFindIt) {
  const TrafficProblem problem = random_traffic(3, 6, 9, 7);
  const double least = equilibrium(problem).value;
  for (const StepChoice& step : {StepChoice(LineSearch{}), StepChoice(Backtracking{})}) {
    const Result result = equilibrium(problem, {.step = step});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_NEAR(result.value, least, 1e-10 * least);
  }
  for (const DirectionChoice& direction :
       {DirectionChoice(FrankWolfe{}), DirectionChoice(BlendedPairwise{})}) {
    const Result result = equilibrium(
        problem, {.direction = direction, .step = LineSearch{}, .gap_tolerance = 1e-4 * least});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_EQ(result.direction, direction.name());
    EXPECT_NEAR(result.value, least, 1e-4 * least);
  }
}

// Costs that do not depend on the flow: a linear program, whose model has zero curvature.
TEST(TrafficEquilibrium, WithoutCongestionIsLmoVertex) {
  std::mt19937_64 random(8);
  const Trips trips = random_trips(3, 5, 8, random);
  std::vector<LinkCost> costs;
  for (std::size_t a = 0; a < trips.network.links.size(); ++a) {
    costs.push_back({.free_flow_time = 1 + static_cast<double>(random() % 100) / 10});
  }
  const TrafficProblem problem{traffic(costs), TrafficFlows(trips.network, trips.demands)};
  const Result result = equilibrium(problem);
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_NEAR(result.value, least_cost(trips.network, trips.demands, costs_at(problem, result.x)),
              1e-12 * result.value);
  EXPECT_LE(result.counts.oracle_calls, 3);
}

// The decomposition of x0 into paths is not known: its weight is reduced step by step.
TEST(TrafficEquilibrium, IsFoundFromAnyStart) {
  // In the congested second network, x0 stays better than all combinations of known paths for many
  // steps.
  const TrafficProblem problems[] = {random_traffic(3, 6, 9, 9), random_traffic(5, 7, 5, 120)};
  std::mt19937_64 random(10);
  for (const TrafficProblem& problem : problems) {
    const double least = equilibrium(problem).value;
    for (int round = 0; round < 10; ++round) {
      Vector x0 = problem.set.start().to_dense() / 2;
      const Vector g =
          Vector::NullaryExpr(x0.size(), [&] { return static_cast<double>(random() % 5); });
      x0 += linear_minimizer(problem.set, g) / 2;
      for (const StepChoice& step : {StepChoice(AdaptiveAdjustable{}), StepChoice(Fixed{0.5})}) {
        const Result result =
            minimize(problem.f, problem.set, x0, {.step = step, .relative_gap_tolerance = 1e-11});
        EXPECT_EQ(result.status, Status::gap_reached) << result.message;
        EXPECT_NEAR(result.value, least, 2e-11 * least);
        EXPECT_LE(result.counts.oracle_calls, 200);
      }
      // Some of it remains after a few steps of 1/2.
      const Result early = minimize(problem.f, problem.set, x0,
                                    {.step = Fixed{0.5}, .max_iterations = 3, .gap_tolerance = 0});
      EXPECT_EQ(early.atoms.empty(), x0 != problem.set.start().to_dense());
    }
  }
}

TEST(TrafficEquilibrium, ContinuesFromPreviousResult) {
  const TrafficProblem problem = random_traffic(3, 6, 9, 11);
  const Result first = equilibrium(problem);
  const Result again = minimize(problem.f, problem.set, first, {.relative_gap_tolerance = 1e-11});
  EXPECT_EQ(again.counts.iterations, 0) << again.message;
  // The path belongs to no pair: then the decomposition of x0 is not known.
  Result wrong = first;
  for (WeightedAtom& one : wrong.atoms) one.block = 0;
  const Result found = minimize(problem.f, problem.set, wrong, {.relative_gap_tolerance = 1e-12});
  EXPECT_EQ(found.status, Status::gap_reached) << found.message;
  EXPECT_NEAR(found.value, first.value, 1e-11 * first.value);
}

// f is not separable over the links: the model is over whole flows.
TEST(TrafficEquilibrium, SupportsNonseparableObjectives) {
  const TrafficProblem problem = random_traffic(2, 4, 5, 12);
  const Index n = problem.set.dimension();
  std::mt19937_64 random(13);
  const Matrix a =
      Matrix::NullaryExpr(n, n, [&] { return 0.1 * static_cast<double>(random() % 10); });
  const LeastSquares f(a, Vector::Constant(n, 20));
  const Result result = minimize(f, problem.set, problem.set.start(), {.gap_tolerance = 1e-3});
  EXPECT_EQ(result.direction, "corrective");
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
}

TEST(TrafficEquilibrium, RunsAreReproducible) {
  const TrafficProblem problem = random_traffic(20, 60, 1700, 14);
  const Result one = equilibrium(problem, {.threads = 1});
  EXPECT_EQ(one.status, Status::gap_reached) << one.message;
  for (const int threads : {1, 2, 5}) {
    EXPECT_TRUE(same_bits(equilibrium(problem, {.threads = threads}), one)) << threads;
  }
}

TEST(TrafficEquilibrium, ResumedRunsGiveSameBits) {
  const TrafficProblem problem = random_traffic(4, 8, 12, 15);
  for (const StepChoice& step : {StepChoice(AdaptiveAdjustable{}), StepChoice(OpenLoop{})}) {
    const Options options{.step = step, .max_iterations = 30, .gap_tolerance = 1e-9};
    const Result whole = equilibrium(problem, options);
    std::vector<Checkpoint> checkpoints;
    Options saving = options;
    saving.checkpoint = {.every = 1, .save = [&](const Checkpoint& checkpoint) {
                           checkpoints.push_back(checkpoint);
                         }};
    EXPECT_TRUE(same_bits(equilibrium(problem, saving), whole));
    EXPECT_GT(checkpoints.size(), 3U);
    for (const Checkpoint& checkpoint : checkpoints) {
      Options resumed = options;
      resumed.resume = std::make_shared<Checkpoint>(checkpoint);
      EXPECT_TRUE(same_bits(equilibrium(problem, resumed), whole)) << checkpoint.iteration;
    }
  }
}

/// Corrupt states: each is rejected or gives a run that ends.
TEST(TrafficEquilibrium, HandlesCorruptCheckpoints) {
  const TrafficProblem problem = random_traffic(4, 8, 12, 16);
  Checkpoint good;
  Options options{.step = OpenLoop{}, .max_iterations = 8, .gap_tolerance = 0};
  options.checkpoint.save = [&](const Checkpoint& checkpoint) { good = checkpoint; };
  equilibrium(problem, options);
  options = {.step = OpenLoop{}, .max_iterations = 12, .gap_tolerance = 0};
  std::mt19937_64 random(17);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    auto bad = std::make_shared<Checkpoint>(good);
    char& byte = bad->state[random() % bad->state.size()];
    byte = static_cast<char>(byte ^ (1 << (random() % 8)));
    options.resume = bad;
    try {
      equilibrium(problem, options);
    } catch (const InvalidInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace acgd_test
