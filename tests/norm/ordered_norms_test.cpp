#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "acgd/norm/norm.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

Vector sizes_in_order(const Vector& v) {
  Vector sizes = v.cwiseAbs();
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

/// With ties and zeros, or of magnitudes that differ by many powers of ten.
Vector drawn(Index size, int round, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vector v(size);
  for (double& entry : v) {
    entry = normal(random);
    if (round % 3 == 1) entry = std::round(entry);
    if (round % 3 == 2) entry *= std::pow(10.0, 100 * normal(random));
  }
  return v;
}

TEST(OrderedNorms, SumLargestWithoutSorting) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const Index size = 1 + round % 17;
    const Vector v = drawn(size, round, random);
    for (Index k = 1; k <= size + 1; ++k) {
      const double sum = sizes_in_order(v).head(std::min(k, size)).sum();
      EXPECT_NEAR(top_norm(k)->of(v), sum, 1e-14 * sum) << v.transpose() << " " << k;
      EXPECT_EQ(k_sparse_norm(k)->dual(v), top_norm(k)->of(v));
      EXPECT_EQ(k_sparse_norm(k)->of(v), top_norm(k)->dual(v));
    }
  }
}

TEST(OrderedNorms, MatchKnownValuesAtExtremes) {
  const Vector v{{3, -4, 0, 1}};
  EXPECT_EQ(top_norm(1)->of(v), 4);
  EXPECT_EQ(top_norm(2)->of(v), 7);
  EXPECT_EQ(top_norm(4)->of(v), 8);
  EXPECT_EQ(k_sparse_norm(1)->of(v), 8);
  EXPECT_EQ(k_sparse_norm(2)->of(v), 4);
  EXPECT_EQ(top_norm(3)->of(Vector::Zero(5)), 0);
  EXPECT_EQ(top_norm(2)->of(Vector{{5e-324, 0, 0}}), 5e-324);
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(top_norm(1)->of(Vector{{largest, -1, 2}}), largest);
  EXPECT_EQ(top_norm(3)->name(), "top-3");
  EXPECT_EQ(k_sparse_norm(3)->name(), "3-sparse");
}

TEST(OrderedNorms, NonFiniteEntriesGiveNonFiniteNorms) {
  const auto owl = owl_norm(Vector{{2, 1, 0}});
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Vector v{{1, bad, 2}};
    for (const auto& norm : {top_norm(2), k_sparse_norm(2), owl}) {
      EXPECT_FALSE(std::isfinite(norm->of(v))) << norm->name();
      EXPECT_FALSE(std::isfinite(norm->dual(v))) << norm->name();
    }
  }
}

TEST(OrderedNorms, OwlWeighsLargestEntriesMost) {
  const auto owl = owl_norm(Vector{{3, 2, 1}});
  EXPECT_EQ(owl->of(Vector{{-1, 0.5, 4}}), 14.5);
  // 4/3, 5/5 and 5.5/6
  EXPECT_NEAR(owl->dual(Vector{{-1, 0.5, 4}}), 4.0 / 3, 1e-15);
  EXPECT_EQ(refusal([&] { owl->of(Vector::Ones(2)); }),
            "v: has 2 entries, must have 3, one per weight");
  EXPECT_EQ(refusal([] { top_norm(0); }), "k = 0: must be at least 1");
  EXPECT_EQ(refusal([] { k_sparse_norm(-1); }), "k = -1: must be at least 1");
}

}  // namespace
}  // namespace acgd
