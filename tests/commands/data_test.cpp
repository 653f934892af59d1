#include "support/data.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

TEST(AcgdData, ListsDatasets) {
  const std::string out = Tool().run("data list").out;
  EXPECT_NE(out.find("a1a"), std::string::npos);
  EXPECT_NE(out.find("movielens100k"), std::string::npos);
}

TEST(AcgdData, FetchesFilesWithRightChecksum) {
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

/// Stubs of the programs that fetching runs, first in the path: curl returns these bytes and prints
/// its arguments, sha256sum returns the checksum of a1a, or the true one.
Ran fetch_with(const Tool& tool, const std::string& bytes, bool has_right_sum,
               const std::string& before = "") {
  std::filesystem::create_directories(tool.path("bin"));
  std::filesystem::create_directories(tool.path("tmp"));
  const auto program = [&](const std::string& name, const std::string& lines) {
    std::filesystem::permissions(tool.file("bin/" + name, "#!/bin/sh\n" + lines),
                                 std::filesystem::perms::owner_all);
  };
  program("curl", "printf '%s\\n' \"$@\" > words\nprintf '" + bytes + "'\n");
  if (has_right_sum) {
    program("sha256sum", "echo eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e\n");
  }
  tool.file("line.sh", "export TMPDIR=$PWD/tmp PATH=$PWD/bin:$PATH\n" + before +
                           "\nexec " ACGD_TOOL " data fetch a1a --to here --mirror=-ovictim\n");
  return tool.run_script("line.sh");
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(AcgdData, WritesNothingWithWrongChecksum) {
  const Tool tool;
  tool.file("victim", "mine");
  // exec keeps the process id, which was part of the name.
  const Ran ran = fetch_with(tool, "wrong", false, "ln -s $PWD/victim tmp/acgd-$$-a1a");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("has changed: sha256 "), std::string::npos) << ran.error;
  EXPECT_EQ(tool.read("victim"), "mine");
  EXPECT_FALSE(tool.has("here"));
  EXPECT_EQ(files_in(tool.path("tmp")), 1u);  // the link
  EXPECT_TRUE(tool.read("words").ends_with("--\n-ovictim/a1a\n")) << tool.read("words");
}

TEST(AcgdData, FollowsNoLinkInTarget) {
  const Tool tool;
  ASSERT_EQ(fetch_with(tool, "right", true).code, 0);
  EXPECT_EQ(tool.read("here/a1a"), "right");
  EXPECT_EQ(files_in(tool.path("here")), 1u);
  EXPECT_EQ(files_in(tool.path("tmp")), 0u);
  tool.file("victim", "mine");
  for (const char* target : {"../victim", "../absent"}) {
    std::filesystem::remove(tool.path("here/a1a"));
    std::filesystem::create_symlink(target, tool.path("here/a1a"));
    const Ran ran = fetch_with(tool, "right", true);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.error.find("here/a1a: is a link: must be a file"), std::string::npos)
        << ran.error;
    EXPECT_EQ(tool.read("victim"), "mine");
    EXPECT_FALSE(tool.has("absent"));
  }
}

TEST(AcgdData, ReportsFailedFetch) {
  const Tool tool;
  const Ran ran = tool.run("data fetch a1a --mirror file:///nowhere");
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(
      ran.error.starts_with("acgd: a1a: cannot be fetched from file:///nowhere/a1a: curl: "))
      << ran.error;
  EXPECT_TRUE(ran.error.ends_with(
      ": --mirror names another site, and acgd data make a1a generates a synthetic stand-in\n"))
      << ran.error;
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  EXPECT_EQ(tool.run("data fetch a2a").code, 2);
}

/// Summary statistics of a LIBSVM file.
struct Census {
  explicit Census(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line); ++samples) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      ++labels[word];
      for (int last = 0; words >> word; ++entries) {
        const int feature = std::stoi(word);
        ascending = ascending && feature > last && word == std::to_string(feature) + ":1";
        last = feature;
        features.insert(feature);
      }
    }
  }
  double entries_per_sample() const { return double(entries) / samples; }

  int samples = 0, entries = 0;
  bool ascending = true;  ///< indices, all with the value 1
  std::map<std::string, int> labels;
  std::set<int> features;
};

/// The numbers are those of the real files: wc -l, grep -c and the page that publishes them.
TEST(AcgdData, SyntheticFilesHaveSameShape) {
  const Tool tool;
  const Ran ran = tool.run("data make --to here");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("here/a1a-synthetic is a synthetic stand-in"), std::string::npos)
      << ran.out;
  const Census train(tool.read("here/a1a-synthetic")), test(tool.read("here/a1a-synthetic.t"));
  EXPECT_EQ(train.labels, (std::map<std::string, int>{{"+1", 395}, {"-1", 1210}}));
  EXPECT_EQ(test.labels, (std::map<std::string, int>{{"+1", 7446}, {"-1", 23510}}));
  for (const Census* census : {&train, &test}) {
    EXPECT_TRUE(census->ascending);
    EXPECT_NEAR(census->entries_per_sample(), 13.86, 0.05);
    EXPECT_GE(*census->features.begin(), 1);
    EXPECT_LE(*census->features.rbegin(), 123);
    EXPECT_GT(census->features.size(), 110u);
  }
}

TEST(AcgdData, SyntheticRatingsHaveSameShape) {
  const Tool tool;
  ASSERT_EQ(tool.run("data make movielens100k --to .").code, 0);
  std::istringstream lines(tool.read("movielens100k-synthetic.csv"));
  std::set<std::pair<int, int>> pairs;
  int user = 0, item = 0, rating = 0, most_users = 0, most_items = 0;
  long time = 0;
  for (std::string line; std::getline(lines, line);) {
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%d,%ld", &user, &item, &rating, &time), 4) << line;
    ASSERT_TRUE(user >= 1 && item >= 1 && rating >= 1 && rating <= 5) << line;
    pairs.emplace(user, item);
    most_users = std::max(most_users, user);
    most_items = std::max(most_items, item);
  }
  EXPECT_EQ(pairs.size(), 100000u);  // no duplicates
  EXPECT_EQ(most_users, 943);
  EXPECT_EQ(most_items, 1682);
}

TEST(AcgdData, SyntheticFilesAreReproducible) {
  const Tool tool;
  tool.file("a1a", "the real one");
  ASSERT_EQ(tool.run("data make a1a --to .").code, 0);
  ASSERT_EQ(tool.run("data make a1a --to there").code, 0);
  EXPECT_EQ(tool.read("a1a-synthetic"), tool.read("there/a1a-synthetic"));
  EXPECT_EQ(tool.read("a1a"), "the real one");
  EXPECT_FALSE(tool.has("there/a1a-synthetic.t"));
  EXPECT_FALSE(tool.has("there/movielens100k-synthetic.csv"));
}

/// Training and test data are drawn from one model.
TEST(AcgdData, SyntheticTrainingAndTestSetShareModel) {
  const Tool tool;
  ASSERT_EQ(tool.run("data make a1a a1a.t --to .").code, 0);
  const Ran ran = tool.run(
      "solve --objective logistic --data a1a-synthetic --features 123 --set l1:30 --test "
      "a1a-synthetic.t "
      "--result run.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_GT(tool.json("run.json")["test"]["auc"].get<double>(), 0.8);
}

TEST(AcgdData, RejectsUnknownSyntheticNames) {
  const Tool tool;
  EXPECT_NE(tool.run("data make a2a").error.find("a2a: unknown name; did you mean a1a?"),
            std::string::npos);
  const Ran ran = tool.run("data make census --to here");
  EXPECT_EQ(ran.code, 2);
  for (const char* known : {"census", "a1a", "a1a.t", "movielens100k"}) {
    EXPECT_NE(ran.error.find(known), std::string::npos) << ran.error;
  }
  EXPECT_FALSE(tool.has("here"));
  tool.file("file", "");
  for (const std::string action : {"make", "fetch"}) {
    const Ran to_file = tool.run("data " + action + " a1a --to file");
    EXPECT_EQ(to_file.code, 2);
    EXPECT_EQ(to_file.error, "acgd: --to = file: must be a folder that can be written to\n");
  }
  EXPECT_EQ(tool.read("file"), "");
  const Ran absent = tool.run("solve --objective logistic --data a1a-synthetic --set l1:1");
  EXPECT_NE(absent.error.find("acgd data make a1a --to . makes it"), std::string::npos)
      << absent.error;
}

}  // namespace
}  // namespace acgd_test
