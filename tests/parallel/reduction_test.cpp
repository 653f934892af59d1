#include "acgd/parallel/reduction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <random>

#include "acgd/core/error.hpp"
#include "support/refusal.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

using Range = Reduction::Range;

TEST(ReductionTest, BoundariesAreMultiplesOf64AndCoverAllSamples) {
  for (const Index samples : {1, 63, 64, 65, 511, 512, 1605, 100001}) {
    for (const Index count : {1, 3, 8, 16}) {
      const Reduction reduction(samples, count);
      Index seen = 0;
      for (Index s = 0; s < count; ++s) {
        const Range range = reduction.samples_in(s);
        EXPECT_EQ(range.first, seen);
        if (range.last != samples) {
          EXPECT_EQ(range.last % Reduction::samples_at_once, 0);
        }
        EXPECT_LE(range.size(), samples / count + 2 * Reduction::samples_at_once);
        seen = range.last;
      }
      EXPECT_EQ(seen, samples);
    }
  }
}

TEST(ReductionTest, CountGrowsOnlyForVeryManySamples) {
  EXPECT_EQ(Reduction::default_count(1000000000, *alone()), 1);
  EXPECT_EQ(Reduction::shared_count(1), 8);
  EXPECT_EQ(Reduction::shared_count(Index{8} << 20), 8);
  EXPECT_EQ(Reduction::shared_count((Index{8} << 20) + 1), 16);
  EXPECT_EQ(Reduction::shared_count(1000000000), 1024);
}

// Whatever the previous sum has left in memory.
TEST(ReductionTest, EmptyBlocksAddNothing) {
  const auto count = [](Range range) { return static_cast<double>(range.size()); };
  EXPECT_EQ(Reduction(5000, 8).sum(count), 5000);
  EXPECT_EQ(Reduction(70, 8).sum(count), 70);
}

TEST(ReductionTest, RejectsZeroSamples) {
  EXPECT_THROW(Reduction(0, 8), InvalidInput);
  EXPECT_THROW(Reduction(5, 0), InvalidInput);
}

TEST(ReductionTest, RejectsManyMoreBlocksThanSamples) {
  EXPECT_EQ(Reduction(5, 1024).count(), 1024);
  EXPECT_EQ(acgd_test::refusal([] { Reduction(5, 1025); }),
            "blocks = 1025: must be at most 1024 for 5 samples");
  EXPECT_EQ(Reduction(2000, 2000).count(), 2000);
  EXPECT_EQ(acgd_test::refusal([] { Reduction(2000, Index{1} << 60); }),
            "blocks = 1152921504606846976: must be at most 2000 for 2000 samples");
}

// Numbers of very different magnitudes: any other order of additions gives other bits.
Vector wild_numbers(Index size) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Vector x(size);
  for (double& value : x) value = normal(random) * std::exp2(20 * normal(random));
  return x;
}

/// A binary tree by halves, as specified.
double halves(const Vector& leaves, Index first, Index last) {
  if (last - first == 1) return leaves[first];
  const Index middle = first + (last - first) / 2;
  return halves(leaves, first, middle) + halves(leaves, middle, last);
}

TEST(ReductionTest, SumsHaveSameBitsWithAnyNumberOfRanks) {
  constexpr Index kSamples = 3000;
  for (const Index count : {8, 16, 11}) {
    const Vector leaves = wild_numbers(count);
    const Vector a = wild_numbers(kSamples), b = wild_numbers(kSamples);
    const double dot = Reduction(kSamples, count).dot(a, b);
    EXPECT_NEAR(dot, a.dot(b), 1e-10 * a.norm() * b.norm());
    for (const int ranks : {1, 2, 3, 4, 5, 8, 17}) {
      ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
        const Reduction reduction(kSamples, count, team);
        const Range mine = reduction.samples_of(team->rank());
        const auto leaf_of = [&](Range range) {
          Index s = 0;
          while (reduction.samples_in(s).first - mine.first != range.first ||
                 reduction.samples_in(s).size() == 0)
            ++s;
          return leaves[s];
        };
        EXPECT_EQ(reduction.sum(leaf_of), halves(leaves, 0, count));
        EXPECT_EQ(
            reduction.dot(a.segment(mine.first, mine.size()), b.segment(mine.first, mine.size())),
            dot);
        double both[2];
        reduction.sum_each(
            2,
            [&](Range range, double* out) {
              out[0] = leaf_of(range);
              out[1] = 2 * out[0];
            },
            both);
        EXPECT_EQ(both[0], halves(leaves, 0, count));
        EXPECT_EQ(both[1], 2 * halves(leaves, 0, count));
      });
    }
  }
}

TEST(ReductionTest, LongVectorsAreSummedInSameTree) {
  for (const Index size : {3, 4096, 10007}) {
    constexpr Index kCount = 8;
    const Vector numbers = wild_numbers(size * kCount);
    Vector expected(size);
    for (Index i = 0; i < size; ++i) {
      Vector leaves(kCount);
      for (Index s = 0; s < kCount; ++s) leaves[s] = numbers[s * size + i];
      expected[i] = halves(leaves, 0, kCount);
    }
    for (const int ranks : {1, 2, 3, 4, 5, 8, 11}) {
      ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
        const Reduction reduction(5000, kCount, team);
        Vector scratch(reduction.depth() * size), sums(size);
        Matrix own(size, static_cast<Index>(reduction.subtrees().size()));
        Index k = 0;
        for (const Range& subtree : reduction.subtrees()) {
          Reduction::add_tree(
              subtree, size,
              [&](Index s, double* out) { std::copy_n(numbers.data() + s * size, size, out); },
              scratch.data(), own.col(k++).data());
        }
        reduction.combine(own.data(), size, sums.data());
        EXPECT_EQ(sums, expected) << ranks << " ranks";
      });
    }
  }
}

TEST(ReductionTest, MaximumIsOfAllBlocksAndPropagatesNaN) {
  const auto expect_largest = [](const Vector& terms, double expected) {
    for (const int ranks : {1, 2, 3, 8}) {
      ThreadTeam::run(ranks, [&](std::shared_ptr<const Team> team) {
        const Reduction reduction(512, 8, team);
        const Index first = reduction.own_blocks().first;
        const double most =
            reduction.largest([&](Range range) { return terms[first + range.first / 64]; });
        EXPECT_TRUE(most == expected || (std::isnan(most) && std::isnan(expected))) << most;
      });
    }
  };
  expect_largest(Vector{{1, 4, 2, 9, 3, 0, 5, 8}}, 9);
  expect_largest(-Vector::Ones(8), 0);
  expect_largest(Vector{{1, 4, 2, std::nan(""), 3, 0, 5, 8}}, std::nan(""));
  for (Index block = 0; block < 8; ++block) {
    expect_largest(Vector::Unit(8, block), 1);
    Vector one_missing = Vector::Ones(8);
    one_missing[block] = std::nan("");
    expect_largest(one_missing, std::nan(""));
  }
}

TEST(TeamTest, AllRanksReceiveFirstError) {
  ThreadTeam::run(3, [](std::shared_ptr<const Team> team) {
    EXPECT_NO_THROW(agree(*team, std::nullopt));
    try {
      std::optional<InvalidInput> mine;
      if (team->rank() > 0) {
        const InvalidInput cause({"radii", team->rank()}, "", "must be positive", "say 1");
        mine = InvalidInput("set", "l1", cause);
      }
      agree(*team, mine);
      ADD_FAILURE() << "no error on rank " << team->rank();
    } catch (const InvalidInput& error) {
      EXPECT_STREQ(error.what(), "set = l1: radii[1] = : must be positive; say 1");
      EXPECT_EQ(error.argument(), "set");
      EXPECT_EQ(error.value(), "l1");
      ASSERT_NE(error.cause(), nullptr);
      EXPECT_EQ(error.cause()->argument(), "radii");
      EXPECT_EQ(error.cause()->place(), "[1]");
      EXPECT_EQ(error.cause()->value(), "");
      EXPECT_EQ(error.cause()->rule(), "must be positive");
      EXPECT_EQ(error.cause()->hint(), "say 1");
      EXPECT_EQ(error.cause()->cause(), nullptr);
    }
    EXPECT_EQ(broadcast(*team, std::to_string(team->rank())), "0");
    EXPECT_EQ(gather_numbers(*team, 10 * team->rank()), (std::vector<Index>{0, 10, 20}));
  });
}

}  // namespace
}  // namespace acgd
