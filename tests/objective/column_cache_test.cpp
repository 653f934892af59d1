#include "objective/column_cache.hpp"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace acgd {
namespace {

constexpr Index kSize = 10;
constexpr std::size_t kColumn = kSize * sizeof(double);

void fill(ColumnCache& cache, Index j) {
  *cache.insert(j) = Vector::Constant(kSize, static_cast<double>(j));
}

TEST(ColumnCache, ReturnsStoredColumns) {
  ColumnCache cache(kSize, 3 * kColumn);
  EXPECT_EQ(cache.find(4), nullptr);
  fill(cache, 4);
  fill(cache, 7);
  ASSERT_NE(cache.find(4), nullptr);
  EXPECT_EQ(*cache.find(4), Vector::Constant(kSize, 4));
  EXPECT_EQ(*cache.find(7), Vector::Constant(kSize, 7));
  EXPECT_TRUE(cache.holds(7));
  EXPECT_FALSE(cache.holds(5));
}

TEST(ColumnCache, EvictsLeastRecentlyUsed) {
  ColumnCache cache(kSize, 3 * kColumn);
  for (const Index j : {0, 1, 2}) fill(cache, j);
  cache.find(0);
  fill(cache, 3);
  EXPECT_FALSE(cache.holds(1));
  EXPECT_TRUE(cache.holds(0) && cache.holds(2) && cache.holds(3));
  fill(cache, 4);
  EXPECT_FALSE(cache.holds(2));
}

TEST(ColumnCache, RespectsByteLimit) {
  for (const std::size_t bytes : {kColumn, 2 * kColumn, 3 * kColumn + 79, 5 * kColumn}) {
    ColumnCache cache(kSize, bytes);
    for (Index j = 0; j < kSize; ++j) {
      fill(cache, j);
      EXPECT_LE(cache.bytes(), bytes);
    }
    EXPECT_EQ(cache.size(), bytes / kColumn);
  }
}

TEST(ColumnCache, HoldsAtMostAllColumns) {
  EXPECT_EQ(ColumnCache(kSize, std::size_t{1} << 40).capacity(), kSize);
}

TEST(ColumnCache, MayHaveNoCapacity) {
  ColumnCache cache(kSize, kColumn - 1);
  EXPECT_EQ(cache.insert(3), nullptr);
  EXPECT_EQ(cache.find(3), nullptr);
  EXPECT_EQ(cache.bytes(), 0);
}

TEST(ColumnCache, EvictsLikeReferenceList) {
  std::mt19937_64 random(5);
  ColumnCache cache(kSize, 4 * kColumn);
  std::list<Index> recent;  // newest first
  for (int i = 0; i < 5000; ++i) {
    const Index j = static_cast<Index>(random() % kSize);
    const bool known = std::find(recent.begin(), recent.end(), j) != recent.end();
    const Vector* found = cache.find(j);
    ASSERT_EQ(found != nullptr, known) << "step " << i;
    if (found) {
      ASSERT_EQ((*found)[0], static_cast<double>(j));
    } else {
      fill(cache, j);
    }
    recent.remove(j);
    recent.push_front(j);
    if (recent.size() > 4) recent.pop_back();
  }
}

}  // namespace
}  // namespace acgd
