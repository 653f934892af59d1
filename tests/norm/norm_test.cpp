#include "acgd/norm/norm.hpp"

#include <cmath>

#include "oracle/set_exam.hpp"
#include "support/decompositions.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

constexpr Index kMatrixRows = 4;
constexpr Index kMatrixCols = 3;

struct NormCase {
  const char* label;
  std::shared_ptr<const Norm> norm;
};

void PrintTo(const NormCase& norm, std::ostream* out) { *out << norm.label; }

class EveryNorm : public testing::TestWithParam<NormCase> {
 protected:
  Vector any() { return test_gradient(kMatrixRows * kMatrixCols, false, random_); }

  const Norm& norm_ = *GetParam().norm;
  std::mt19937_64 random_{1};
};

TEST_P(EveryNorm, SatisfiesNormAxioms) {
  for (int i = 0; i < 100; ++i) {
    const Vector a = any();
    const Vector b = any();
    EXPECT_GT(norm_.of(a), 0);
    EXPECT_NEAR(norm_.of(-3 * a), 3 * norm_.of(a), 1e-12 * norm_.of(a));
    EXPECT_LE(norm_.of(a + b), norm_.of(a) + norm_.of(b) + 1e-12);
    EXPECT_LE(norm_.dual(a + b), norm_.dual(a) + norm_.dual(b) + 1e-12);
  }
  EXPECT_EQ(norm_.of(Vector::Zero(kMatrixRows * kMatrixCols)), 0);
  EXPECT_EQ(norm_.dual(Vector::Zero(kMatrixRows * kMatrixCols)), 0);
}

TEST_P(EveryNorm, SatisfiesHoelderInequality) {
  for (int i = 0; i < 1000; ++i) {
    const Vector g = any();
    const Vector v = any();
    EXPECT_LE(std::abs(g.dot(v)), norm_.dual(g) * norm_.of(v) * (1 + 1e-13));
  }
}

TEST_P(EveryNorm, AttainsDualNorm) {
  // The gradient of the dual norm at g is a point v of norm 1 with <g, v> = ||g||_*. It is computed
  // here by central differences, independently of any formula for it.
  for (int i = 0; i < 20; ++i) {
    const Vector g = any();
    Vector v(g.size());
    constexpr double h = 1e-5;
    for (Index j = 0; j < g.size(); ++j) {
      const Vector step = h * Vector::Unit(g.size(), j);
      v[j] = (norm_.dual(g + step) - norm_.dual(g - step)) / (2 * h);
    }
    EXPECT_NEAR(norm_.of(v), 1, 1e-5);
    EXPECT_NEAR(g.dot(v), norm_.dual(g), 1e-5 * norm_.dual(g));
  }
}

TEST_P(EveryNorm, NeitherOverflowsNorUnderflows) {
  const Vector v = any();
  for (const double size : {1e-300, 1e-200, 1e200, 1e300}) {
    EXPECT_NEAR(norm_.of(size * v) / size, norm_.of(v), 1e-12 * norm_.of(v)) << size;
    EXPECT_NEAR(norm_.dual(size * v) / size, norm_.dual(v), 1e-12 * norm_.dual(v)) << size;
  }
}

TEST_P(EveryNorm, PropagatesNonFiniteValues) {
  Vector v = any();
  v[5] = not_a_number;
  EXPECT_TRUE(std::isnan(norm_.of(v)));
  EXPECT_TRUE(std::isnan(norm_.dual(v)));
  v[5] = -infinity;
  EXPECT_EQ(norm_.of(v), infinity);
  EXPECT_EQ(norm_.dual(v), infinity);
}

INSTANTIATE_TEST_SUITE_P(
    Norms, EveryNorm,
    testing::Values(NormCase{"L1", l1_norm()}, NormCase{"L2", l2_norm()},
                    NormCase{"Linf", linf_norm()}, NormCase{"Lp1_2", lp_norm(1.2)},
                    NormCase{"Lp1_5", lp_norm(1.5)}, NormCase{"Lp3", lp_norm(3)},
                    NormCase{"Lp10", lp_norm(10)}, NormCase{"Frobenius", frobenius_norm()},
                    NormCase{"Nuclear", nuclear_norm(kMatrixRows, kMatrixCols)},
                    NormCase{"NuclearWide", nuclear_norm(kMatrixCols, kMatrixRows)},
                    NormCase{"Spectral", spectral_norm(kMatrixRows, kMatrixCols)},
                    NormCase{"SpectralColumn", spectral_norm(kMatrixRows* kMatrixCols, 1)},
                    NormCase{"Schatten1_5", schatten_norm(1.5, kMatrixRows, kMatrixCols)},
                    NormCase{"Schatten4", schatten_norm(4, kMatrixCols, kMatrixRows)}),
    [](const auto& test) { return test.param.label; });

TEST(Norm, KnownValues) {
  const Vector v = vec({3, -4, 0});
  EXPECT_EQ(l1_norm()->of(v), 7);
  EXPECT_EQ(l1_norm()->dual(v), 4);
  EXPECT_EQ(l2_norm()->of(v), 5);
  EXPECT_EQ(l2_norm()->dual(v), 5);
  EXPECT_EQ(linf_norm()->of(v), 4);
  EXPECT_EQ(linf_norm()->dual(v), 7);
  EXPECT_NEAR(lp_norm(3)->of(v), std::cbrt(27 + 64), 1e-15);
  EXPECT_NEAR(lp_norm(1.5)->dual(v), std::cbrt(27 + 64), 1e-15);
  EXPECT_EQ(frobenius_norm()->of(v), 5);
}

TEST(Norm, LpApproachesL1AndLinf) {
  const Vector v = vec({3, -4, 0.5});
  EXPECT_NEAR(lp_norm(1 + 1e-12)->of(v), 7.5, 1e-10);
  EXPECT_NEAR(lp_norm(1 + 1e-12)->dual(v), 4, 1e-10);
  EXPECT_NEAR(lp_norm(1e12)->of(v), 4, 1e-10);
  EXPECT_NEAR(lp_norm(1e12)->dual(v), 7.5, 1e-10);
}

TEST(Norm, SchattenNormsUseSingularValues) {
  std::mt19937_64 random(2);
  for (const auto& [m, n] : {std::pair<Index, Index>{5, 3}, {3, 5}, {1, 4}, {4, 1}, {40, 30}}) {
    const Index rank = std::min(m, n);
    const auto orthonormal = [&](Index size) -> Matrix {
      Matrix entries(size, size);
      for (Index j = 0; j < size; ++j) entries.col(j) = test_gradient(size, false, random);
      return acgd_test::orthonormal(entries);
    };
    const Vector singular = Vector::LinSpaced(rank, static_cast<double>(rank), 1);
    const Matrix matrix = orthonormal(m).leftCols(rank) * singular.asDiagonal() *
                          orthonormal(n).leftCols(rank).transpose();
    const Vector stacked = Eigen::Map<const Vector>(matrix.data(), matrix.size());
    const double tolerance = 1e-12 * singular.sum();
    EXPECT_NEAR(nuclear_norm(m, n)->of(stacked), singular.sum(), tolerance);
    EXPECT_NEAR(nuclear_norm(m, n)->dual(stacked), singular.maxCoeff(), tolerance);
    EXPECT_NEAR(spectral_norm(m, n)->of(stacked), singular.maxCoeff(), tolerance);
    EXPECT_NEAR(spectral_norm(m, n)->dual(stacked), singular.sum(), tolerance);
    EXPECT_NEAR(frobenius_norm()->of(stacked), singular.norm(), tolerance);
    EXPECT_NEAR(schatten_norm(2, m, n)->of(stacked), singular.norm(), tolerance);
    EXPECT_NEAR(schatten_norm(3, m, n)->of(stacked), std::cbrt(singular.array().cube().sum()),
                tolerance);
    // The dual exponent of 1.5 is 3.
    EXPECT_NEAR(schatten_norm(1.5, m, n)->dual(stacked), std::cbrt(singular.array().cube().sum()),
                tolerance);
  }
}

TEST(Norm, Names) {
  EXPECT_EQ(l1_norm()->name(), "l1");
  EXPECT_EQ(l2_norm()->name(), "l2");
  EXPECT_EQ(linf_norm()->name(), "linf");
  EXPECT_EQ(lp_norm(2.5)->name(), "l2.5");
  EXPECT_EQ(frobenius_norm()->name(), "frobenius");
  EXPECT_EQ(nuclear_norm(2, 2)->name(), "nuclear");
  EXPECT_EQ(spectral_norm(2, 2)->name(), "spectral");
  EXPECT_EQ(schatten_norm(2.5, 2, 2)->name(), "Schatten-2.5");
}

TEST(Norm, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { lp_norm(1); }), "p = 1: must be above 1 and finite");
  EXPECT_EQ(refusal([] { lp_norm(infinity); }), "p = inf: must be above 1 and finite");
  EXPECT_EQ(refusal([] { lp_norm(not_a_number); }), "p = nan: must be above 1 and finite");
  EXPECT_EQ(refusal([] { nuclear_norm(0, 3); }), "rows = 0: must be at least 1");
  EXPECT_EQ(refusal([] { spectral_norm(3, -1); }), "cols = -1: must be at least 1");
  EXPECT_EQ(refusal([] { schatten_norm(3, 0, 3); }), "rows = 0: must be at least 1");
  EXPECT_EQ(refusal([] { schatten_norm(1, 3, 3); }), "p = 1: must be above 1 and finite");
  EXPECT_EQ(refusal([] { nuclear_norm(2, 3)->of(Vector::Ones(5)); }),
            "v: has 5 entries, must have 6, those of a 2 x 3 matrix");
}

}  // namespace
}  // namespace acgd
