#include <numeric>

#include "acgd/oracle/matchings.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix permutation_matrices(Index n) {
  std::vector<Index> row_of(static_cast<std::size_t>(n));
  std::iota(row_of.begin(), row_of.end(), Index{0});
  std::vector<Vector> found;
  do {
    Matrix x = Matrix::Zero(n, n);
    for (Index j = 0; j < n; ++j) x(row_of[j], j) = 1;
    found.push_back(x.reshaped());
  } while (std::next_permutation(row_of.begin(), row_of.end()));
  Matrix all(n * n, static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  return all;
}

class BirkhoffOfSide : public testing::TestWithParam<Index> {};

TEST_P(BirkhoffOfSide, PassesChecker) { expect_passes(Birkhoff(GetParam())); }

TEST_P(BirkhoffOfSide, LmoMatchesBestPermutation) {
  expect_as_good_as_vertices(Birkhoff(GetParam()), permutation_matrices(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Sides, BirkhoffOfSide, testing::Values(1, 2, 3, 4, 5),
                         testing::PrintToStringParamName());

TEST(Birkhoff, ReturnsPermutationMatrix) {
  // The columns are stacked: X(2, 0), X(0, 1), X(1, 2) are the cheap ones.
  Matrix g = Matrix::Ones(3, 3);
  g(2, 0) = g(0, 1) = g(1, 2) = -1;
  LmoResult lmo;
  Birkhoff(3).minimize(Gradient(Vector(g.reshaped())), lmo);
  const auto* atom = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(atom, nullptr);
  EXPECT_EQ(atom->indices, (std::vector<Index>{2, 3, 7}));
  EXPECT_EQ(atom->values, std::vector<double>(3, 1.0));
  EXPECT_EQ(lmo.error, 0);
}

TEST(Birkhoff, IsNotGreedy) {
  // 1 + 9 on the diagonal, 2 + 3 off it.
  EXPECT_EQ(linear_minimizer(Birkhoff(2), vec({1, 2, 3, 9})), vec({0, 1, 1, 0}));
}

TEST(Birkhoff, ReturnsIdentityForZeroAndNaN) {
  const Vector identity = Vector(Matrix(Matrix::Identity(4, 4)).reshaped());
  const Birkhoff set(4);
  EXPECT_EQ(set.start().to_dense(), identity);
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(16)), identity);
  EXPECT_TRUE(set.contains(linear_minimizer(set, Vector::Constant(16, not_a_number)), 0));
  EXPECT_TRUE(set.contains(linear_minimizer(set, Vector::Constant(16, -infinity)), 0));
}

TEST(Birkhoff, ReportsLargestViolation) {
  const Birkhoff set(2);
  EXPECT_EQ(set.violation(vec({0.25, 0.75, 0.75, 0.25})).distance, 0);
  EXPECT_EQ(set.violation(vec({1, 0, 0.5, 1})).distance, 0.5);
  EXPECT_EQ(set.violation(vec({1, 0, 0.5, 1})).detail, "row 0 sums to 1.5, not 1");
  EXPECT_EQ(set.violation(vec({1, -0.5, 0, 1})).detail, "X(1, 0) = -0.5 is negative");
  EXPECT_EQ(set.violation(vec({0.5, 0.25, 0.5, 0.75})).detail, "column 0 sums to 0.75, not 1");
  EXPECT_FALSE(set.contains(vec({not_a_number, 1, 1, 0})));
  EXPECT_EQ(refusal([&] { set.violation(vec({1})); }),
            "x: has 1 entries, must have 4, the dimension of the Birkhoff polytope of 2 x 2 "
            "matrices");
}

TEST(Birkhoff, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { Birkhoff(0); }), "side = 0: must be at least 1");
  EXPECT_NE(refusal([] { Birkhoff(Index{1} << 40); }), "");
  const SetChoice open = Birkhoff::Parameters{};
  EXPECT_EQ(open.begin({.variable = {.dimension = 9}})->name(),
            "Birkhoff polytope of 3 x 3 matrices");
  EXPECT_EQ(refusal([&] { open.begin({.variable = {.dimension = 10}}); }),
            "side = 3: a square matrix of this side has 9 entries, not 10");
}

}  // namespace
}  // namespace acgd
