// Sums over samples: the same bits for any position in memory.
#include <gtest/gtest.h>

#include "objective/loss.hpp"
#include "oracle/matrices.hpp"

namespace acgd {
namespace {

TEST(SampleSums, DoNotDependOnMemoryPosition) {
  constexpr Index kSamples = 1003;
  const Vector a = normal_matrix(kSamples, 1, 3).reshaped();
  const Vector b = normal_matrix(kSamples, 1, 4).reshaped();
  // Odd boundaries as well: only those of equal parts are multiples of 64.
  const Shards equal(kSamples, 8), odd({0, 101, 102, 333, kSamples}, alone());
  for (const Shards* shards : {static_cast<const Shards*>(nullptr), &equal, &odd}) {
    const double total = sum(shards, a), product = dot(shards, a, b);
    const double sizes = absolute_dot(shards, a, b), most = largest(shards, a);
    EXPECT_NEAR(total, a.sum(), 1e-11);
    EXPECT_NEAR(product, a.dot(b), 1e-11);
    EXPECT_NEAR(sizes, a.cwiseProduct(b).lpNorm<1>(), 1e-11);
    EXPECT_EQ(most, a.lpNorm<Eigen::Infinity>());
    for (Index shift = 1; shift < 4; ++shift) {
      Vector moved(shift + kSamples);
      moved.tail(kSamples) = a;
      const auto there = moved.tail(kSamples);
      EXPECT_EQ(sum(shards, there), total);
      EXPECT_EQ(dot(shards, there, b), product);
      EXPECT_EQ(absolute_dot(shards, there, b), sizes);
      EXPECT_EQ(largest(shards, there), most);
    }
  }
}

}  // namespace
}  // namespace acgd
