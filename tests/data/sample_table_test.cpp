#include "app/data/sample_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expect_refused.hpp"

namespace acgd::io {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

using Names = std::vector<std::string>;
using Roles = std::vector<ColumnRole>;

/// The target in the last column, all others features; missing values are allowed.
Roles last_is_target(const TableColumns& columns) {
  Roles roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
  roles.back() = ColumnRole::target;
  return roles;
}

SampleTable read_text(std::string_view text, const SampleTableRequest& request) {
  const TemporaryFolder folder;
  return read_sample_table(folder.file("table.csv", text), request);
}

SampleTable read_last(std::string_view text) {
  return read_text(text, {.roles = last_is_target, .target = -1});
}

TEST(SampleTable, SplitsColumnsByRole) {
  const auto roles = [](const TableColumns& columns) {
    EXPECT_EQ(columns.names, (Names{"a", "w", "id", "y", "b"}));
    EXPECT_EQ(columns.count, 5);
    return Roles{ColumnRole::feature, ColumnRole::weight, ColumnRole::ignored, ColumnRole::target,
                 ColumnRole::feature};
  };
  const SampleTable table = read_text("a,w,id,y,b\n1,0.5,u7,10,2\n3,1,,20,4\n", {.roles = roles});
  EXPECT_EQ(table.features, (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(table.targets, (Vector{{10, 20}}));
  EXPECT_EQ(table.weights, (Vector{{0.5, 1}}));
  EXPECT_TRUE(table.words.empty());
  EXPECT_EQ(table.header.size(), 5u);
}

TEST(SampleTable, AcceptsTextTargets) {
  const SampleTable table = read_last("x,y\n1,no\n2,\"yes, or so\"\n3,NA\n");
  EXPECT_EQ(table.words, (Names{"no", "yes, or so", ""}));
  EXPECT_EQ(table.targets.size(), 0);
  // If one target is text, numbers before and behind it are text too, as written.
  EXPECT_EQ(read_last("1,2.0\n2,two\n3,1e0\n4,\n").words, (Names{"2", "two", "1", ""}));
}

TEST(SampleTable, DistinguishesHeaderFromRowThatEndsWithText) {
  EXPECT_TRUE(read_last("5.1,3.5,setosa\n4.9,3,virginica\n").header.empty());
  EXPECT_EQ(read_last("5.1,3.5,setosa\n4.9,3,virginica\n").words, (Names{"setosa", "virginica"}));
  EXPECT_EQ(read_last("long,wide,kind\n5.1,3.5,setosa\n").header, (Names{"long", "wide", "kind"}));
  // Missing values are neither text nor numbers.
  EXPECT_TRUE(read_last("NA,?,setosa\n1,2,virginica\n").header.empty());
  const auto first = [](const TableColumns& columns) {
    Roles roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
    roles[0] = ColumnRole::target;
    return roles;
  };
  EXPECT_EQ(read_text("no,1,2\nyes,3,4\n", {.roles = first, .target = 0}).words,
            (Names{"no", "yes"}));
}

TEST(SampleTable, KeepsMissingValues) {
  const SampleTable table = read_last("a,b,y\n,1,1\nNA,2,2\nnan,3,3\n?,4,4\nNULL,5,NaN\n6,7,8\n");
  for (Index i = 0; i < 5; ++i) EXPECT_TRUE(std::isnan(table.features(i, 0))) << i;
  EXPECT_EQ(table.features.col(1), (Vector{{1, 2, 3, 4, 5, 7}}));
  EXPECT_TRUE(std::isnan(table.targets[4]));
  EXPECT_EQ(table.targets[5], 8);
}

TEST(SampleTable, MissingValueErrorHasHint) {
  const auto read = [](const std::filesystem::path& file) {
    read_sample_table(file, {.roles = last_is_target,
                             .target = -1,
                             .cure_of_features = "fill it",
                             .cure_of_others = "drop it"});
  };
  expect_refused(read, "a,b,y\n1,2,3\n4,NA,6\n",
                 ":3:3: cell \"NA\" of column 2 (b) is missing: fill it");
  expect_refused(read, "1,,3\n", ":1:3: cell \"\" of column 2 is missing: fill it");
  expect_refused(read, "a,b,y\n1,2,?\n", ":2:5: cell \"?\" of column 3 (y) is missing: drop it");
}

TEST(SampleTable, RejectsNonNumbers) {
  const auto read = [](const std::filesystem::path& file) {
    read_sample_table(file, {.roles = last_is_target, .target = -1});
  };
  expect_refused(read, "a,b,y\n1,red,3\n",
                 ":2:3: cell \"red\" of column 2 (b): must be a number; only a target may be a "
                 "word");
  expect_refused(read, "a,y\ninf,3\n",
                 ":2:1: cell \"inf\" of column 1 (a): must be a finite number");
  expect_refused(read, "a,y\n1,-inf\n",
                 ":2:3: cell \"-inf\" of column 2 (y): must be a finite number");
  expect_refused(read, "1,red,3\n",
                 ":1:3: cell \"red\" of column 2: must be a number, as \"1\" is; a header has no "
                 "number in it, and no feature is a word: --target-column 2 if it is what should "
                 "be predicted");
  expect_refused(read, "a,b,5\n1,2,3\n",
                 ":1:1: cell \"a\" of column 1: must be a number, as \"5\" is; a header has no "
                 "number in it, and no feature is a word: --target-column 1 if it is what should "
                 "be predicted");
  expect_refused(read, "a,y\n", ":2:1: the file ends: must have a row below the header");
  expect_refused(read, "a,y\n1\n", ":2:2: 1 cells: must be 2, as on the first line");
}

TEST(SampleTable, NamesClassesByShortestNumbers) {
  EXPECT_EQ(class_name(1.0), "1");
  EXPECT_EQ(class_name(-1), "-1");
  EXPECT_EQ(class_name(0.1), "0.1");
  EXPECT_EQ(class_name(std::nan("")), "");
}

}  // namespace
}  // namespace acgd::io
