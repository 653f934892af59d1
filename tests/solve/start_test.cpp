// Starts of runs: points, weighted atoms, and results of other runs.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "objective/completion_examples.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

WeightedAtom corner(Index size, Index index, double weight, Index block = 0) {
  WeightedAtom made{.atom = {}, .weight = weight, .block = block};
  made.atom.become_coordinate(size, index, 1);
  return made;
}

TEST(Start, OfAtomsIsTheirSum) {
  const Start start(WeightedAtoms{corner(3, 0, 0.25), corner(3, 2, 0.75)});
  EXPECT_EQ(start.atom().to_dense(), (Vector{{0.25, 0, 0.75}}));
  EXPECT_EQ(start.atoms().size(), 2u);
  const Result result = minimize(acgd_test::squared_norm(3), Simplex(3), start,
                                 {.direction = FrankWolfe{}, .max_iterations = 0});
  EXPECT_EQ(result.value, 0.625);
}

TEST(Start, OfOneAtomKeepsShape) {
  const Start start(WeightedAtoms{corner(3, 1, 1)});
  ASSERT_NE(start.atom().as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(start.atom().as<Atom::Coordinate>()->index, 1);
}

TEST(Start, BlockWeightsSumToOne) {
  const Start start(WeightedAtoms{corner(4, 0, 1, 0), corner(4, 2, 0.5, 1), corner(4, 3, 0.5, 1)});
  EXPECT_EQ(start.atom().to_dense(), (Vector{{1, 0, 0.5, 0.5}}));
}

TEST(Start, InvalidCombinationIsRejected) {
  const auto refused = [](WeightedAtoms atoms) {
    return refusal([&] { Start{std::move(atoms)}; });
  };
  EXPECT_EQ(refused({}), "x0: there is no atom");
  EXPECT_EQ(refused({corner(3, 0, 0.5), corner(4, 1, 0.5)}),
            "x0: atom 1 has 4 entries, the first one 3");
  EXPECT_EQ(refused({corner(3, 0, 1.5), corner(3, 1, -0.5)}),
            "x0: the weight -0.5 of atom 1 must be >= 0 and finite");
  EXPECT_EQ(refused({corner(3, 0, std::nan(""))}),
            "x0: the weight nan of atom 0 must be >= 0 and finite");
  EXPECT_EQ(refused({corner(3, 0, 0.5), corner(3, 1, 0.25)}),
            "x0: the weights of the atoms sum to 0.75, must sum to 1");
  EXPECT_EQ(refused({corner(3, 0, 1, 0), corner(3, 1, 0.25, 1)}),
            "x0: the weights of the atoms of block 1 sum to 0.25, must sum to 1");
}

TEST(Start, ContinuesFromResult) {
  const Options four{.direction = FrankWolfe{}, .max_iterations = 4, .gap_tolerance = 0};
  const auto f = acgd_test::squared_norm(10);
  const Result first = minimize(f, Simplex(10), Vector::Unit(10, 0), four);
  const Result second = minimize(f, Simplex(10), first, four);
  EXPECT_LT(second.value, first.value);
}

// A low-rank matrix is returned as its factors, and is a valid start.
TEST(Start, MayBeLowRankMatrix) {
  const MatrixCompletion f(12, 9, acgd_test::observations(12, 9, 0.6, false), {});
  const NuclearBall ball(12, 9, 20);
  const Options ten{.direction = FrankWolfe{}, .max_iterations = 10, .gap_tolerance = 0};
  const Result first = minimize(f, ball, ten);
  ASSERT_EQ(first.x.size(), 0);
  ASSERT_GT(first.factors.rank(), 1);
  const Result there = minimize(f, ball, first, {.direction = FrankWolfe{}, .max_iterations = 0});
  EXPECT_NEAR(there.value, first.value, 1e-12 * first.value);
  EXPECT_LE((there.factors.to_dense() - first.factors.to_dense()).norm(),
            1e-12 * first.factors.to_dense().norm());
  EXPECT_LT(minimize(f, ball, first, ten).value, first.value);
}

TEST(Start, MayBeWeightedRankOneMatrices) {
  const MatrixCompletion f(12, 9, acgd_test::observations(12, 9, 0.6, false), {});
  WeightedAtoms atoms(2);
  Matrix sum = Matrix::Zero(12, 9);
  for (Index k = 0; k < 2; ++k) {
    Atom::RankOne& pair = atoms[k].atom.become_rank_one(12, 9);
    pair.scale = 20;
    pair.left = Vector::Unit(12, k);
    pair.right = Vector::Constant(9, 1.0 / 3);
    atoms[k].weight = k == 0 ? 0.25 : 0.75;
    sum.row(k).setConstant(20 * (k == 0 ? 0.25 : 0.75) / 3);
  }
  const Result result = minimize(f, NuclearBall(12, 9, 20), Start(atoms),
                                 {.direction = FrankWolfe{}, .max_iterations = 0});
  EXPECT_LE((result.factors.to_dense() - sum).norm(), 1e-12);
  EXPECT_LE(result.factors.rank(), 2);
}

}  // namespace
}  // namespace acgd
