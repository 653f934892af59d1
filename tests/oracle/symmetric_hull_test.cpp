#include "acgd/objective/function.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix some_atoms(Index n, Index count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Matrix atoms(n, count);
  for (Index j = 0; j < count; ++j) atoms.col(j) = test_gradient(n, false, random);
  return atoms;
}

Matrix with_negatives(const Matrix& atoms) {
  Matrix both(atoms.rows(), 2 * atoms.cols());
  both << atoms, -atoms;
  return both;
}

TEST(SymmetricHull, PassesChecker) {
  expect_passes(SymmetricHull(some_atoms(4, 9, 1)), {.points = 600});
  expect_passes(SymmetricHull(some_atoms(5, 3, 2)), {.points = 600});  // flat
  expect_passes(SymmetricHull(some_atoms(1, 4, 3)));
  expect_passes(SymmetricHull(Matrix::Constant(1, 1, -2.0)));
  Matrix repeated(3, 9);
  repeated << some_atoms(3, 3, 4), some_atoms(3, 3, 4), -some_atoms(3, 3, 4);
  expect_passes(SymmetricHull(repeated), {.points = 600});
}

TEST(SymmetricHull, LmoMatchesBestSignedAtom) {
  const Matrix atoms = some_atoms(4, 9, 5);
  expect_as_good_as_vertices(SymmetricHull(atoms), with_negatives(atoms));
}

TEST(SymmetricHull, OfUnitVectorsIsL1Ball) {
  const SymmetricHull hull(Matrix(2 * Matrix::Identity(3, 3)));
  const L1Ball ball(3, 2);
  std::mt19937_64 random(6);
  for (int i = 0; i < 100; ++i) {
    const Vector g = test_gradient(3, i % 2 == 0, random);
    EXPECT_EQ(linear_minimizer(hull, g), linear_minimizer(ball, g));
    EXPECT_EQ(hull.violation(g).distance > 0, ball.violation(g).distance > 1e-14);
  }
}

TEST(SymmetricHull, TiesGoToFirstAtom) {
  Matrix atoms(2, 3);
  atoms << 1, 1, -1, 5, 6, 7;
  EXPECT_EQ(linear_minimizer(SymmetricHull(atoms), vec({1, 0})), vec({-1, -5}));
  EXPECT_EQ(linear_minimizer(SymmetricHull(atoms), vec({0, 0})), vec({1, 5}));
}

TEST(SymmetricHull, GivesEachAtomOnceForEitherSign) {
  Matrix atoms(2, 5);
  atoms << 1, -1, 0.8, -0.8, 0.1, 0, 0, 1, -1, 1;
  LmoResult lmo;
  SymmetricHull(atoms).minimize_several(Gradient(vec({1, 0})), 9, lmo);
  EXPECT_EQ(lmo.atom.to_dense(), vec({-1, 0}));
  ASSERT_EQ(lmo.other_count, 1u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({-0.8, -1}));
}

TEST(SymmetricHull, SteepestDescentIsMatchingPursuit) {
  // With an exact line search each step subtracts the atom of the largest product from the
  // residual. For orthogonal atoms this ends after as many steps as the signal has atoms.
  Matrix atoms(3, 2);
  atoms << 0.6, -0.8, 0.8, 0.6, 0, 0;
  const Vector signal = 3 * atoms.col(0) - 5 * atoms.col(1);
  const Function f(
      3, [&](const Vector& x) { return 0.5 * (x - signal).squaredNorm(); },
      [&](const Vector& x, Vector& g) { g = x - signal; });
  const Result result = descend(f, SymmetricHull(atoms), Vector::Zero(3),
                                {.step = LineSearch{}, .gap_tolerance = 1e-8});
  EXPECT_LE((result.x - signal).norm(), 1e-7);
  EXPECT_LE(result.counts.iterations, 3);
}

TEST(SymmetricHull, HasExpectedProperties) {
  const SymmetricHull hull(Matrix(2 * Matrix::Identity(3, 3)));
  EXPECT_EQ(hull.name(), "symmetric hull of 3 atoms in R^3");
  EXPECT_TRUE(hull.is_norm_ball());
  EXPECT_TRUE(hull.is_polytope());
  EXPECT_EQ(hull.violation(vec({4, 0, 0})).detail, "the nearest point of the hull is 2 away");
  const auto atoms = std::make_shared<const Matrix>(some_atoms(2, 5, 1));
  EXPECT_EQ(&SymmetricHull(atoms).atoms(), atoms.get());
}

TEST(SymmetricHull, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { SymmetricHull(Matrix(3, 0)); }),
            "columns of atoms (one each) = 0: must be at least 1");
  EXPECT_EQ(refusal([] { SymmetricHull(Matrix(0, 3)); }),
            "rows of atoms (the dimension) = 0: must be at least 1");
  EXPECT_EQ(refusal([] { SymmetricHull(Matrix::Zero(2, 3)); }),
            "atoms: all of them are 0, one at least must not be");
  Matrix bad = Matrix::Zero(2, 3);
  bad(1, 2) = not_a_number;
  EXPECT_EQ(refusal([&] { SymmetricHull{bad}; }), "atoms(1, 2) = nan: must be finite");
  EXPECT_EQ(refusal([] { SymmetricHull(std::shared_ptr<const Matrix>()); }),
            "atoms = null: must be a matrix with an atom in each column");
}

}  // namespace
}  // namespace acgd
