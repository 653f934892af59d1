// After warm-up an iteration allocates nothing. This is a separate executable because it replaces
// malloc.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "allocation/allocating_sets.hpp"
#include "allocation/counted.hpp"
#include "allocation/structured.hpp"
#include "support/every_kind.hpp"
#include "support/problems.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using acgd_test::allocations;
using acgd_test::structured_objectives;

constexpr Index kSize = acgd_test::kVariables;
constexpr Index kWarmUp = 3;

/// Allocations between the end of the warm-up and the last step, excluding the final message.
long allocations_while_iterating(Mode mode, const Objective& f, const Oracle& set,
                                 const StepChoice& step) {
  long before = 0, after = 0;
  Index records = 0;
  solve(mode, f, set,
        mode == Mode::constrained ? set.start() : Atom(Vector::LinSpaced(kSize, -0.3, 0.4)),
        {.direction = acgd_test::Straight{},
         .step = step,
         .max_iterations = 200,
         .gap_tolerance = 0,
         .observer = [&](const Record& record) {
           if (record.iteration == kWarmUp) before = allocations;
           if (!std::isnan(record.step)) after = allocations;
           ++records;
           return false;
         }});
  EXPECT_GT(records, kWarmUp + 1) << set.name();
  return after - before;
}

long allocations_while_iterating(Mode mode, const Oracle& set, const StepChoice& step) {
  return allocations_while_iterating(mode, acgd_test::rosenbrock(kSize), set, step);
}

std::vector<StepChoice> rules() {
  return {AdaptiveConstant{}, AdaptiveAdjustable{},    Backtracking{}, OpenLoop{}, LineSearch{},
          Secant{},           Short{.lipschitz = 5000}};
}

TEST(Allocation, CounterCountsAllocations) {
  const long before = allocations;
  const Vector x = Vector::Zero(1000);
  EXPECT_GT(allocations, before) << x.size();
}

TEST(Allocation, NoRuleAllocatesInLoop) {
  for (const StepChoice& step : rules()) {
    EXPECT_EQ(allocations_while_iterating(Mode::constrained, Box(kSize, -2, 2), step), 0);
    EXPECT_EQ(allocations_while_iterating(Mode::unconstrained, L2Ball(kSize, 1.0), step), 0);
  }
}

TEST(Allocation, NoSetAllocatesInLoop) {
  for (const auto& [name, set] : acgd_test::every_set()) {
    if (acgd_test::may_allocate(name)) continue;
    EXPECT_EQ(allocations_while_iterating(Mode::constrained, *set, AdaptiveConstant{}), 0) << name;
  }
}

TEST(Allocation, NoStructuredObjectiveAllocatesInLoop) {
  for (const auto& f : structured_objectives()) {
    for (const StepChoice& step : rules()) {
      // Quadratics store a column for each coordinate the first time they use it.
      EXPECT_LE(allocations_while_iterating(Mode::constrained, *f, L1Ball(kSize, 2.0), step),
                2 * kSize);
      EXPECT_EQ(allocations_while_iterating(Mode::constrained, *f, L2Ball(kSize, 2.0), step), 0);
      EXPECT_EQ(allocations_while_iterating(Mode::unconstrained, *f, L2Ball(kSize, 1.0), step), 0);
    }
  }
}

// The first probe of a line computes the gradient of a sum from scratch.
TEST(Allocation, NoSumAllocatesInLoop) {
  for (const auto& f : acgd_test::sums()) {
    for (const StepChoice& step : rules()) {
      EXPECT_LE(allocations_while_iterating(Mode::constrained, *f, L1Ball(kSize, 2.0), step),
                2 * kSize);
      EXPECT_EQ(allocations_while_iterating(Mode::constrained, *f, L2Ball(kSize, 2.0), step), 0);
      EXPECT_EQ(allocations_while_iterating(Mode::unconstrained, *f, L2Ball(kSize, 1.0), step), 0);
    }
  }
}

/// Number of allocations of a cursor along directions of several atoms, with and without ids, some
/// of them released on the way, after a first pass over all of them.
long allocations_along_terms(const Objective& f, const std::shared_ptr<const Norm>& norm) {
  std::vector<Atom> atoms(4);
  atoms[0].become_coordinate(kSize, 3, -1);
  atoms[1].become_dense(kSize) = Vector::LinSpaced(kSize, -0.5, 0.3);
  atoms[2].become_sparse(kSize) = {{1, 5, 8}, {0.5, -0.5, 1}};
  auto& signs = atoms[3].become_signs(kSize);
  signs.scale = 0.3;
  signs.signs.setConstant(1);
  const Atom *a = &atoms[0], *b = &atoms[1], *c = &atoms[2], *d = &atoms[3];
  const Direction directions[] = {
      {{{b, 1, 1}}, -1, 1},                                           // Frank-Wolfe
      {{{b, -1, 1}}, 1, 1},                                           // away
      {{{b, 1, 1}, {a, -1, 0}}, 0, 1},                                // pairwise
      {{{a, 0.2, 0}, {b, 0.3, 1}, {c, 0.4, 2}, {d, 0.1, 3}}, -1, 1},  // corrective
      {{{c, 1}, {b, -0.5}}, 0.1, 1}};                                 // atoms without ids
  const auto cursor = f.start(Atom(Vector::LinSpaced(kSize, -0.3, 0.4)), norm);
  Vector slopes(4);
  double sum = 0;
  long before = 0;
  for (int round = 0; round < 60; ++round) {
    if (round == 5) before = allocations;
    for (const Direction& direction : directions) {
      Line& line = cursor->look(direction);
      cursor->slopes(directions[3].terms, slopes);
      sum += slopes.sum() - line.directional_derivative() + line.norm() + line.change(0.1) +
             line.slope(0.1) + line.gradient_change().value_or(0) + line.probe(0.1) +
             line.slope_noise();
      cursor->advance(0.1);
    }
    cursor->release(round % 4);
  }
  EXPECT_TRUE(std::isfinite(sum));
  return allocations - before;
}

TEST(Allocation, NoCursorAllocatesAlongSeveralTerms) {
  auto objectives = structured_objectives();
  objectives.push_back(std::make_shared<Function>(acgd_test::squared_norm(kSize)));
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    EXPECT_EQ(allocations_along_terms(*objectives[i], l2_norm()), 0) << "objective " << i;
    EXPECT_EQ(allocations_along_terms(*objectives[i], l1_norm()), 0) << "objective " << i;
  }
}

TEST(Allocation, CheckpointsAllocateOnlyWhenWritten) {
  long before = 0, after = 0;
  const auto run = [&](Index every) {
    minimize(acgd_test::rosenbrock(kSize), Box(kSize, -2, 2), Vector::Zero(kSize),
             {.direction = FrankWolfe{},
              .max_iterations = 200,
              .gap_tolerance = 0,
              .observer =
                  [&](const Record& record) {
                    if (record.iteration == kWarmUp) before = allocations;
                    if (record.iteration < 199) after = allocations;
                    return false;
                  },
              .checkpoint = {.every = every, .save = [](const Checkpoint&) {}}});
    return after - before;
  };
  EXPECT_EQ(run(1000), 0);
  EXPECT_GT(run(10), 0);
}

}  // namespace
}  // namespace acgd
