#include "objective/vector_cache.hpp"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace acgd {
namespace {

constexpr Index kSize = 10;

void fill(VectorCache& cache, Index key) {
  *cache.insert(key) = Vector::Constant(kSize, static_cast<double>(key));
}

TEST(VectorCache, FindsVectorsByKey) {
  VectorCache cache(kSize, 3);
  EXPECT_EQ(cache.find(4), nullptr);
  fill(cache, 4);
  fill(cache, 1234567890123);
  ASSERT_NE(cache.find(4), nullptr);
  EXPECT_EQ(*cache.find(4), Vector::Constant(kSize, 4));
  EXPECT_EQ(*cache.find(1234567890123), Vector::Constant(kSize, 1234567890123.0));
  EXPECT_TRUE(cache.holds(4));
  EXPECT_FALSE(cache.holds(5));
  EXPECT_EQ(cache.size(), 2U);
}

TEST(VectorCache, AddressesAreStable) {
  VectorCache cache(kSize, 100);
  std::vector<const Vector*> all;
  for (Index key = 0; key < 100; ++key) {
    fill(cache, key);
    all.push_back(cache.peek(key));
  }
  for (Index key = 0; key < 100; ++key) {
    EXPECT_EQ(all[key], cache.find(key));
    EXPECT_EQ(*all[key], Vector::Constant(kSize, static_cast<double>(key)));
  }
}

TEST(VectorCache, ReplacesTheLeastRecentlyUsed) {
  VectorCache cache(kSize, 3);
  for (const Index key : {0, 1, 2}) fill(cache, key);
  cache.find(0);
  cache.peek(1);
  fill(cache, 3);
  EXPECT_FALSE(cache.holds(1));
  EXPECT_TRUE(cache.holds(0) && cache.holds(2) && cache.holds(3));
  fill(cache, 4);
  EXPECT_FALSE(cache.holds(2));
  EXPECT_EQ(cache.size(), 3U);
}

TEST(VectorCache, ReusesReleasedMemoryFirst) {
  VectorCache cache(kSize, 3);
  for (const Index key : {1, 2, 3}) fill(cache, key);
  const Vector* memory = cache.find(3);
  cache.release(3);
  EXPECT_EQ(cache.find(3), nullptr);
  EXPECT_EQ(cache.insert(4), memory);
  for (const Index key : {1, 2, 4}) EXPECT_TRUE(cache.holds(key)) << key;
  cache.release(99);
  EXPECT_EQ(cache.size(), 3U);
}

TEST(VectorCache, MayHaveNoCapacity) {
  VectorCache cache(kSize, 0);
  EXPECT_EQ(cache.insert(3), nullptr);
  EXPECT_EQ(cache.find(3), nullptr);
  cache.release(3);
  EXPECT_EQ(cache.size(), 0U);
}

TEST(VectorCache, CountsVectorsThatFit) {
  EXPECT_EQ(count_vectors(kSize * sizeof(double) - 1, kSize), 0U);
  EXPECT_EQ(count_vectors(3 * kSize * sizeof(double) + 79, kSize), 3U);
  EXPECT_EQ(count_vectors(16, 0), 2U);
}

// The reference: a plain list, newest first. Releases make room.
TEST(VectorCache, AgreesWithAPlainList) {
  std::mt19937_64 random(5);
  VectorCache cache(kSize, 4);
  std::list<Index> recent;
  for (int i = 0; i < 5000; ++i) {
    const Index key = static_cast<Index>(random() % 10);
    const bool known = std::find(recent.begin(), recent.end(), key) != recent.end();
    recent.remove(key);
    if (random() % 5 == 0) {
      cache.release(key);
      ASSERT_EQ(cache.size(), recent.size());
      continue;
    }
    const Vector* found = cache.find(key);
    ASSERT_EQ(found != nullptr, known) << "step " << i;
    if (found) {
      ASSERT_EQ((*found)[0], static_cast<double>(key));
    } else {
      fill(cache, key);
    }
    recent.push_front(key);
    if (recent.size() > 4) recent.pop_back();
  }
}

// The reference continues from the same order of use, without the entries.
TEST(VectorCache, RestoresTheOrderOfUse) {
  VectorCache cache(kSize, 3);
  for (const Index key : {5, 6, 7}) fill(cache, key);
  cache.find(5);
  Archive saved;
  cache.visit(saved, kSize);
  const std::string bytes = std::move(saved).take();
  Archive loaded{std::string_view(bytes)};
  VectorCache copy(kSize, 3);
  copy.visit(loaded, kSize);
  EXPECT_EQ(copy.size(), 3U);
  EXPECT_EQ(copy.peek(5)->size(), 0);
  fill(copy, 8);
  EXPECT_FALSE(copy.holds(6));
  EXPECT_TRUE(copy.holds(5) && copy.holds(7));
}

}  // namespace
}  // namespace acgd
