// Data shared by ranks: for every format and every loss, the bits are those of a plain run.
#include <gtest/gtest.h>

#include <random>

#include "data/gzip.hpp"
#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

std::string samples_text() {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> digit(0, 9);
  std::string text;
  for (int i = 0; i < 900; ++i) {
    text += digit(random) < 4 ? "+1" : "-1";
    for (int j = 1 + digit(random); j < 60; j += 1 + digit(random)) {
      text += " " + std::to_string(j) + ":" + std::to_string(digit(random) - 4) + ".75";
    }
    text += "\n";
  }
  return text;
}

std::string ratings_text() {
  std::mt19937 random(12);
  std::uniform_int_distribution<int> user(1, 40), item(1, 30), stars(1, 5);
  std::string text = "user,item,rating\n40,30,3\n";
  for (int i = 0; i < 500; ++i) {
    text += std::to_string(user(random)) + "," + std::to_string(item(random)) + "," +
            std::to_string(stars(random)) + "\n";
  }
  return text;
}

std::string outputs_of(const std::string& name) {
  return " --trace " + name + ".csv --result " + name + ".json --solution " + name + ".npy";
}

/// Several ranks have 8 blocks of samples, one process has one.
constexpr const char* kBlocksOfRanks = " --blocks 8";

/// Traces, results and solutions, without times. `blocks` is for the plain run only.
void expect_plain(const Ranks& tool, const std::string& words, std::initializer_list<int> teams,
                  const std::string& blocks = kBlocksOfRanks) {
  SCOPED_TRACE(words);
  const Ran plain = tool.Tool::run(words + blocks + outputs_of("plain"));
  ASSERT_EQ(plain.code, 0) << plain.error;
  for (const int ranks : teams) {
    const Ran ran = tool.run(ranks, words + outputs_of("all"));
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_TRUE(tool.read("all.npy") == tool.read("plain.npy"));
    EXPECT_EQ(without_time(tool.json("all.json")), without_time(tool.json("plain.json")));
    EXPECT_EQ(without_time(tool.read("all.csv")), without_time(tool.read("plain.csv")));
  }
}

TEST(DataUnderMpirun, EveryLossGivesSameBits) {
  const Ranks tool;
  tool.file("a.svm", samples_text());
  const std::string run = " --data a.svm --set l1:3 --max-iterations 8";
  expect_plain(tool, "solve --objective logistic" + run, {2, 3, 4, 8});
  for (const char* objective : {"least-squares", "sigmoid", "huber", "squared-hinge"}) {
    expect_plain(tool, std::string("solve --objective ") + objective + run, {3});
  }
  expect_plain(tool, "solve --objective poisson --labels 01" + run, {2});
  expect_plain(tool, "solve --objective logistic --direction corrective" + run, {4});
  expect_plain(tool, "solve --objective least-squares --direction pairwise --ridge 0.1" + run, {2});
  expect_plain(tool, "solve --objective logistic --intercept --standardize" + run, {2});
}

// 65 samples are two blocks: of three ranks the first has none, of eight all but two.
TEST(DataUnderMpirun, FewerBlocksThanRanksGiveSameBits) {
  const Ranks tool;
  const std::string text = samples_text();
  std::size_t end = 0;
  for (int line = 0; line < 65; ++line) end = text.find('\n', end) + 1;
  tool.file("a.svm", text.substr(0, end));
  std::mt19937 random(14);
  std::uniform_int_distribution<int> digit(0, 9);
  std::string words = "a,b,w,y\n", numbers = words;
  for (int i = 0; i < 65; ++i) {
    std::string row;
    for (int column = 0; column < 3; ++column) row += std::to_string(digit(random)) + ",";
    const int target = digit(random);
    words += row + (target < 4 ? "no\n" : "yes\n");
    numbers += row + std::to_string(target) + "\n";
  }
  tool.file("a.csv", words);
  tool.file("b.csv", numbers);
  tool.file("few.svm", "1 1:1\n-1 2:1\n");
  ASSERT_EQ(tool.Tool::run("convert a.csv a.acgd --weights w --quiet").code, 0);
  const std::string squares = "solve --objective least-squares --set l1:3 --data ";
  const std::string logistic = "solve --objective logistic --set l1:3 --data ";
  expect_plain(tool, squares + "a.svm", {3, 4, 8});
  expect_plain(tool, squares + "b.csv --weights w --intercept", {3, 4});
  expect_plain(tool, logistic + "a.csv --weights w --intercept --standardize", {8});
  expect_plain(tool, logistic + "a.acgd --class-weights balanced", {3});
  expect_plain(tool, squares + "few.svm --intercept", {3, 8});
  const Ran refused = tool.run(3, squares + "a.acgd");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error.find("no and yes occur, must be numbers"), std::string::npos)
      << refused.error;
}

TEST(DataUnderMpirun, MayBeSplitInFilesOrCompressed) {
  const Ranks tool;
  const std::string text = samples_text();
  const std::size_t cut = text.find('\n', text.size() / 2) + 1;
  tool.file("part-0.svm", text.substr(0, cut));
  tool.file("part-1.svm", text.substr(cut));
  tool.file("all.svm.gz", gzip(text));
  const std::string run = "solve --objective logistic --set l1:3 --max-iterations 8 --data ";
  expect_plain(tool, run + "'part-*.svm'", {3});
  expect_plain(tool, run + "all.svm.gz", {3});
  ASSERT_EQ(tool.Tool::run("convert all.svm.gz all.acgd --quiet").code, 0);
  expect_plain(tool, run + "all.acgd", {3});
}

TEST(DataUnderMpirun, RatingsAreShared) {
  const Ranks tool;
  tool.file("r.csv", ratings_text());
  const std::string run =
      "solve --objective completion --data r.csv --set nuclear:20 --max-iterations 10";
  const Ran plain = tool.Tool::run(run + " --trace plain.csv");
  ASSERT_EQ(plain.code, 0) << plain.error;
  for (const int ranks : {2, 3}) {
    const Ran ran = tool.run(ranks, run + " --trace all.csv");
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ(without_time(tool.read("all.csv")), without_time(tool.read("plain.csv")));
  }
}

TEST(DataUnderMpirun, TripsAreSharedByOrigin) {
  const Ranks tool;
  const std::string net =
      "<NUMBER OF ZONES> 4\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 5\n"
      "<END OF METADATA>\n~ init term capacity length time b power speed toll type ;\n"
      "1 2 1 2 10 1 1 0 0 1 ;\n2 4 60 2 60 1 1 0 0 1 ;\n1 3 60 2 60 1 1 0 0 1 ;\n"
      "3 4 1 2 10 1 1 0 0 1 ;\n2 3 10 2 10 1 1 0 30 1 ;\n";
  tool.file("town_net.tntp", net);
  tool.file("town_trips.tntp",
            "<NUMBER OF ZONES> 4\n<END OF METADATA>\nOrigin 1\n4 : 6.0; 3 : 1.0;\n"
            "Origin 2\n4 : 2.5;\n");
  expect_plain(tool, "solve --objective traffic --network town_net.tntp --trips town_trips.tntp",
               {2, 3}, "");
}

/// Runs of a comparison without values that depend on the clock.
nlohmann::json compared_runs(const Tool& tool, const std::string& file) {
  nlohmann::json runs = tool.json(file)["runs"];
  for (nlohmann::json& run : runs) {
    for (const char* key : {"seconds", "setup_seconds", "repetitions"}) run.erase(key);
    for (nlohmann::json& reached : run["to_accuracy"]) reached.erase("seconds");
  }
  return runs;
}

TEST(DataUnderMpirun, ComparisonEqualsPlainRun) {
  const Ranks tool;
  const std::string text = samples_text();
  tool.file("a.svm", text);
  tool.file("t.svm", text.substr(0, text.find('\n', text.size() / 4) + 1));
  const std::string words =
      "compare --objective poisson --labels 01 --data a.svm --test t.svm --set l1:3 "
      "--max-iterations 6 --steps adaptive-constant,short --directions frank-wolfe,corrective "
      "--result ";
  const Ran plain = tool.Tool::run(words + "plain.json --traces plain" + kBlocksOfRanks);
  ASSERT_EQ(plain.code, 4) << plain.error;  // short steps need a Lipschitz constant
  const auto before = tool.files();
  const Ran ran = tool.run(3, words + "all.json --traces all");
  ASSERT_EQ(ran.code, 4) << ran.error;
  EXPECT_EQ(tool.files().size(), before.size() + 2);
  // Once, not once per rank; messages with seconds may take an extra line.
  EXPECT_NEAR(static_cast<double>(std::count(ran.out.begin(), ran.out.end(), '\n')),
              static_cast<double>(std::count(plain.out.begin(), plain.out.end(), '\n')), 4);
  EXPECT_EQ(compared_runs(tool, "all.json"), compared_runs(tool, "plain.json"));
  for (const char* rule :
       {"frank-wolfe+adaptive-constant.csv", "corrective+adaptive-constant.csv"}) {
    EXPECT_EQ(without_time(tool.read("all/" + std::string(rule))),
              without_time(tool.read("plain/" + std::string(rule))));
  }
}

TEST(DataUnderMpirun, ErrorsArePrintedOnce) {
  const Ranks tool;
  tool.file("few.svm", "1 1:1\n-1 2:1\n");
  tool.file("part-0.svm", "1 1:1\n");
  tool.file("part-2.svm", "1 1:1\n");
  const std::string run = "solve --objective logistic --set l1:3 --data ";
  const auto refused = [&](const std::string& words, const std::string& why) {
    const Ran ran = tool.run(3, words);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.error.find(why), std::string::npos) << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  };
  refused(run + "'part-*.svm'", "part-1.svm");
  refused("solve --objective softmax --set l1:3 --data few.svm",
          "objective = softmax: runs on one rank only");
}

}  // namespace
}  // namespace acgd_test
