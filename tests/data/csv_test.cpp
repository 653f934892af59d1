#include "app/data/csv.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

using Names = std::vector<std::string>;

void expect_table(std::string_view text, const Names& names, const Matrix& values) {
  SCOPED_TRACE(text);
  const TemporaryFolder folder;
  const CsvTable table = read_csv(folder.file("table.csv", text));
  EXPECT_EQ(table.names, names);
  EXPECT_EQ(table.values, values);
}

TEST(Csv, ReadsRows) {
  const Matrix values{{1, -2.5, 3}, {4e2, 5, 6}};
  expect_table("1,-2.5,3\n400,5,6\n", {}, values);
  expect_table("1;-2.5;3\n400;5;6\n", {}, values);
  expect_table("1\t-2.5\t3\n400\t5\t6\n", {}, values);
  expect_table("1, -2.5 ,3\r\n\r\n  +4e2,5,6", {}, values);
  expect_table("\xEF\xBB\xBF\"1\",\"-2.5\" , \"3\"\n400,\"5\",6\n", {}, values);
  expect_table(acgd_test::gzip("1,-2.5,3\n400,5,6\n"), {}, values);
  expect_table("7\n8\n", {}, Matrix{{7}, {8}});
}

TEST(Csv, RecognisesHeader) {
  const Matrix values{{1, 2}, {3, 4}};
  expect_table("a,b\n1,2\n3,4\n", {"a", "b"}, values);
  expect_table(",b\n1,2\n3,4\n", {"", "b"}, values);
  expect_table("\"a, or \"\"A\"\"\",\"b\"\n1,2\n3,4\n", {"a, or \"A\"", "b"}, values);
  expect_table("\"a,b\";c\n1;2\n3;4\n", {"a,b", "c"}, values);
}

/// Otherwise a row with one bad cell would be dropped silently.
TEST(Csv, RejectsFirstLineThatIsNeitherHeaderNorRow) {
  const std::string rule = "; a header has no number in it";
  expect_refused(read_csv, "1,NA,3\n4,5,6\n7,8,9\n",
                 ":1:3: cell \"NA\" of column 2 is missing: must be a finite number");
  expect_refused(read_csv, "2019,total\n1,2\n",
                 ":1:6: cell \"total\" of column 2: must be a number, as \"2019\" is" + rule);
  expect_refused(read_csv, "x,,1e3\n1,2,3\n",
                 ":1:1: cell \"x\" of column 1: must be a number, as \"1e3\" is" + rule);
  expect_refused(read_csv, "\"a\";\"5\"\n1;2\n",
                 ":1:2: cell \"a\" of column 1: must be a number, as \"5\" is" + rule);
}

TEST(Csv, RoundTrip) {
  const Matrix values{{1.0 / 3, -0.0}, {1e-320, 1.7976931348623157e308}};
  for (const Names& names :
       {Names{}, Names{"a", "b"}, Names{"", "b \"B\", or c"}, Names{" x", "y;z"}}) {
    const TemporaryFolder folder;
    const CsvTable table = read_csv(folder.file("t.csv", to_csv({names, values})));
    EXPECT_EQ(table.names, names);
    EXPECT_EQ(table.values, values);
    EXPECT_TRUE(std::signbit(table.values(0, 1)));
  }
  // These would be read as rows, or not at all.
  for (const Names& names : {Names{"", ""}, Names{"1", "b"}, Names{"a\n", "b"}}) {
    const TemporaryFolder folder;
    const CsvTable table = read_csv(folder.file("t.csv", to_csv({names, values})));
    EXPECT_EQ(table.names, Names{});
    EXPECT_EQ(table.values, values);
  }
}

TEST(Csv, RejectsBadTables) {
  expect_refused(read_csv, "", ":1:1: the file is empty: must have at least one row");
  expect_refused(read_csv, "\n \n", ":3:1: the file is empty: must have at least one row");
  expect_refused(read_csv, "a,b\n", ":2:1: the file ends: must have a row below the header");
  expect_refused(read_csv, "1,2\n3\n", ":2:2: 1 cells: must be 2, as on the first line");
  expect_refused(read_csv, "1,2\n3,4,5\n", ":2:5: 3 cells: must be 2, as on the first line");
  expect_refused(read_csv, "a,b\n1,2\n1,2,\n", ":3:5: 3 cells: must be 2, as on the first line");
}

TEST(Csv, RefusesBadCells) {
  expect_refused(read_csv, "1,2\n3,x\n", ":2:3: cell \"x\" of column 2: must be a finite number");
  expect_refused(read_csv, "1,2\n3,\n",
                 ":2:3: cell \"\" of column 2 is missing: must be a finite number");
  expect_refused(read_csv, "1,,3\n",
                 ":1:3: cell \"\" of column 2 is missing: must be a finite number");
  expect_refused(read_csv, "1,nan\n",
                 ":1:3: cell \"nan\" of column 2 is missing: must be a finite number");
  expect_refused(read_csv, "a,b\n1, -Inf\n",
                 ":2:4: cell \"-Inf\" of column 2 (b): must be a finite number");
  expect_refused(read_csv, "1,2\n3,1e999\n",
                 ":2:3: cell \"1e999\" of column 2: must be a finite number");
  expect_refused(read_csv, "1;2\n3;4,5\n",
                 ":2:3: cell \"4,5\" of column 2: must be a finite number");
  expect_refused(read_csv, "1,2\n\"3\",\"4\n",
                 ":2:5: \"\"4\": its quotes must end on the same line");
  expect_refused(read_csv, "1,2\n\"3\"x,4\n", ":2:4: \"x,4\": a cell in quotes must end with them");
}

TEST(Csv, ReadsRealData) {
  const auto file = acgd_test::data_file("video-colocalization/nodes.csv");
  if (!file) GTEST_SKIP() << "video-colocalization/nodes.csv absent";
  const CsvTable nodes = read_csv(*file);
  EXPECT_EQ(nodes.names, (Names{"node", "video", "frame", "box"}));
  ASSERT_EQ(nodes.values.rows(), 660);
  ASSERT_EQ(nodes.values.cols(), 4);
  EXPECT_EQ(nodes.values.col(0), Vector::LinSpaced(660, 0, 659));
}

}  // namespace
}  // namespace acgd::data
