#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "acgd/fit/samples.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

TEST(Folds, HoldOutEverySampleOnce) {
  for (const Index folds : {2, 3, 7, 23}) {
    std::vector<int> held_out(23, 0);
    for (const Fold& fold : make_folds(23, folds, 1)) {
      EXPECT_EQ(fold.seen.size() + fold.held_out.size(), 23u);
      EXPECT_TRUE(std::is_sorted(fold.seen.begin(), fold.seen.end()));
      std::set<Index> all(fold.seen.begin(), fold.seen.end());
      all.insert(fold.held_out.begin(), fold.held_out.end());
      EXPECT_EQ(all.size(), 23u);
      for (const Index i : fold.held_out) ++held_out[i];
      // Fold sizes differ by at most one.
      EXPECT_LE(fold.held_out.size(),
                (23u + static_cast<std::size_t>(folds) - 1) / static_cast<std::size_t>(folds));
    }
    EXPECT_EQ(held_out, std::vector<int>(23, 1));
  }
}

TEST(Folds, DependOnSeedOnly) {
  const auto held_out = [](std::uint64_t seed) { return make_folds(100, 5, seed)[0].held_out; };
  EXPECT_EQ(held_out(3), held_out(3));
  EXPECT_NE(held_out(3), held_out(4));
}

TEST(Folds, StratifyClasses) {
  Vector classes = Vector::Zero(50);
  for (const Index i : {1, 2, 3, 4, 5, 6, 7}) classes[i] = 1;
  for (const Fold& fold : make_folds(50, 3, 8, &classes)) {
    const auto rare = std::count_if(fold.held_out.begin(), fold.held_out.end(),
                                    [&](Index i) { return classes[i] == 1; });
    EXPECT_GE(rare, 2);
    EXPECT_LE(rare, 3);
  }
}

// Each of 4 samples is in the first of two folds with probability 1/2: the standard deviation over
// 2000 draws is 22.
TEST(Folds, AreUnbiased) {
  std::vector<int> times(4, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::vector<Fold> folds = make_folds(4, 2, seed);
    for (const Index i : folds[0].held_out) ++times[i];
  }
  for (const int count : times) EXPECT_NEAR(count, 1000, 110);
}

TEST(Folds, RejectInvalidCounts) {
  EXPECT_EQ(acgd_test::refusal([] { make_folds(4, 5, 1); }),
            "folds = 5: must be from 2 to the number of samples, 4");
  EXPECT_EQ(acgd_test::refusal([] { make_folds(4, 1, 1); }),
            "folds = 1: must be from 2 to the number of samples, 4");
}

}  // namespace
}  // namespace acgd
