// Complete runs of matrix completion: against a dense black box, over thousands of steps, on real
// ratings.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "objective/completion_examples.hpp"
#include "oracle/matrices.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace acgd {
namespace {

using acgd_test::observations;
using acgd_test::reference_function;

double nuclear_norm_of(const LowRank& x) { return jacobi_singular_values(x.to_dense()).sum(); }

/// Moves both cursors along the atoms of the first and compares all quantities.
void expect_in_step(Cursor& leader, Cursor& follower, const NuclearBall& ball, int steps) {
  LmoResult lmo;
  for (int k = 0; k < steps; ++k) {
    lmo.accuracy = 1e-4;
    ball.minimize(leader.gradient(), lmo);
    Line& line = leader.look(toward(lmo.atom));
    Line& other = follower.look(toward(lmo.atom));
    ASSERT_NEAR(leader.value(), follower.value(), 1e-10) << k;
    ASSERT_NEAR(-line.directional_derivative(), -other.directional_derivative(), 1e-10) << k;
    ASSERT_NEAR(line.norm(), other.norm(), 1e-10 * other.norm()) << k;
    const double t =
        std::min(1.0, 1.5 * -line.directional_derivative() / (line.norm() * line.norm()) + 1e-3);
    ASSERT_NEAR(line.change(t), other.change(t), 1e-10) << k;
    ASSERT_NEAR(line.gradient_change().value_or(0), other.gradient_change().value_or(0), 1e-10);
    leader.advance(t);
    follower.advance(t);
  }
}

TEST(CompletionRun, MatchesDenseBlackBoxInLockstep) {
  for (const bool twice : {false, true})
    for (const CompletionLoss loss : {CompletionLoss::huber, CompletionLoss::squared}) {
      const CompletionOptions formula{.loss = loss, .max_terms = 5};
      const auto observed = observations(40, 30, 0.5, twice);
      const MatrixCompletion f(40, 30, observed, formula);
      const Function plain = reference_function(40, 30, observed, formula);
      const NuclearBall ball(40, 30, 25);
      const auto low_rank = f.start(ball.start(), l2_norm());
      const auto dense = plain.start(ball.start(), l2_norm());
      expect_in_step(*low_rank, *dense, ball, 400);
    }
}

TEST(CompletionRun, RecompressionMatchesUncompressedInLockstep) {
  const auto observed = observations(60, 40, 0.3);
  const MatrixCompletion often(60, 40, observed, {.max_terms = 2});
  const MatrixCompletion never(60, 40, observed, {.max_terms = 4000});
  const NuclearBall ball(60, 40, 60);
  const auto leader = often.start(ball.start(), l2_norm());
  const auto follower = never.start(ball.start(), l2_norm());
  expect_in_step(*leader, *follower, ball, 3000);
}

TEST(CompletionRun, EndsLikeDenseBlackBox) {
  // Up to 16 columns the LMO is exact, so the runs differ by rounding only.
  const auto observed = observations(20, 12, 0.5);
  const NuclearBall ball(20, 12, 25);
  const Options options{.max_iterations = 300, .gap_tolerance = 0};
  const MatrixCompletion f(20, 12, observed, {.max_terms = 5});
  const Result low_rank = minimize(f, ball, options);
  const Result dense = minimize(reference_function(20, 12, observed), ball, options);
  EXPECT_NEAR(low_rank.value, dense.value, std::max(low_rank.gap, dense.gap));
  EXPECT_NEAR(low_rank.value, f.value(low_rank.factors.to_dense().reshaped()), 1e-12);
  EXPECT_LE(nuclear_norm_of(low_rank.factors), 25 * (1 + 1e-9));
}

TEST(CompletionRun, GapBoundsSuboptimality) {
  const MatrixCompletion f(60, 40, observations(60, 40, 0.3));
  const NuclearBall ball(60, 40, 60);
  const double lowest = minimize(f, ball, Options{.max_iterations = 4000}).value;
  for (const Index steps : {1, 5, 17, 29, 100, 200}) {
    const Result result = minimize(f, ball, Options{.max_iterations = steps, .gap_tolerance = 0});
    EXPECT_LE(result.value - result.gap, lowest + 1e-12) << steps;
  }
}

TEST(CompletionRun, UpdatedValuesMatchFactorsAfterThousandsOfSteps) {
  // From the first recompression to the last, and past the refresh.
  for (const Index max_terms : {4, 20, 5000}) {
    const MatrixCompletion f(60, 40, observations(60, 40, 0.3), {.max_terms = max_terms});
    const NuclearBall ball(60, 40, 60);
    for (const Index steps : {10, 999, effort::is_sanitized() ? 1100 : 3000}) {
      const Result result =
          minimize(f, ball, {.step = OpenLoop{}, .max_iterations = steps, .gap_tolerance = 0});
      const Vector x = result.factors.to_dense().reshaped();
      EXPECT_NEAR(result.value, f.value(x), 1e-10) << max_terms << " " << steps;
      EXPECT_LE(result.factors.rank(), std::max<Index>(max_terms, 40 + 33));
    }
  }
}

TEST(CompletionRun, ExactLineSearchIsFreeForSquaredLoss) {
  const MatrixCompletion f(30, 20, observations(30, 20, 0.5), {.loss = CompletionLoss::squared});
  const Result result =
      minimize(f, NuclearBall(30, 20, 30), Options{.step = LineSearch{}, .max_iterations = 500});
  EXPECT_LT(result.gap, 0.05);
  EXPECT_EQ(result.counts.trials, 0);
}

TEST(CompletionRun, SolvesMatrixTooLargeToForm) {
  // 4.8e11 bytes; 4.8e9 under sanitizers, which take long to fill it
  const int shrunk = effort::is_sanitized() ? 10 : 1;
  const int rows = 300000 / shrunk, cols = 200000 / shrunk;
  std::vector<Observation> observed;
  for (int k = 0; k < 20000; ++k) {
    observed.push_back({k * 7919 % rows, k * 104729 % 1000 * (cols / 1005), 1.0 + k % 5});
  }
  const MatrixCompletion f(rows, cols, observed);
  const Result result = minimize(f, NuclearBall(rows, cols, 2000), Options{.max_iterations = 8});
  EXPECT_LT(result.value, f.loss().value(Vector::Zero(20000)));
  EXPECT_LE(result.factors.rank(), 9);
}

TEST(CompletionRun, AnyNumberOfThreadsGivesSameBits) {
#ifdef _OPENMP
  const MatrixCompletion f(2500, 1500, observations(2500, 1500, 0.3));  // enough for threads
  const auto run = [&](int threads) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    const Result result = minimize(f, NuclearBall(2500, 1500, 2e4), Options{.max_iterations = 4});
    omp_set_num_threads(before);
    return result;
  };
  const Result one = run(1);
  for (const int threads : {2, 3}) {
    const Result many = run(threads);
    EXPECT_EQ(many.value, one.value);
    EXPECT_EQ(many.gap, one.gap);
    EXPECT_EQ(many.factors.left, one.factors.left);
    EXPECT_EQ(many.factors.right, one.factors.right);
  }
#else
  GTEST_SKIP() << "built without OpenMP";
#endif
}

TEST(CompletionRun, MovieLensDecreasesSteadilyInsideBall) {
  const auto file = acgd_test::data_file("movielens100k.csv");
  if (!file) GTEST_SKIP() << "movielens100k.csv is not there";
  std::ifstream in(*file);
  std::vector<Observation> observed;
  char comma = 0;
  long when = 0;
  for (Observation o; in >> o.row >> comma >> o.col >> comma >> o.value >> comma >> when;) {
    observed.push_back({o.row - 1, o.col - 1, o.value});
  }
  ASSERT_EQ(observed.size(), 100000);
  const MatrixCompletion f(943, 1682, std::move(observed));
  const Result result =
      minimize(f, NuclearBall(943, 1682, 5000), Options{.max_iterations = 80, .trace = true});
  for (std::size_t k = 1; k < result.trace.size(); ++k) {
    EXPECT_LT(result.trace[k].value, result.trace[k - 1].value) << k;
    EXPECT_GT(result.trace[k].gap, 0);
  }
  EXPECT_LT(result.value, 0.37);
  EXPECT_EQ(result.factors.rank(), 81);
  // At most the sum of the terms' own norms.
  const Vector lefts = result.factors.left.colwise().norm();
  const Vector rights = result.factors.right.colwise().norm();
  EXPECT_LE(lefts.dot(rights), 5000 * (1 + 1e-9));
}

}  // namespace
}  // namespace acgd
