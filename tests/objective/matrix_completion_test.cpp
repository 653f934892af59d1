#include "acgd/objective/matrix_completion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/completion_examples.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::observations;
using acgd_test::reference_function;
using acgd_test::refusal;

std::vector<CompletionOptions> losses() {
  return {{.loss = CompletionLoss::huber, .rho = 1},
          {.loss = CompletionLoss::huber, .rho = 0.3, .scaling = Scaling::sum},
          {.loss = CompletionLoss::squared},
          {.loss = CompletionLoss::squared, .scaling = Scaling::sum}};
}

Vector some_point(Index size) { return 2 * Vector::LinSpaced(size, 0, 40).array().sin(); }

Atom rank_one(double scale, Vector left, Vector right) {
  Atom atom;
  auto& pair = atom.become_rank_one(left.size(), right.size());
  pair.scale = scale;
  pair.left = std::move(left);
  pair.right = std::move(right);
  return atom;
}

TEST(MatrixCompletion, MatchesFormula) {
  for (const bool twice : {false, true})
    for (const CompletionOptions& options : losses()) {
      const auto observed = observations(9, 7, 0.5, twice);
      const MatrixCompletion f(9, 7, observed, options);
      const Function plain = reference_function(9, 7, observed, options);
      const Vector x = some_point(63);
      Vector g(63), expected(63);
      f.gradient(x, g);
      plain.gradient(x, expected);
      EXPECT_NEAR(f.value(x), plain.value(x), 1e-13 * plain.value(x));
      EXPECT_LT((g - expected).norm(), 1e-14 * expected.norm());
      for (const std::string& complaint : check_gradient(f, x)) ADD_FAILURE() << complaint;
    }
}

TEST(MatrixCompletion, MatchesBlackBoxAlongLine) {
  for (const bool twice : {false, true})
    for (const CompletionOptions& options : losses()) {
      const auto observed = observations(9, 7, 0.5, twice);
      const MatrixCompletion f(9, 7, observed, options);
      const Function plain = reference_function(9, 7, observed, options);
      const Atom x0 = rank_one(2, some_point(9), some_point(7).reverse());
      const auto cursor = f.start(x0, frobenius_norm());
      BlackBoxCursor other(plain, x0, l2_norm());
      const Atom v = rank_one(-3, some_point(9).array().cos(), Vector::LinSpaced(7, 1, -1));
      for (const double t : {0.3, 1.0, 0.1}) {
        for (const Direction& direction : {along(v), toward(v)}) {
          Line& line = cursor->look(direction);
          Line& expected = other.look(direction);
          EXPECT_NEAR(cursor->value(), other.value(), 1e-12 * other.value());
          EXPECT_NEAR(-line.directional_derivative(), -expected.directional_derivative(),
                      1e-12 * std::abs(expected.directional_derivative()));
          EXPECT_NEAR(line.norm(), expected.norm(), 1e-12 * (1 + expected.norm()));
          EXPECT_EQ(line.max_step(), expected.max_step());
          EXPECT_NEAR(line.change(0.4), expected.change(0.4), 1e-12 * other.value());
          EXPECT_NEAR(line.slope(0.4), expected.slope(0.4),
                      1e-11 * std::abs(expected.directional_derivative()));
          EXPECT_NEAR(line.probe(0.4), expected.probe(0.4), 1e-12 * (1 + expected.probe(0.4)));
          EXPECT_EQ(line.curvature().has_value(), options.loss == CompletionLoss::squared);
          if (const auto change = expected.gradient_change()) {
            EXPECT_NEAR(*line.gradient_change(), *change, 1e-12 * *change);
          }
        }
        EXPECT_EQ(cursor->advance(t), other.advance(t));
        Point here, there;
        cursor->store(here);
        other.store(there);
        EXPECT_LT((here.factors.to_dense().reshaped() - there.x).norm(), 1e-13 * there.x.norm());
      }
    }
}

TEST(MatrixCompletion, ChangeIsAccurateForShortSteps) {
  const auto observed = observations(9, 7, 0.5);
  const MatrixCompletion f(9, 7, observed, {.loss = CompletionLoss::squared});
  const auto cursor = f.start(Atom(some_point(63)), l2_norm());
  const Atom v = rank_one(-3, some_point(9), Vector::LinSpaced(7, 1, -1));
  Line& line = cursor->look(toward(v));
  for (const double t : {1e-3, 1e-8, 1e-14}) {
    const double exact = -t * -line.directional_derivative() + t * t / 2 * *line.curvature();
    EXPECT_NEAR(line.change(t), exact, 1e-12 * std::abs(exact));
  }
  EXPECT_FALSE(cursor->advance(1e-30));
}

TEST(MatrixCompletion, DuplicateEntryIsTwoSamples) {
  const MatrixCompletion twice(2, 2, {{1, 0, 3}, {0, 1, 1}, {1, 0, 3}});
  const MatrixCompletion weighted(2, 2, {{1, 0, 3, 2}, {0, 1, 1, 1}});
  EXPECT_EQ(twice.observations(), 3);
  EXPECT_EQ(twice.pattern()->row_indices.size(), 2);
  const Vector x{{9, 2.5, -7, 8}};
  EXPECT_DOUBLE_EQ(twice.value(x), (0.125 + 0.125 + 7.5) / 3);
  EXPECT_DOUBLE_EQ(twice.value(x), weighted.value(x));
  EXPECT_DOUBLE_EQ(*twice.lipschitz(), 2.0 / 3);
}

TEST(MatrixCompletion, ZeroWeightEqualsAbsence) {
  auto observed = observations(8, 6, 0.5);
  const MatrixCompletion without(8, 6, observed);
  observed.push_back({3, 3, 1000, 0});
  const MatrixCompletion with(8, 6, observed);
  const NuclearBall ball(8, 6, 10);
  const Options options{.max_iterations = 50};
  EXPECT_NEAR(minimize(with, ball, options).value, minimize(without, ball, options).value, 1e-10);
}

TEST(MatrixCompletion, SolvesOneByOneAndEmptyRowsAndColumns) {
  const Result one = minimize(MatrixCompletion(1, 1, {{0, 0, 3}}), NuclearBall(1, 1, 5));
  EXPECT_NEAR(one.factors.at(0, 0), 3, 2e-3);
  EXPECT_EQ(one.x.size(), 0);
  const Result edge = minimize(MatrixCompletion(1, 1, {{0, 0, 30}}), NuclearBall(1, 1, 5));
  EXPECT_NEAR(edge.factors.at(0, 0), 5, 1e-9);

  const MatrixCompletion f(4, 3, {{1, 0, 2}, {1, 2, -1}, {3, 0, 1}});
  const Result result = minimize(f, NuclearBall(4, 3, 20), Vector::Zero(12));
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_NEAR(result.factors.at(1, 0), 2, 1e-2);
  EXPECT_NEAR(result.factors.at(1, 2), -1, 1e-2);
  EXPECT_NEAR(result.factors.at(2, 0), 0, 1e-12);
  EXPECT_NEAR(result.factors.at(3, 1), 0, 1e-12);
}

TEST(MatrixCompletion, StartsAtAnyPoint) {
  const MatrixCompletion f(9, 7, observations(9, 7, 0.5));
  Atom coordinate;
  coordinate.become_coordinate(63, 40, 2.5);
  for (const Atom& x0 : {Atom(some_point(63)), Atom(Vector::Zero(63)), coordinate,
                         rank_one(2, some_point(9), some_point(7))}) {
    Point point;
    const auto cursor = f.start(x0, l2_norm());
    cursor->store(point);
    EXPECT_LT((point.factors.to_dense().reshaped() - x0.to_dense()).norm(), 1e-13 * 63);
    EXPECT_NEAR(cursor->value(), f.value(x0.to_dense()), 1e-13);
  }
}

TEST(MatrixCompletion, RejectsBadInput) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const auto made = [](std::vector<Observation> o, CompletionOptions options = {}) {
    return refusal([&] { MatrixCompletion(3, 2, o, options); });
  };
  EXPECT_EQ(made({{0, 0, 1}, {3, 1, 1}}), "observed[1]: entry (3, 1) is outside the 3 x 2 matrix");
  EXPECT_EQ(made({{0, -1, 1}}), "observed[0]: entry (0, -1) is outside the 3 x 2 matrix");
  EXPECT_EQ(made({{0, 0, 1}, {0, 0, undefined}}), "observed[1].value = nan: must be finite");
  EXPECT_EQ(made({{0, 0, 1, -2}}), "observed[0].weight = -2: must be >= 0 and finite");
  EXPECT_EQ(made({}), "observed: 0 entries, must be 1 to 2147483647 of them");
  EXPECT_NE(made({{0, 0, 1, 0}}), "");
  EXPECT_NE(made({{0, 0, 1}}, {.rho = 0}), "");
  EXPECT_NE(made({{0, 0, 1}}, {.max_terms = 0}), "");
  EXPECT_NE(refusal([] { MatrixCompletion(0, 2, {{0, 0, 1}}); }), "");

  const MatrixCompletion f(3, 2, {{0, 0, 1}});
  EXPECT_EQ(refusal([&] { minimize(f, NuclearBall(3, 2, 1), {.norm = l1_norm()}); }),
            "norm: matrix completion measures in the Frobenius (l2) norm, not in l1");
  EXPECT_NE(refusal([&] { minimize(f, NuclearBall(2, 3, 1)); }), "");
  EXPECT_NE(refusal([&] { minimize(f, L2Ball(6, 1)); }), "");
}

}  // namespace
}  // namespace acgd
