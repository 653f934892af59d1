// Sums over samples: the same bits for any position in memory.
#include <gtest/gtest.h>

#include "acgd/parallel/reduction.hpp"
#include "oracle/matrices.hpp"

namespace acgd {
namespace {

TEST(SampleSums, DoNotDependOnMemoryPosition) {
  constexpr Index kSummed = 1003;
  const Vector a = normal_matrix(kSummed, 1, 3).reshaped();
  const Vector b = normal_matrix(kSummed, 1, 4).reshaped();
  // Odd boundaries as well: only those of equal parts are multiples of 64.
  const Reduction local(kSummed), equal(kSummed, 8), odd({0, 101, 102, 333, kSummed}, alone());
  for (const Reduction* reduction : {&local, &equal, &odd}) {
    const double total = reduction->total(a), product = reduction->dot(a, b);
    const double sizes = reduction->absolute_dot(a, b), most = reduction->largest_entry(a);
    EXPECT_NEAR(total, a.sum(), 1e-11);
    EXPECT_NEAR(product, a.dot(b), 1e-11);
    EXPECT_NEAR(sizes, a.cwiseProduct(b).lpNorm<1>(), 1e-11);
    EXPECT_EQ(most, a.lpNorm<Eigen::Infinity>());
    for (Index shift = 1; shift < 4; ++shift) {
      Vector moved(shift + kSummed);
      moved.tail(kSummed) = a;
      const auto there = moved.tail(kSummed);
      EXPECT_EQ(reduction->total(there), total);
      EXPECT_EQ(reduction->dot(there, b), product);
      EXPECT_EQ(reduction->absolute_dot(there, b), sizes);
      EXPECT_EQ(reduction->largest_entry(there), most);
    }
  }
}

}  // namespace
}  // namespace acgd
