// Completion of square matrices over sets of positive semidefinite matrices: x is a sum of few
// terms, whatever the rank of the atoms.
#include <gtest/gtest.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "objective/completion_examples.hpp"
#include "oracle/matrices.hpp"
#include "support/effort.hpp"
#include "support/same_bits.hpp"

namespace acgd {
namespace {

using acgd_test::observations;
using acgd_test::reference_function;

std::vector<std::shared_ptr<const Oracle>> semidefinite_sets(Index side) {
  return {std::make_shared<Spectraplex>(side, 6.0),
          std::make_shared<Spectraplex>(side, 9.0, Relation::at_most),
          std::make_shared<Fantope>(side, 1), std::make_shared<Fantope>(side, 4)};
}

/// Every entry of a matrix.
std::vector<Observation> all_entries(const Matrix& a) {
  std::vector<Observation> observed;
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) observed.push_back({i, j, a(i, j)});
  }
  return observed;
}

TEST(CompletionOverSemidefinite, MatchesDenseBlackBoxInLockstep) {
  const auto observed = observations(24, 24, 0.5, true);
  const CompletionOptions formula{.max_terms = 6};
  const MatrixCompletion f(24, 24, observed, formula);
  const Function plain = reference_function(24, 24, observed, formula);
  for (const auto& set : semidefinite_sets(24)) {
    const auto low_rank = f.start(set->start(), l2_norm());
    const auto dense = plain.start(set->start(), l2_norm());
    LmoResult lmo;
    for (int k = 0; k < 200; ++k) {
      lmo.accuracy = 1e-4;
      set->minimize(low_rank->gradient(), lmo);
      Line& line = low_rank->look(toward(lmo.atom));
      Line& other = dense->look(toward(lmo.atom));
      ASSERT_NEAR(low_rank->value(), dense->value(), 1e-10) << set->name() << " " << k;
      ASSERT_NEAR(-line.directional_derivative(), -other.directional_derivative(), 1e-10) << k;
      if (other.norm() < 1e-3) break;
      ASSERT_NEAR(line.norm(), other.norm(), 1e-10 * other.norm()) << k;
      const double t =
          std::min(1.0, 1.5 * -line.directional_derivative() / (line.norm() * line.norm()) + 1e-3);
      ASSERT_NEAR(line.change(t), other.change(t), 1e-10) << k;
      low_rank->advance(t);
      dense->advance(t);
    }
  }
}

/// ||X - A||^2 over { X psd, tr X = T } is minimal where the eigenvalues of X are those of A,
/// projected onto the simplex.
TEST(CompletionOverSemidefinite, ProjectsOntoSpectraplex) {
  const Matrix a = symmetric_with(Vector{{-2, -1, 0.5, 1, 2, 4}}, 3);
  const MatrixCompletion f(6, 6, all_entries(a), {.loss = CompletionLoss::squared});
  // 4 and 2 minus 1.5 each sum to 3; the others are below 1.5.
  const double expected = (4 + 1 + 0.25 + 1 + 1.5 * 1.5 + 1.5 * 1.5) / 36;
  const Result result = minimize(f, Spectraplex(6, 3), {.gap_tolerance = 1e-4});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LE(result.value, expected + 1e-4);
  EXPECT_GE(result.value, expected - 1e-12);
}

/// Over the Fantope: eigenvalues clipped to [0, 1] after a shift that makes them sum to K.
TEST(CompletionOverSemidefinite, ProjectsOntoFantope) {
  const Matrix a = symmetric_with(Vector{{-2, -1, 0.1, 0.6, 0.8, 4}}, 3);
  const MatrixCompletion f(6, 6, all_entries(a), {.loss = CompletionLoss::squared});
  // 1, and 0.6 and 0.8 minus 0.2 each, sum to 2; the others are below 0.2.
  const double expected = (4 + 1 + 0.01 + 0.04 + 0.04 + 9) / 36;
  const Result result = minimize(f, Fantope(6, 2), {.gap_tolerance = 1e-4});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LE(result.value, expected + 1e-4);
  EXPECT_GE(result.value, expected - 1e-12);
}

TEST(CompletionOverSemidefinite, SolvesMatrixTooLargeToForm) {
  const int n = effort::is_sanitized() ? 5000 : 50000;  // 2e10 bytes
  std::vector<Observation> observed;
  for (int k = 0; k < 1000; ++k) observed.push_back({k, k * 7919 % 1000, 1.0 + k % 5});
  const MatrixCompletion f(n, n, observed);
  const double at_zero = f.loss().value(Vector::Zero(1000));
  const Result one = minimize(f, Spectraplex(n, 100), Options{.max_iterations = 4});
  EXPECT_LT(one.value, at_zero);
  EXPECT_LE(one.factors.rank(), 5);
  const Result three = minimize(f, Fantope(n, 3), Options{.max_iterations = 2});
  EXPECT_LT(three.value, at_zero);
  EXPECT_LE(three.factors.rank(), 3 * 3);
}

TEST(CompletionOverSemidefinite, RecompressionBoundsNumberOfTerms) {
  const MatrixCompletion f(40, 40, observations(40, 40, 0.5), {.max_terms = 10});
  const Result result =
      minimize(f, Fantope(40, 7), Options{.max_iterations = 300, .gap_tolerance = 0});
  // At most the number of columns of the matrix, plus the terms of one atom.
  EXPECT_LE(result.factors.rank(), 40 + 33);
  EXPECT_NEAR(result.value, f.value(result.factors.to_dense().reshaped()), 1e-10);
  EXPECT_LT(Fantope(40, 7).violation(result.factors.to_dense().reshaped()).distance, 1e-9);
}

TEST(CompletionOverSemidefinite, StartsAtLowRankAtoms) {
  const MatrixCompletion f(5, 5, observations(5, 5, 0.8));
  Atom x0 = Fantope(5, 3).start();
  EXPECT_NEAR(f.start(x0, l2_norm())->value(), f.value(x0.to_dense()), 1e-12);
  EXPECT_THROW(f.start(Fantope(4, 2).start(), l2_norm()), InvalidInput);
}

TEST(CompletionOverSemidefinite, ActiveSetRulesRunAndResume) {
  const MatrixCompletion f(20, 20, observations(20, 20, 0.5));
  for (const auto& set : semidefinite_sets(20)) {
    const Options straight{
        .direction = FrankWolfe{}, .step = LineSearch{}, .max_iterations = 150, .gap_tolerance = 0};
    const Result toward = minimize(f, *set, set->start(), straight);
    for (const DirectionChoice& direction :
         {DirectionChoice(Away{}), DirectionChoice(Pairwise{.lazy = true}),
          DirectionChoice(BlendedPairwise{})}) {
      Options options = straight;
      options.direction = direction;
      const auto run = [&](const Options& more) { return minimize(f, *set, set->start(), more); };
      const Result result = run(options);
      const std::string what = set->name() + ", " + std::string(direction.name());
      EXPECT_LE(result.value - toward.value, result.best_gap + 1e-12) << what;
      EXPECT_LE(set->violation(result.factors.to_dense().reshaped()).distance, 1e-9) << what;
      auto saved = std::make_shared<Checkpoint>();
      Options shorter = options;
      shorter.max_iterations = 21;
      shorter.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
      // A run that converged before has no checkpoint.
      if (run(shorter).status != Status::iteration_limit) continue;
      options.resume = saved;
      EXPECT_TRUE(acgd_test::same_bits(run(options), result)) << what;
    }
  }
}

}  // namespace
}  // namespace acgd
