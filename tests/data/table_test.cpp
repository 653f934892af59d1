#include <gtest/gtest.h>

#include <cmath>

#include "app/data/csv.hpp"
#include "expect_refused.hpp"

namespace acgd::data {
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

Dataset read_text(std::string_view text, const ReadOptions& options) {
  const TemporaryFolder folder;
  return read_table(folder.file("table.csv", text), options);
}

Dataset read_last(std::string_view text) {
  return read_text(text, {.roles = last_is_target, .target = -1});
}

TEST(Table, SplitsColumnsByTheirRoles) {
  const auto roles = [](const TableColumns& columns) {
    EXPECT_EQ(columns.names, (Names{"a", "w", "id", "y", "b"}));
    EXPECT_EQ(columns.count, 5);
    return Roles{ColumnRole::feature, ColumnRole::weight, ColumnRole::ignored, ColumnRole::target,
                 ColumnRole::feature};
  };
  const Dataset table = read_text("a,w,id,y,b\n1,0.5,u7,10,2\n3,1,,20,4\n", {.roles = roles});
  EXPECT_EQ(*table.dense(), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(table.targets.numbers, (Vector{{10, 20}}));
  EXPECT_EQ(table.weights, (Vector{{0.5, 1}}));
  EXPECT_TRUE(table.targets.words.empty());
  EXPECT_EQ(table.columns.names.size(), 5u);
}

TEST(Table, TakesWordsForTargets) {
  const Dataset table = read_last("x,y\n1,no\n2,\"yes, or so\"\n3,NA\n");
  EXPECT_EQ(table.targets.words, (Names{"no", "yes, or so", ""}));
  EXPECT_EQ(table.targets.numbers.size(), 0);
  // Numbers before and behind a word are words too, however they are written.
  EXPECT_EQ(read_last("1,2.0\n2,two\n3,1e0\n4,\n").targets.words, (Names{"2", "two", "1", ""}));
}

TEST(Table, KnowsAHeaderFromARowThatEndsWithAWord) {
  EXPECT_TRUE(read_last("5.1,3.5,setosa\n4.9,3,virginica\n").columns.names.empty());
  EXPECT_EQ(read_last("5.1,3.5,setosa\n4.9,3,virginica\n").targets.words,
            (Names{"setosa", "virginica"}));
  EXPECT_EQ(read_last("long,wide,kind\n5.1,3.5,setosa\n").columns.names,
            (Names{"long", "wide", "kind"}));
  // Missing cells are no words, and no numbers either.
  EXPECT_TRUE(read_last("NA,?,setosa\n1,2,virginica\n").columns.names.empty());
  const auto first = [](const TableColumns& columns) {
    Roles roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
    roles[0] = ColumnRole::target;
    return roles;
  };
  EXPECT_EQ(read_text("no,1,2\nyes,3,4\n", {.roles = first, .target = 0}).targets.words,
            (Names{"no", "yes"}));
}

TEST(Table, LeavesGapsWhereCellsAreMissing) {
  const Dataset table = read_last("a,b,y\n,1,1\nNA,2,2\nnan,3,3\n?,4,4\nNULL,5,NaN\n6,7,8\n");
  for (Index i = 0; i < 5; ++i) EXPECT_TRUE(std::isnan((*table.dense())(i, 0))) << i;
  EXPECT_EQ(table.dense()->col(1), (Vector{{1, 2, 3, 4, 5, 7}}));
  EXPECT_TRUE(std::isnan(table.targets.numbers[4]));
  EXPECT_EQ(table.targets.numbers[5], 8);
}

TEST(Table, RefusesGapsWithTheCure) {
  const auto read = [](const std::filesystem::path& file) {
    read_table(file, {.roles = last_is_target,
                      .target = -1,
                      .missing_feature = "fill it",
                      .missing_other = "drop it"});
  };
  expect_refused(read, "a,b,y\n1,2,3\n4,NA,6\n",
                 ":3:3: cell \"NA\" of column 2 (b) is missing: fill it");
  expect_refused(read, "1,,3\n", ":1:3: cell \"\" of column 2 is missing: fill it");
  expect_refused(read, "a,b,y\n1,2,?\n", ":2:5: cell \"?\" of column 3 (y) is missing: drop it");
}

TEST(Table, RefusesWhatIsNoNumber) {
  const auto read = [](const std::filesystem::path& file) {
    read_table(file, {.roles = last_is_target, .target = -1});
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

TEST(Table, CallsClassesByTheirShortestNumbers) {
  EXPECT_EQ(class_name(1.0), "1");
  EXPECT_EQ(class_name(-1), "-1");
  EXPECT_EQ(class_name(0.1), "0.1");
  EXPECT_EQ(class_name(std::nan("")), "");
}

}  // namespace
}  // namespace acgd::data
