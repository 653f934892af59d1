// Every rule with an active set finds known solutions with every step rule.
#include "direction/polytopes.hpp"

#include <gtest/gtest.h>

#include "acgd/objective/function.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/decompositions.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

std::vector<StepChoice> descending_steps(double lipschitz) {
  return {LineSearch{},   AdaptiveConstant{}, AdaptiveAdjustable{},
          Backtracking{}, Secant{},           Short{.lipschitz = lipschitz}};
}

double largest_eigenvalue(const Matrix& q) { return jacobi_svd(q).values[0]; }

/// f as a black box, as a quadratic and as least squares.
std::vector<std::shared_ptr<const Objective>> three_ways(const PolytopeProblem& problem) {
  const Matrix q = problem.q;
  const auto [left, values, right] = jacobi_svd(q);
  const Matrix root = values.cwiseSqrt().asDiagonal() * right.transpose();
  const Vector b = problem.b;
  // ||R x / sqrt(2) - c||^2 = 1/2 x'Qx + b'x + ||c||^2 with R'c = -b / sqrt(2)
  const Vector c = -solve(root.transpose(), b) / std::sqrt(2);
  return {
      std::make_shared<Function>(
          b.size(), [q, b](const Vector& x) { return x.dot(0.5 * (q * x) + b); },
          [q, b](const Vector& x, Vector& g) { g = q * x + b; }),
      std::make_shared<Quadratic>(q, b),
      std::make_shared<LeastSquares>(Matrix(root / std::sqrt(2)), c,
                                     LeastSquaresOptions{.route = LeastSquaresRoute::composite})};
}

void expect_solved(const PolytopeProblem& problem, const Objective& f, const Options& options) {
  const Result result = minimize(f, *problem.set, problem.x0, options);
  const std::string what = problem.name + " " + std::string(options.direction.name()) + " " +
                           std::string(options.step.name()) + ": " + result.message;
  EXPECT_EQ(result.status, Status::gap_reached) << what;
  EXPECT_LE(problem.value(result.x) - problem.optimum(), 2e-10) << what;
  EXPECT_GE(problem.value(result.x) - problem.optimum(), -1e-12) << what;
  // mu = 1: 1/2 ||x - x*||^2 <= f - f*
  EXPECT_LE((result.x - problem.solution).norm(), 2e-5) << what;
  EXPECT_TRUE(problem.set->contains(result.x, 1e-12)) << what;
  EXPECT_EQ(result.direction, options.direction.name());
}

TEST(Polytopes, EveryRuleFindsSolution) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    for (const auto& f : three_ways(problem)) {
      for (const DirectionChoice& direction : active_set_rules()) {
        for (const StepChoice& step : descending_steps(largest_eigenvalue(problem.q))) {
          expect_solved(problem, *f,
                        {.direction = direction,
                         .step = step,
                         .max_iterations = 3000,
                         .gap_tolerance = 1e-10});
        }
      }
    }
  }
}

TEST(Polytopes, LazyRulesFindSolution) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    for (const DirectionChoice& direction : active_set_rules(true)) {
      for (const StepChoice& step : descending_steps(largest_eigenvalue(problem.q))) {
        expect_solved(
            problem, problem.f(),
            {.direction = direction, .step = step, .max_iterations = 3000, .gap_tolerance = 1e-10});
      }
    }
  }
}

// Steps of a fixed schedule are cut where an atom is dropped; x stays feasible and gaps stay
// bounds.
TEST(Polytopes, OpenLoopStepsStayFeasible) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    for (const DirectionChoice& direction : active_set_rules()) {
      for (const StepChoice& step : {StepChoice(OpenLoop{}), StepChoice(InverseSquareRoot{})}) {
        const Result result = minimize(problem.f(), *problem.set, problem.x0,
                                       {.direction = direction,
                                        .step = step,
                                        .max_iterations = 200,
                                        .gap_tolerance = 0,
                                        .trace = true});
        EXPECT_TRUE(problem.set->contains(result.x, 1e-12)) << problem.name;
        for (const Record& record : result.trace) {
          EXPECT_LE(record.value - problem.optimum(), record.gap + 1e-12) << problem.name;
        }
      }
    }
  }
}

TEST(Polytopes, StartsInInteriorAndAtSolution) {
  for (PolytopeProblem problem : polytope_problems()) {
    const Vector vertex = problem.x0;
    for (const double share : {0.5, 1.0}) {
      problem.x0 = (1 - share) * vertex + share * problem.solution;
      for (const DirectionChoice& direction : active_set_rules()) {
        expect_solved(problem, problem.f(),
                      {.direction = direction, .max_iterations = 3000, .gap_tolerance = 1e-10});
      }
    }
  }
}

}  // namespace
}  // namespace acgd_test
