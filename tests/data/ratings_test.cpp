#include "app/data/ratings.hpp"

#include <gtest/gtest.h>

#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

Ratings read_ratings_text(std::string_view text) {
  const TemporaryFolder folder;
  return read_ratings(folder.file("ratings", text));
}

void read_whole(const std::filesystem::path& file) { read_ratings(file); }

/// Of 3 users and 5 items: the first user rates the last item 4.5, the last user the second item 1.
void expect_two_ratings(std::string_view text) {
  SCOPED_TRACE(text);
  const Ratings ratings = read_ratings_text(text);
  EXPECT_EQ(ratings.rows, 3);
  EXPECT_EQ(ratings.cols, 5);
  ASSERT_EQ(ratings.observations.size(), 2u);
  const Observation& first = ratings.observations[0];
  const Observation& second = ratings.observations[1];
  EXPECT_EQ(first.row, 0);
  EXPECT_EQ(first.col, 4);
  EXPECT_EQ(first.value, 4.5);
  EXPECT_EQ(first.weight, 1);
  EXPECT_EQ(second.row, 2);
  EXPECT_EQ(second.col, 1);
  EXPECT_EQ(second.value, 1);
}

TEST(Ratings, ReadsEverySeparator) {
  expect_two_ratings("1,5,4.5\n3,2,1\n");
  expect_two_ratings("1\t5\t4.5\t881250949\n3\t2\t1\t881250950\n");
  expect_two_ratings("1;5;4.5\n3;2;1\n");
  expect_two_ratings("1::5::4.5::978300760\n3::2::1::978302109\n");
  expect_two_ratings("1 5 4.5\r\n\r\n  3  2 1");
  expect_two_ratings(acgd_test::gzip("1,5,4.5\n3,2,1\n"));
}

TEST(Ratings, IgnoresHeaderAndTime) {
  expect_two_ratings("userId,movieId,rating,timestamp\n1,5,4.5,9\n3,2,1,9\n");
  expect_two_ratings("1,5,4.5,2001-02-03\n3,2,1,\n");
  expect_two_ratings("\"user\" \"item\" \"rating\"\n\"1\" \"5\" \"4.5\"\n3 2 1\n");
}

TEST(Ratings, RejectsFirstLineThatIsNeitherHeaderNorRating) {
  const std::string rule = "; a header has no number in it";
  expect_refused(read_whole, "1,2,6x\n1,3,4\n",
                 ":1:5: cell \"6x\" of column 3: must be a number, as \"1\" is" + rule);
  expect_refused(read_whole, "user,2,3,now\n1,3,4,5\n",
                 ":1:1: cell \"user\" of column 1: must be a number, as \"2\" is" + rule);
}

TEST(Ratings, KeepsHeader) {
  EXPECT_EQ(read_ratings_text("user;item;rating\n1;2;3\n").header,
            (std::vector<std::string>{"user", "item", "rating"}));
  EXPECT_TRUE(read_ratings_text("1;2;3\n").header.empty());
}

TEST(Ratings, CountsFromZeroWhereZeroOccurs) {
  expect_two_ratings("0,5,4.5\n2,2,1\n");
  const Ratings ratings = read_ratings_text("1,4,4.5\n2,0,1\n");
  EXPECT_EQ(ratings.rows, 2);
  EXPECT_EQ(ratings.cols, 5);
  EXPECT_EQ(ratings.observations[0].row, 0);
  EXPECT_EQ(ratings.observations[0].col, 4);
  EXPECT_EQ(ratings.observations[1].row, 1);
  EXPECT_EQ(ratings.observations[1].col, 0);
}

TEST(Ratings, RejectsBadTables) {
  expect_refused(read_whole, "", ":1:1: the file is empty: must have at least one row");
  expect_refused(read_whole, "user,item,rating\n",
                 ":2:1: the file ends: must have a rating below the header");
  expect_refused(read_whole, "1,2\n",
                 ":1:1: 2 columns: must be user, item, rating and possibly the time");
  expect_refused(read_whole, "1,2,3,4,5\n",
                 ":1:1: 5 columns: must be user, item, rating and possibly the time");
  expect_refused(read_whole, "1,2,3\n1,2\n", ":2:4: 2 cells: must be 3, as on the first line");
  expect_refused(read_whole, "1::2::3\n1,2,3\n", ":2:6: 1 cells: must be 3, as on the first line");
}

TEST(Ratings, RejectsBadRatings) {
  const std::string rule = ": must be an integer from 0 to 2147483645";
  expect_refused(read_whole, "1,2,3\nx,2,3\n", ":2:1: user \"x\"" + rule);
  expect_refused(read_whole, "1,2,3\n-1,2,3\n", ":2:1: user \"-1\"" + rule);
  expect_refused(read_whole, "1,2,3\n1,2.0,3\n", ":2:3: item \"2.0\"" + rule);
  expect_refused(read_whole, "2147483646,2,3\n", ":1:1: user \"2147483646\"" + rule);
  expect_refused(read_whole, "1,18446744073709551617,3\n",
                 ":1:3: item \"18446744073709551617\"" + rule);
  expect_refused(read_whole, "1,2,nan\n", ":1:5: rating \"nan\": must be a finite number");
  expect_refused(read_whole, "1,2,3\n1,2,\n", ":2:5: rating \"\": must be a finite number");
}

/// A few bytes must not allocate gigabytes for so many users.
TEST(Ratings, RejectsIdsFarBeyondRatings) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_ratings(folder.file("wide", "1,16777217,1\n")).cols, 16777217);
  const std::string rule = " and 1 ratings: must not exceed them by more than 16777216";
  expect_refused(read_whole, "16777218,1,1\n", ":2:1: the file ends, with 16777218 users" + rule);
  expect_refused(read_whole, "1,2147483645,1\n",
                 ":2:1: the file ends, with 2147483645 items" + rule);
}

TEST(Ratings, ReportsFirstIndex) {
  const Ratings from_0 = read_ratings_text("0,2,3\n1,3,4\n");
  EXPECT_EQ(from_0.first_row, 0);
  EXPECT_EQ(from_0.first_col, 1);
}

TEST(Pairs, AreReadUnchanged) {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs = read_pairs(folder.file("pairs", "user,item\n0,7\n12,3\n"));
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].user, 0);
  EXPECT_EQ(pairs[0].item, 7);
  EXPECT_EQ(pairs[1].user, 12);
  EXPECT_EQ(read_pairs(folder.file("ratings", "1::2::4.5::99\n")).size(), 1u);
  expect_refused(read_pairs, "1\n", ":1:1: 1 column: must be user, item and whatever follows");
  expect_refused(read_pairs, "1,2\n1,x\n",
                 ":2:3: item \"x\": must be an integer from 0 to 2147483645");
  expect_refused(read_pairs, "1,2\n-1,2\n",
                 ":2:1: user \"-1\": must be an integer from 0 to 2147483645");
}

TEST(Ratings, ReadsRealData) {
  const auto file = acgd_test::data_file("movielens100k.csv");
  if (!file) GTEST_SKIP() << "movielens100k.csv absent";
  const Ratings ratings = read_ratings(*file);
  EXPECT_EQ(ratings.rows, 943);
  EXPECT_EQ(ratings.cols, 1682);
  ASSERT_EQ(ratings.observations.size(), 100000u);
  EXPECT_EQ(ratings.observations[0].row, 195);
  EXPECT_EQ(ratings.observations[0].col, 241);
  EXPECT_EQ(ratings.observations[0].value, 3);
  double sum = 0;
  for (const Observation& rating : ratings.observations) sum += rating.value;
  EXPECT_EQ(sum, 352986);
}

}  // namespace
}  // namespace acgd::data
