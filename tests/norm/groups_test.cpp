#include <gtest/gtest.h>

#include <limits>

#include "acgd/norm/norm.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;
using Members = std::vector<std::vector<Index>>;

Members members_of(const Groups& groups) {
  Members all;
  for (Index group = 0; group < groups.count(); ++group) {
    const auto members = groups.members(group);
    all.emplace_back(members.begin(), members.end());
  }
  return all;
}

TEST(Groups, AcceptListsNumbersAndPairs) {
  const Members expected = {{0, 3}, {1, 2}};
  const Groups lists(Members{{3, 0}, {1, 2}});
  EXPECT_EQ(members_of(lists), expected);
  EXPECT_EQ(lists.dimension(), 4);
  EXPECT_EQ(lists.largest(), 2);
  EXPECT_FALSE(lists.overlap());
  EXPECT_EQ(members_of(Groups::of_variables(Vector{{0, 1, 1, 0}})), expected);
  const Matrix pairs{{3, 0}, {2, 1}, {1, 1}, {0, 0}};
  EXPECT_EQ(members_of(Groups::of_pairs(pairs)), expected);
  const Matrix overlapping{{0, 0}, {1, 0}, {1, 1}, {2, 1}};
  EXPECT_TRUE(Groups::of_pairs(overlapping).overlap());
  EXPECT_EQ(members_of(Groups::of_pairs(overlapping)), (Members{{0, 1}, {1, 2}}));
}

TEST(Groups, RejectGapsInNumbering) {
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{0, 2, 2, 0}});
            }),
            "groups: nothing is in group 1, though there is a group 2; number them from 0 without "
            "gaps");
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{1, 2, 2, 1}});
            }),
            "groups: nothing is in group 0, though there is a group 2; number them from 0 without "
            "gaps");
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{0, 7}});
            }),
            "groups[1] = 7: must be below 2, since groups are numbered from 0 without gaps and "
            "there are no more");
  EXPECT_EQ(refusal([] {
              Groups(Members{{0}, {}});
            }),
            "groups[1]: is empty, must have at least one variable");
}

TEST(Groups, MustCoverEveryVariable) {
  EXPECT_EQ(refusal([] {
              Groups(Members{{0, 1}, {3, 4, 5}});
            }),
            "groups: variable 2 is in none, though there is a variable 5; put it into a group of "
            "its own");
  EXPECT_EQ(refusal([] {
              Groups(Members{{0, Index{1} << 60}});
            }),
            "groups: variable 1 is in none, though there is a variable 1152921504606846976; put it "
            "into a group of its own");
  EXPECT_EQ(refusal([] {
              Groups::of_pairs(Matrix{{0, 0}, {2, 0}, {0, 1}});
            }),
            "groups: variable 1 is in none, though there is a variable 2; put it into a group of "
            "its own");
}

TEST(Groups, RejectInvalidIndices) {
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{0, 0.5}});
            }),
            "groups[1] = 0.5: must be the number of a group, 0, 1, 2, ...");
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{-1, 0}});
            }),
            "groups[0] = -1: must be the number of a group, 0, 1, 2, ...");
  EXPECT_EQ(refusal([] {
              Groups::of_variables(Vector{{0, std::numeric_limits<double>::quiet_NaN()}});
            }),
            "groups[1] = nan: must be the number of a group, 0, 1, 2, ...");
  EXPECT_EQ(refusal([] {
              Groups::of_pairs(Matrix{{0, 0}, {1.5, 0}});
            }),
            "groups(1, 0) = 1.5: must be the number of a variable, 0, 1, 2, ...");
  EXPECT_EQ(refusal([] {
              Groups::of_pairs(Matrix{{0, 0}, {1, 1e30}});
            }),
            "groups(1, 1) = 1e+30: must be below 2, since groups are numbered from 0 without gaps "
            "and there are no more");
  EXPECT_EQ(refusal([] {
              Groups(Members{{0, -3}});
            }),
            "groups[0][1] = -3: must be the index of a variable, at least 0");
  EXPECT_EQ(refusal([] {
              Groups(Members{{0, 1, 0}});
            }),
            "groups[0]: has the variable 0 twice, must have it once");
  EXPECT_EQ(refusal([] { Groups(Members{}); }), "number of groups = 0: must be at least 1");
  EXPECT_EQ(
      refusal([] { Groups::of_pairs(Matrix::Zero(2, 3)); }),
      "groups: has 3 columns, must have one, the group of each variable, or two, variable and "
      "group");
}

}  // namespace
}  // namespace acgd
