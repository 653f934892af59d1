// acgd convert, and runs on the converted files.
#include <gtest/gtest.h>

#include <random>

#include "commands/tool.hpp"
#include "data/gzip.hpp"

namespace acgd_test {
namespace {

/// Samples in LIBSVM's format, enough for several blocks.
std::string libsvm(int samples, int features, bool ones) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < samples; ++i) {
    text += i % 3 == 0 ? "-1" : "+1";
    for (int j = 1 + static_cast<int>(random() % 5); j <= features;
         j += 1 + static_cast<int>(random() % 9)) {
      const double value = static_cast<double>(random() % 1000) / 300;
      text += " " + std::to_string(j) + ":" + (ones ? "1" : std::to_string(value));
    }
    text += "\n";
  }
  return text;
}

std::string table(int samples) {
  std::mt19937 random(7);
  std::string text = "a,w,b,kind\n";
  for (int i = 0; i < samples; ++i) {
    const double a = static_cast<double>(random() % 100) / 7,
                 b = static_cast<double>(random() % 50) / 4;
    text += std::to_string(a) + "," + std::to_string(random() % 4) + "," + std::to_string(b) +
            (a > b        ? ",yes\n"
             : i % 5 == 0 ? ",perhaps\n"
                          : ",no\n");
  }
  return text;
}

/// A trace without its times.
std::string without_times(const std::string& csv) {
  std::string text;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    text += line.substr(0, first) + line.substr(second) + "\n";
  }
  return text;
}

struct Outcome {
  std::string trace, solution, model;
};

Outcome outcome(const Tool& tool, const std::string& words) {
  const Ran ran = tool.run(
      "solve --max-iterations 60 --trace trace.csv --solution x.npy --model m.json " + words);
  EXPECT_EQ(ran.code, 0) << words << ran.error;
  return {without_times(tool.read("trace.csv")), tool.read("x.npy"), tool.read("m.json")};
}

/// A run on text has one block unless told otherwise, a converted file has 8.
const std::string kBlocksOfFile = " --blocks 8";

void expect_same(const Tool& tool, const std::string& text, const std::string& converted) {
  const Outcome a = outcome(tool, text + kBlocksOfFile), b = outcome(tool, converted);
  EXPECT_EQ(a.trace, b.trace) << text;
  EXPECT_EQ(a.solution, b.solution) << text;
  EXPECT_EQ(a.model, b.model) << text;
  EXPECT_GT(rows_of(a.trace).size(), 1u) << "there was something to compare";
}

TEST(Convert, SparseSamplesGiveSameRuns) {
  const Tool tool;
  tool.file("a.svm", libsvm(700, 60, false));
  tool.file("one.svm.gz", gzip(libsvm(700, 60, true)));
  tool.file("w.txt", [] {
    std::string text;
    for (int i = 0; i < 700; ++i) text += std::to_string(i % 7) + "\n";
    return text;
  }());
  ASSERT_EQ(tool.run("convert a.svm a.acgd").code, 0);
  ASSERT_EQ(tool.run("convert one.svm.gz one.acgd").code, 0);
  ASSERT_EQ(tool.run("convert a.svm weighted.acgd --weights w.txt").code, 0);
  for (const std::string words :
       {"--objective logistic --set l1:20", "--objective logistic --set l2:5 --intercept",
        "--objective least-squares --set l1:5", "--objective huber --set box:-1:1",
        "--objective squared-hinge --set l1:9 --standardize",
        "--objective logistic --set l1:20 --direction away"}) {
    expect_same(tool, words + " --data a.svm", words + " --data a.acgd");
    expect_same(tool, words + " --data one.svm.gz", words + " --data one.acgd");
    expect_same(tool, words + " --data a.svm --weights w.txt", words + " --data weighted.acgd");
  }
}

TEST(Convert, TablesGiveSameRuns) {
  const Tool tool;
  tool.file("t.csv", table(600));
  const std::string weighted = "--target-column kind --weights w";
  ASSERT_EQ(tool.run("convert t.csv t.acgd " + weighted).code, 0);
  ASSERT_EQ(tool.run("convert t.csv a.acgd --target-column a --missing mean").code, 2) << "words";
  const std::string softmax = "--objective softmax --intercept --set l1:20";
  expect_same(tool, softmax + " --data t.csv " + weighted, softmax + " --data t.acgd");
  tool.file("gaps.csv", "a,b,y\n1,,3\n0,1,-2\n1,1,NA\n2,0.5,7\n3,2.25,8\n");
  for (const std::string missing : {"drop", "mean"}) {
    ASSERT_EQ(tool.run("convert gaps.csv g.acgd --missing " + missing).code, 0);
    const std::string squares = "--objective least-squares --set l1:3 --data ";
    expect_same(tool, squares + "gaps.csv --missing " + missing, squares + "g.acgd");
  }
}

TEST(Convert, WorksWithEveryCommand) {
  const Tool tool;
  tool.file("a.svm", libsvm(300, 30, false));
  ASSERT_EQ(tool.run("convert a.svm a.acgd").code, 0);
  const std::string solve = "solve --objective logistic --set l1:5 --quiet --model m.json --data ";
  ASSERT_EQ(tool.run(solve + "a.acgd --test a.acgd --result r.json").code, 0);
  const auto scores = tool.json("r.json")["test"];
  ASSERT_EQ(tool.run(solve + "a.svm --test a.svm --result r.json" + kBlocksOfFile).code, 0);
  EXPECT_EQ(tool.json("r.json")["test"], scores);
  for (const std::string words :
       {"path --objective logistic --set l1 --quiet --model m.json --data ",
        "predict --model m.json --quiet --data "}) {
    const Ran a = tool.run(words + "a.svm"), b = tool.run(words + "a.acgd");
    EXPECT_EQ(a.code, 0) << a.error;
    EXPECT_EQ(b.code, 0) << b.error;
    EXPECT_EQ(a.out, b.out) << words;
  }
}

TEST(Convert, ReportsOutput) {
  const Tool tool;
  tool.file("a.svm", "1 1:0.5 3:1\n-1 2:1\n");
  const Ran ran = tool.run("convert a.svm a.acgd --features 9 --blocks 2");
  EXPECT_EQ(ran.code, 0) << ran.error;
  EXPECT_TRUE(ran.out.starts_with("a.acgd: 2 samples of 9 features, 3 non-zeros, 2 blocks, "));
  EXPECT_EQ(tool.run("convert a.svm a.acgd --quiet").out, "");
  EXPECT_EQ(tool.run("convert --check a.acgd").out,
            "a.acgd: 2 samples of 3 features in 8 blocks, undamaged\n");
  std::string bytes = tool.read("a.acgd");
  bytes.back() = 'x';
  tool.file("a.acgd", bytes);
  EXPECT_EQ(tool.run("convert --check a.acgd")
                .error.find("acgd: a.acgd: block 8 of 8 is damaged: convert the data anew"),
            0);
}

TEST(Convert, ErrorsNameProblem) {
  const Tool tool;
  tool.file("a.svm", "1 1:0.5 3:1\n-1 2:1\n");
  tool.file("bad.svm", "1 1:0.5 3:1\n-1 2:x\n");
  tool.file("old.acgd", "old");
  const std::pair<std::string, std::string> refused[] = {
      {"convert a.svm", "one file is given, must be two: acgd convert IN OUT"},
      {"convert a.svm b c", "3 files are given, must be two: acgd convert IN OUT"},
      {"convert a.svm b.bin", "OUT = b.bin: must end in .acgd, so that others know what it is"},
      {"convert --check a.svm old.acgd",
       "--check: 2 files are named, must be one: acgd convert --check FILE.acgd"},
      {"convert --check a.svm", "a.svm: must begin as files of acgd convert do, with \\x93ACGD"},
      {"convert none.svm old.acgd", "none.svm: cannot be opened: No such file or directory"},
      {"convert bad.svm old.acgd", "bad.svm:2:6: value \"x\": must be a finite number"},
      {"convert a.svm no/a.acgd", "OUT = no/a.acgd: there is no folder no"},
      {"convert a.svm old.acgd --format csv",
       "IN = a.svm: without --targets it needs two columns or more, has 1"},
      {"convert a.svm old.acgd --blocks 100000000",
       "--blocks = 100000000: must be at most 1024 for 2 samples"},
      {"solve --objective logistic --set l1:1 --data a.svm --blocks 100000000",
       "--blocks = 100000000: must be at most 1024 for 2 samples"},
      {"solve --objective logistic --set l1:1 --data old.acgd",
       "old.acgd: must begin as files of acgd convert do, with \\x93ACGD"},
  };
  for (const auto& [words, message] : refused) {
    const Ran ran = tool.run(words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_EQ(ran.error, "acgd: " + message + "\n") << words;
  }
  EXPECT_EQ(tool.read("old.acgd"), "old");
  EXPECT_EQ(tool.files(), (std::vector<std::string>{"a.svm", "bad.svm", "old.acgd"}));
  ASSERT_EQ(tool.run("convert a.svm a.acgd").code, 0);
  EXPECT_EQ(tool.run("solve --objective logistic --set l1:1 --data a.acgd --target-column 1").error,
            "acgd: --target-column = 1: a.acgd has its targets beside its columns\n");
}

}  // namespace
}  // namespace acgd_test
