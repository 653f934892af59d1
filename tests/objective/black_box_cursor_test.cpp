// The black-box cursor computes no value and no gradient twice.
#include "acgd/objective/black_box_cursor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

/// ||x - c||^2 that counts its calls and detects repeated evaluations at a point.
struct Counted {
  Vector c = Vector{{1, 2, 3}};
  int values = 0, gradients = 0, repeated = 0;
  Vector last_value = Vector::Constant(3, std::nan(""));
  Vector last_gradient = last_value;

  Function function() {
    return Function(
        3,
        [this](const Vector& x) {
          ++values;
          repeated += x == last_value;
          last_value = x;
          return (x - c).squaredNorm();
        },
        [this](const Vector& x, Vector& g) {
          ++gradients;
          repeated += x == last_gradient;
          last_gradient = x;
          g = 2 * (x - c);
        });
  }
};

TEST(BlackBoxCursor, EvaluatesLine) {
  Counted counted;
  const Function f = counted.function();
  BlackBoxCursor cursor(f, Atom(Vector::Zero(3)), l2_norm());
  const Atom v(Vector{{1, 0, 0}});
  EXPECT_EQ(cursor.value(), 14);
  EXPECT_EQ(cursor.gradient().dense(), (Vector{{-2, -4, -6}}));
  Line& line = cursor.look(toward(v));
  EXPECT_EQ(-line.directional_derivative(), 2);
  EXPECT_EQ(line.max_step(), 1);
  EXPECT_EQ(line.norm(), 1);
  EXPECT_EQ(line.change(0.5), -0.75);
  EXPECT_EQ(line.slope(0.5), -1);
  EXPECT_EQ(line.gradient_change(), std::nullopt);
  EXPECT_DOUBLE_EQ(line.probe(0.25), 0.5);
  EXPECT_TRUE(cursor.advance(0.5));
  Point point;
  cursor.store(point);
  EXPECT_EQ(point.x, (Vector{{0.5, 0, 0}}));
  EXPECT_EQ(cursor.value(), 13.25);
  EXPECT_DOUBLE_EQ(*cursor.look(along(v)).gradient_change(), 1);
}

TEST(BlackBoxCursor, FullStepReachesAtomExactly) {
  const Function f = acgd_test::squared_norm(2);
  BlackBoxCursor cursor(f, Atom(Vector{{0.1, 0.7}}), l2_norm());
  const Atom v(Vector{{1.0 / 3, 0.3}});
  cursor.look(toward(v));
  cursor.advance(1);
  Point point;
  cursor.store(point);
  EXPECT_EQ(point.x, v.to_dense());
}

TEST(BlackBoxCursor, DetectsStepsWithoutEffect) {
  const Function f = acgd_test::squared_norm(2);
  BlackBoxCursor cursor(f, Atom(Vector{{0.5, 0.5}}), l2_norm());
  const Atom v(Vector{{1, 0}});
  cursor.look(toward(v));
  EXPECT_FALSE(cursor.advance(1e-20));
}

TEST(BlackBox, AdaptiveIterationCostsItsTrialsAndOneGradient) {
  Counted counted;
  const Function f = counted.function();
  const Result result = minimize(f, L1Ball(3, 4.0), Vector::Zero(3),
                                 {.direction = FrankWolfe{},
                                  .step = AdaptiveConstant{},
                                  .max_iterations = 40,
                                  .check_gradient = false});
  EXPECT_EQ(counted.repeated, 0);
  EXPECT_EQ(counted.gradients, result.counts.iterations + 1 + 1);  // the iterates, and one probe
  EXPECT_EQ(counted.gradients, result.counts.gradients);
  EXPECT_EQ(result.counts.iterations, 40);
  EXPECT_LE(counted.values, result.counts.trials + 1);  // the trials, and x0
}

TEST(BlackBox, OpenLoopIterationCostsOneValueAndOneGradient) {
  Counted counted;
  const Function f = counted.function();
  minimize(f, L1Ball(3, 4.0), Vector::Zero(3),
           {.direction = FrankWolfe{},
            .step = OpenLoop{},
            .max_iterations = 40,
            .gap_tolerance = 0,
            .check_gradient = false});
  EXPECT_EQ(counted.values, 41);
  EXPECT_EQ(counted.gradients, 41);
}

TEST(BlackBox, LineSearchReusesLastGradient) {
  Counted counted;
  const Function f = counted.function();
  minimize(f, L1Ball(3, 4.0), Vector::Zero(3),
           {.direction = FrankWolfe{},
            .step = LineSearch{},
            .max_iterations = 10,
            .check_gradient = false});
  EXPECT_EQ(counted.repeated, 0);
}

TEST(Function, RejectsGradientOfOtherSize) {
  const auto wrong = [](const Vector&) -> Vector { return Vector::Zero(2); };
  EXPECT_THROW(minimize([](const Vector& x) { return x.sum(); }, wrong, L1Ball(3, 1.0),
                        Vector::Zero(3), {.direction = FrankWolfe{}}),
               InvalidInput);
}

}  // namespace
}  // namespace acgd
