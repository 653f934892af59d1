// After warm-up an iteration allocates nothing. An executable of its own: it replaces malloc.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/loss/logistic_loss.hpp"
#include "acgd/objective/loss/sigmoid_loss.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sparse_map.hpp"
#include "acgd/oracle/box.hpp"
#include "acgd/oracle/flow_polytope.hpp"
#include "acgd/oracle/hull.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/lp_ball.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "acgd/oracle/product.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/oracle/unit_simplex.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/open_loop.hpp"
#include "acgd/step/secant.hpp"
#include "acgd/step/short_step.hpp"
#include "support/problems.hpp"

namespace {

std::atomic<long> allocations{0};

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
}

namespace acgd {
namespace {

constexpr Index kSize = 12;
constexpr Index kWarmUp = 3;

/// Allocations between the end of the warm-up and the last step; the message of the end is a
/// string.
long allocations_while_iterating(Mode mode, const Objective& f, const Oracle& set,
                                 const StepChoice& step) {
  long before = 0, after = 0;
  Index records = 0;
  solve(mode, f, set,
        mode == Mode::constrained ? set.start() : Atom(Vector::LinSpaced(kSize, -0.3, 0.4)),
        {.step = step,
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

/// Each kind of structured objective, with data larger than its cursors' shortcuts.
std::vector<std::shared_ptr<const Objective>> structured_objectives() {
  Matrix a(40, kSize);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = std::sin(static_cast<double>(i * i + 1));
  const Vector b = a * Vector::LinSpaced(kSize, -1, 1) + Vector::Ones(40);
  const Vector signs = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Matrix gram = a.transpose() * a;
  const SparseMatrix sparse = a.sparseView(0.5, 1.0);
  return {std::make_shared<Composite>(std::make_shared<LogisticLoss>(signs),
                                      std::make_shared<DenseMap>(a)),
          std::make_shared<Composite>(std::make_shared<SigmoidLoss>(0.5 * (signs.array() + 1)),
                                      std::make_shared<SparseMap>(sparse)),
          std::make_shared<LeastSquares>(
              a, b, LeastSquaresOptions{.route = LeastSquaresRoute::composite}),
          std::make_shared<LeastSquares>(
              a, b, LeastSquaresOptions{.route = LeastSquaresRoute::gram_columns}),
          std::make_shared<LeastSquares>(
              a, b, LeastSquaresOptions{.route = LeastSquaresRoute::gram_matrix}),
          std::make_shared<Quadratic>(gram, Vector(-a.transpose() * b)),
          std::make_shared<MatrixBalancing>(Matrix(gram.cwiseAbs()))};
}

std::vector<StepChoice> rules() {
  return {AdaptiveConstant{}, AdaptiveAdjustable{},    Backtracking{}, OpenLoop{}, LineSearch{},
          Secant{},           Short{.lipschitz = 5000}};
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  const Vector x = Vector::Zero(1000);
  EXPECT_GT(allocations, before) << x.size();
}

TEST(Allocation, NoRuleAllocatesInTheLoop) {
  for (const StepChoice& step : rules()) {
    EXPECT_EQ(allocations_while_iterating(Mode::constrained, Box(kSize, -2, 2), step), 0);
    EXPECT_EQ(allocations_while_iterating(Mode::unconstrained, L2Ball(kSize, 1.0), step), 0);
  }
}

TEST(Allocation, NoSetAllocatesInTheLoop) {
  const auto part = std::make_shared<L1Ball>(kSize / 2, 1.0);
  const FlowGraph chain{.nodes = kSize,
                        .edges = {{0, 1},
                                  {0, 2},
                                  {1, 3},
                                  {2, 3},
                                  {3, 4},
                                  {3, 5},
                                  {4, 6},
                                  {5, 6},
                                  {6, 7},
                                  {6, 8},
                                  {7, 9},
                                  {8, 9},
                                  {9, 10},
                                  {9, 11}}};
  const std::vector<std::shared_ptr<const Oracle>> sets = {
      std::make_shared<L1Ball>(kSize, 2.0),
      std::make_shared<L2Ball>(kSize, 2.0),
      std::make_shared<LinfBall>(kSize, 2.0),
      std::make_shared<LpBall>(kSize, 3.0, 2.0),
      std::make_shared<Simplex>(kSize, 2.0),
      std::make_shared<UnitSimplex>(kSize, 2.0),
      std::make_shared<Box>(kSize, -1.0, 2.0),
      std::make_shared<Product>(std::vector<std::shared_ptr<const Oracle>>{part, part}),
      std::make_shared<ConvexHull>(Matrix(2 * Matrix::Identity(kSize, kSize))),
      std::make_shared<FlowPolytope>(chain)};
  for (const auto& set : sets) {
    EXPECT_EQ(allocations_while_iterating(Mode::constrained, *set, AdaptiveConstant{}), 0)
        << set->name();
  }
}

TEST(Allocation, NoStructuredObjectiveAllocatesInTheLoop) {
  for (const auto& f : structured_objectives()) {
    for (const StepChoice& step : rules()) {
      // Quadratics keep a column of each coordinate that they meet for the first time.
      EXPECT_LE(allocations_while_iterating(Mode::constrained, *f, L1Ball(kSize, 2.0), step),
                2 * kSize);
      EXPECT_EQ(allocations_while_iterating(Mode::constrained, *f, L2Ball(kSize, 2.0), step), 0);
      EXPECT_EQ(allocations_while_iterating(Mode::unconstrained, *f, L2Ball(kSize, 1.0), step), 0);
    }
  }
}

TEST(Allocation, CheckpointsAllocateOnlyWhenTheyAreDue) {
  long before = 0, after = 0;
  const auto run = [&](Index every) {
    minimize(acgd_test::rosenbrock(kSize), Box(kSize, -2, 2), Vector::Zero(kSize),
             {.max_iterations = 200,
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

TEST(Allocation, ASearchForASingularPairUsesItsMemoryAgain) {
  constexpr Index kRows = 50, kCols = 40;
  const NuclearBall ball(kRows, kCols, 3);
  Gradient gradient(kRows * kCols);
  Answer answer;
  long before = 0;
  for (int call = 0; call < 20; ++call) {
    for (Index i = 0; i < gradient.size(); ++i) {
      gradient.entries()[i] = std::sin(static_cast<double>(i * i + call));
    }
    if (call == 2) before = allocations;
    answer.accuracy = 0.1;
    ball.minimize(gradient, answer);
  }
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace acgd
