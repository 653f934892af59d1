#include "acgd/linalg/singular_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "oracle/matrices.hpp"

namespace acgd {
namespace {

SingularPair pair_of(const Matrix& a, double accuracy = 0) {
  SingularPair pair;
  top_singular_pair(CountedMatrix(a), accuracy, pair);
  return pair;
}

/// Unit vectors with left' A right = value, and the value against an independent decomposition.
void expect_exact(const Matrix& a, const SingularPair& pair) {
  const double top = largest_singular_value(a);
  EXPECT_NEAR(pair.value, top, 1e-13 * top);
  EXPECT_NEAR(pair.left.norm(), 1, 1e-14);
  EXPECT_NEAR(pair.right.norm(), 1, 1e-14);
  EXPECT_NEAR(pair.left.dot(a * pair.right), top, 1e-13 * top);
  EXPECT_EQ(pair.error, 0);
  Index largest = 0;
  pair.right.cwiseAbs().maxCoeff(&largest);
  EXPECT_GT(pair.right[largest], 0);
}

class SingularPairOfSize : public testing::TestWithParam<std::tuple<Index, Index>> {
 protected:
  Index rows() const { return std::get<0>(GetParam()); }
  Index cols() const { return std::get<1>(GetParam()); }
};

TEST_P(SingularPairOfSize, AgreesWithJacobi) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Matrix a = normal_matrix(rows(), cols(), seed);
    expect_exact(a, pair_of(a));
  }
}

TEST_P(SingularPairOfSize, FindsPairOfRankOneMatrix) {
  const Matrix a = normal_matrix(rows(), 1, 1) * normal_matrix(1, cols(), 2);
  expect_exact(a, pair_of(a));
  Matrix corner = Matrix::Zero(rows(), cols());
  corner(rows() - 1, cols() - 1) = -3;
  expect_exact(corner, pair_of(corner));
}

TEST_P(SingularPairOfSize, AcceptsAnyPairOfRepeatedValue) {
  const Index n = std::min(rows(), cols());
  const Matrix all_equal = Matrix::Identity(rows(), cols());
  expect_exact(all_equal, pair_of(all_equal));
  const Matrix orthogonal = matrix_with(Vector::Constant(n, 7), rows(), cols(), 3);
  expect_exact(orthogonal, pair_of(orthogonal));
  Vector half(n);
  for (Index i = 0; i < n; ++i) half[i] = i <= n / 2 ? 2 : 1;
  const Matrix top_half_equal = matrix_with(half, rows(), cols(), 5);
  expect_exact(top_half_equal, pair_of(top_half_equal));
}

TEST_P(SingularPairOfSize, WorksAtEveryScale) {
  const Matrix a = normal_matrix(rows(), cols(), 6);
  for (const double scale : {1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e290}) {
    const SingularPair pair = pair_of(scale * a);
    EXPECT_NEAR(pair.value / scale, largest_singular_value(a), 1e-13 * largest_singular_value(a));
    EXPECT_NEAR(pair.left.dot(a * pair.right), largest_singular_value(a), 1e-12 * a.norm());
  }
}

TEST_P(SingularPairOfSize, ReturnsUnitVectorsForZero) {
  const SingularPair pair = pair_of(Matrix::Zero(rows(), cols()));
  EXPECT_EQ(pair.value, 0);
  EXPECT_EQ(pair.error, 0);
  EXPECT_EQ(pair.left, Vector::Unit(rows(), 0));
  EXPECT_EQ(pair.right, Vector::Unit(cols(), 0));
}

TEST_P(SingularPairOfSize, ErrorIsInfiniteForNonFiniteInput) {
  Matrix a = normal_matrix(rows(), cols(), 7);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    a(0, cols() - 1) = bad;
    const SingularPair pair = pair_of(a);
    EXPECT_EQ(pair.error, std::numeric_limits<double>::infinity());
    EXPECT_EQ(pair.left, Vector::Unit(rows(), 0));
    EXPECT_EQ(pair.right, Vector::Unit(cols(), 0));
  }
}

TEST_P(SingularPairOfSize, ErrorBoundHoldsAtRequestedAccuracy) {
  const Matrix a = normal_matrix(rows(), cols(), 8);
  const double top = largest_singular_value(a);
  for (const double accuracy : {10.0, 0.1, 1e-2, 1e-4, 1e-8, 1e-12}) {
    const SingularPair pair = pair_of(a, accuracy * top);
    EXPECT_LE(pair.error, accuracy * top);
    EXPECT_LE(top - pair.value, pair.error + 1e-13 * top);
  }
}

TEST_P(SingularPairOfSize, SameInputSameBits) {
  const Matrix a = normal_matrix(rows(), cols(), 9);
  const SingularPair first = pair_of(a, 0.01);
  const SingularPair second = pair_of(a, 0.01);
  EXPECT_EQ(first.value, second.value);
  EXPECT_EQ(first.error, second.error);
  EXPECT_EQ(first.left, second.left);
  EXPECT_EQ(first.right, second.right);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SingularPairOfSize,
                         testing::Values(std::tuple{1, 1}, std::tuple{1, 9}, std::tuple{9, 1},
                                         std::tuple{2, 2}, std::tuple{3, 100}, std::tuple{16, 16},
                                         std::tuple{17, 17}, std::tuple{17, 60}, std::tuple{60, 17},
                                         std::tuple{120, 90}),
                         [](const auto& size) {
                           return std::to_string(std::get<0>(size.param)) + "x" +
                                  std::to_string(std::get<1>(size.param));
                         });

TEST(SingularPair, WarmStartSavesProductsOfExactSearch) {
  const Matrix a = normal_matrix(300, 200, 1);
  const Matrix nearby = a + 1e-3 * normal_matrix(300, 200, 2);
  const double accuracy = 0;
  SingularPair pair;
  top_singular_pair(CountedMatrix(a), accuracy, pair);
  const CountedMatrix warm(nearby);
  top_singular_pair(warm, accuracy, pair);

  const CountedMatrix cold(nearby);
  SingularPair fresh;
  top_singular_pair(cold, accuracy, fresh);
  EXPECT_LT(warm.products(), cold.products());
  EXPECT_NEAR(pair.value, largest_singular_value(nearby), 1e-12 * a.norm());
}

TEST(SingularPair, IgnoresWarmStartsOfOtherSize) {
  const Matrix a = normal_matrix(50, 40, 3);
  const SingularPair cold = pair_of(a);
  for (const Vector& useless : {Vector(Vector::Ones(7)), Vector(Vector::Zero(40)),
                                Vector(Vector::Constant(40, std::nan("")))}) {
    SingularPair pair{.left = useless, .right = useless};
    top_singular_pair(CountedMatrix(a), 0, pair);
    EXPECT_EQ(pair.value, cold.value);
    EXPECT_EQ(pair.right, cold.right);
  }
}

// After a step against the top pair the second one becomes the top, and the warm start is an exact
// singular vector of the wrong value.
TEST(SingularPair, StaleWarmStartFindsTopWithValidBound) {
  for (const Index n : {30, 300, 3000})
    for (const double lead : {0.5, 0.1, 0.03, 0.01, 0.003, 1e-3})
      for (const double accuracy : {0.0, 1e-6, 1e-3, 1e-2, 0.1, 1.0}) {
        Vector d = 0.49 * (normal_matrix(n, 1, 4).array().sin() + 1);
        d[n / 3] = 1;
        d[n / 2] = 1 + lead;
        SingularPair pair{.left = Vector::Unit(n, n / 3), .right = Vector::Unit(n, n / 3)};
        top_singular_pair(DiagonalMatrix(d), accuracy, pair);
        EXPECT_LE(pair.error, accuracy) << n << " " << lead;
        EXPECT_LE(1 + lead - pair.value, pair.error + 1e-13) << n << " " << lead << " " << accuracy;
      }
}

TEST(SingularPair, ErrorBoundHoldsWhereLanczosStopsEarly) {
  // The top of the spectrum of a second difference: gaps shrink with the square of the size.
  for (const Index n : {200, 1500}) {
    Vector d(n);
    for (Index i = 0; i < n; ++i)
      d[i] = 1 + std::cos(M_PI * static_cast<double>(i) / static_cast<double>(n));
    SingularPair pair;
    top_singular_pair(DiagonalMatrix(d), 0, pair);
    EXPECT_LE(2 - pair.value, pair.error + 1e-13) << n;
    EXPECT_LE(pair.error, 1e-3) << n;
  }
}

}  // namespace
}  // namespace acgd
