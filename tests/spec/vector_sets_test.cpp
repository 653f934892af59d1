// Specifications of vector sets: counts, words and files.
#include <gtest/gtest.h>

#include "app/spec/sets.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;
using acgd_test::TemporaryFolder;

std::string name_in_space(const std::string& text, Index dimension = 6) {
  return make_set(text, {.dimension = dimension})->name();
}

TEST(MakeVectorSet, AcceptsCounts) {
  EXPECT_EQ(name_in_space("ksparse:3:2"), "3-sparse polytope of radius 2 in R^6");
  EXPECT_EQ(name_in_space("ksparse:radius=2:k=3"), name_in_space("ksparse:3:2"));
  EXPECT_EQ(name_in_space("knorm:3:2"), "top-3 ball of radius 2 in R^6");
  EXPECT_EQ(name_in_space("hypersimplex:3"), "hypersimplex of 3 times 1 in R^6");
  EXPECT_EQ(name_in_space("hypersimplex:3:0.5"), "hypersimplex of 3 times 0.5 in R^6");
  EXPECT_EQ(name_in_space("unit-hypersimplex:2:top=4"),
            "unit hypersimplex of at most 2 times 4 in R^6");
}

TEST(MakeVectorSet, RejectsInvalidCounts) {
  const auto refused = [](const std::string& text) {
    return refusal([&] { name_in_space(text); });
  };
  EXPECT_EQ(refused("ksparse:3"), "set: ksparse has 1 parameters, must be ksparse:K:R");
  EXPECT_EQ(refused("ksparse:0:1"), "set = ksparse:0:1: k = 0: must be at least 1");
  EXPECT_EQ(refused("knorm:1.5:1"), "set = knorm:1.5:1: k = 1.5: must be an integer >= 0");
  EXPECT_EQ(refused("hypersimplex:7"),
            "set = hypersimplex:7: k = 7: must be at most the number of variables, 6");
  EXPECT_EQ(refused("hypersimplex:2:-1"),
            "set = hypersimplex:2:-1: top = -1: must be positive and finite");
}

TEST(MakeVectorSet, ReadsColumns) {
  const TemporaryFolder folder;
  const std::string two = folder.file("two.csv", "lower,upper\n-1,2\n0,3\n").string();
  EXPECT_EQ(name_in_space("diamond:" + two, 2), "diamond with points from -1 to 3 in R^2");
  const std::string axes = folder.file("axes.csv", "0,2\n1,3\n").string();
  EXPECT_EQ(name_in_space("ellipsoid:" + axes, 2), "ellipsoid of radii from 2 to 3 in R^2");
  const std::string row = folder.file("row.csv", "3,1,2\n").string();
  EXPECT_EQ(name_in_space("permutahedron:" + row, 3), "permutahedron of values from 1 to 3 in R^3");
  const std::string column = folder.file("column.csv", "3\n2\n2\n").string();
  EXPECT_EQ(name_in_space("owl:2:" + column, 3), "ordered weighted l1 ball of radius 2 in R^3");

  const auto refused = [](const std::string& text) {
    return refusal([&] { name_in_space(text); });
  };
  EXPECT_EQ(refused("diamond:" + row),
            row + ": has 3 columns: must have two, lower and upper, and a row for each variable");
  const std::string flat = folder.file("flat.csv", "0,0\n1,3\n").string();
  EXPECT_EQ(refused("ellipsoid:" + flat),
            "set = ellipsoid:" + flat + ": radii[0] = 0: must be positive and finite");
  EXPECT_EQ(refused("permutahedron:" + two),
            two + ": a 2 x 2 matrix: must be a vector, with one row or one column");
  EXPECT_EQ(refused("owl:2:" + row),
            "set = owl:2:" + row +
                ": weights[2] = 2: must be at most weights[1] = 1; sort them, the largest first");
  EXPECT_EQ(refused("owl:" + row), "set: owl has 1 parameters, must be owl:R:FILE");
}

TEST(MakeVectorSet, ReadsGroups) {
  const TemporaryFolder folder;
  const std::string numbers = folder.file("a:b.csv", "group\n0\n1\n1\n0\n").string();
  EXPECT_EQ(name_in_space("group:l2:2:" + numbers, 4),
            "group l2 ball of radius 2 of 2 groups in R^4");
  EXPECT_EQ(name_in_space("group:linf:2:" + numbers, 4),
            "group linf ball of radius 2 of 2 groups in R^4");
  EXPECT_EQ(name_in_space("group:radius=2:norm=linf:file=" + numbers, 4),
            name_in_space("group:linf:2:" + numbers, 4));
  const std::string pairs = folder.file("pairs.csv", "0,0\n1,0\n1,1\n2,1\n").string();
  EXPECT_EQ(name_in_space("group:l2:1:" + pairs, 3),
            "group l2 ball of radius 1 of 2 groups, which overlap, in R^3");

  const auto refused = [](const std::string& text) {
    return refusal([&] { name_in_space(text); });
  };
  const std::string gap = folder.file("gap.csv", "0\n2\n2\n").string();
  EXPECT_EQ(refused("group:l2:1:" + gap),
            "set = group:l2:1:" + gap +
                ": groups: nothing is in group 1, though there is a group 2; number them from 0 "
                "without gaps");
  const std::string lone = folder.file("lone.csv", "0,0\n2,0\n2,1\n").string();
  EXPECT_EQ(refused("group:l2:1:" + lone),
            "set = group:l2:1:" + lone +
                ": groups: variable 1 is in none, though there is a variable 2; put it into a "
                "group of its own");
  EXPECT_NE(refused("group:l3:1:" + gap).find("l2"), std::string::npos);
  EXPECT_EQ(refused("group:l2:1"), "set: group has 2 parameters, must be group:NORM:R:GROUPS.csv");
}

}  // namespace
}  // namespace acgd::spec
