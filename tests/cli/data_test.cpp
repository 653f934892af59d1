#include "support/data.hpp"

#include <gtest/gtest.h>

#include "cli/tool.hpp"

namespace acgd_test {
namespace {

TEST(AcgdData, ListsWhatThereIs) {
  const std::string out = Tool().run("data list").out;
  EXPECT_NE(out.find("a1a"), std::string::npos);
  EXPECT_NE(out.find("movielens100k"), std::string::npos);
}

TEST(AcgdData, FetchesWhatHasTheRightChecksum) {
  const auto ratings = data_file("movielens100k.csv");
  if (!ratings) GTEST_SKIP() << "movielens100k.csv is not at ACGD_DATA";
  const Tool tool;
  std::string published = bytes_of(*ratings);
  std::replace(published.begin(), published.end(), ',', '\t');
  tool.file("u.data", published);
  const std::string mirror = " --mirror file://" + tool.path("").string();
  const Ran ran = tool.run("data fetch movielens100k --to here" + mirror);
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.read("here/movielens100k.csv"), bytes_of(*ratings));

  published[1000] = published[1000] == '1' ? '2' : '1';
  tool.file("u.data", published);
  const Ran altered = tool.run("data fetch movielens100k --to there" + mirror);
  EXPECT_EQ(altered.code, 2);
  EXPECT_NE(altered.error.find("sha256"), std::string::npos) << altered.error;
  EXPECT_FALSE(tool.has("there"));
}

TEST(AcgdData, TellsWhenItCannotBeFetched) {
  const Tool tool;
  const Ran ran = tool.run("data fetch a1a --mirror file:///nowhere");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("a1a: cannot be fetched from file:///nowhere/a1a"), std::string::npos)
      << ran.error;
  EXPECT_EQ(tool.run("data fetch a2a").code, 2);
}

}  // namespace
}  // namespace acgd_test
