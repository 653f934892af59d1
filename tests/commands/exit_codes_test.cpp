#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

struct Refused {
  std::string name;
  std::string words;
  std::string sentence;  ///< part of the message
};

class BadInput : public testing::TestWithParam<Refused> {};

TEST_P(BadInput, HasMessageAndWritesNoFile) {
  const Tool tool;
  tool.file("data.txt", "+1 1:1\n-1 2:1\n");
  tool.file("broken.txt", "+1 1:1\n-1 2:x\n");
  const auto before = tool.files();
  const Ran ran = tool.run(GetParam().words + " --trace t.csv --result r.json --solution x.npy");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.error.find(GetParam().sentence), std::string::npos) << ran.error;
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  EXPECT_EQ(tool.files(), before);
}

const std::string kGood = "solve --objective logistic --data data.txt --set l1:3";

INSTANTIATE_TEST_SUITE_P(
    Arguments, BadInput,
    testing::Values(
        Refused{"set", "solve --objective logistic --data data.txt --set l7:3", "l1?"},
        Refused{"radius", "solve --objective logistic --data data.txt --set l1:-3", "-3"},
        Refused{"number", "solve --objective logistic --data data.txt --set l1:3x",
                "--set = l1:3x: radius = 3x: must be a finite number"},
        Refused{"parameters", "solve --objective logistic --data data.txt --set l1", "l1:R"},
        Refused{"objective", "solve --objective logistik --data data.txt --set l1:3", "logistic?"},
        Refused{"data", "solve --objective logistic --set l1:3",
                "data: the objective logistic needs it"},
        Refused{"extra", kGood + " --Q data.txt", "Q: not used by the objective logistic"},
        Refused{"absent", "solve --objective logistic --data none.txt --set l1:3",
                "none.txt: cannot be opened: No such file"},
        Refused{"broken", "solve --objective logistic --data broken.txt --set l1:3",
                "broken.txt:2:"},
        Refused{"features", kGood + " --features 1", "data.txt:2:"},
        Refused{"step", kGood + " --step adaptive", "step = adaptive"},
        Refused{"gamma", kGood + " --gamma 2", "gamma"},
        Refused{"parameter", kGood + " --step open-loop --gamma 0.5",
                "gamma: not a parameter of the step rule open-loop"},
        Refused{"counting", kGood + " --counting often", "counting = often"},
        Refused{"norm", kGood + " --norm l3", "norm = l3"},
        Refused{"mode", kGood + " --mode free", "mode = free"},
        Refused{"start", kGood + " --x0 none.npy", "none.npy"},
        Refused{"labels", kGood + " --labels yes", "labels = yes"},
        Refused{"iterations", kGood + " --max-iterations -1", "max-iterations"},
        Refused{"threads", kGood + " --threads -1", "threads"},
        Refused{"too_many_threads", kGood + " --threads 1025", "must be from 1 to 1024"},
        Refused{"test", "solve --objective rosenbrock --dim 3 --set l2:1 --test data.txt",
                "test: the objective rosenbrock has nothing to predict"},
        Refused{"held_out", kGood + " --test broken.txt", "test: broken.txt:2:"},
        Refused{"dimension", "solve --objective rosenbrock --set l2:1", "dim"},
        Refused{"flag", kGood + " --colour red", "--colour"},
        Refused{"folder", kGood + " --report no/such/folder/r.html", "no folder no/such/folder"},
        Refused{"twice", kGood + " --set l2:3", "--set"},
        Refused{"matrix", "solve --objective logistic --data data.txt --set nuclear:3",
                "nuclear:10:20x30"}),
    [](const auto& test) { return test.param.name; });

TEST(ExitCode, UnknownCommand) {
  const Ran ran = Tool().run("sovle");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error, "");
}

TEST(ExitCode, NumericalTroubleKeepsBestPoint) {
  const Tool tool;
  // exp(800) is infinite: f is not finite at the start.
  tool.file("data.csv", "1,1\n1,2\n");
  const Ran ran = tool.run(
      "solve --objective poisson --data data.csv --set l2:1000 --x0 start.csv "
      "--result r.json --trace t.csv");
  EXPECT_EQ(ran.code, 2) << "there is no start.csv yet";
  tool.file("start.csv", "800\n");
  const Ran again = tool.run(
      "solve --objective poisson --data data.csv --set l2:1000 --x0 start.csv "
      "--result r.json --trace t.csv");
  EXPECT_EQ(again.code, 3) << again.error;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["status"], "non-finite");
  EXPECT_TRUE(json["value"].is_null());
  EXPECT_FALSE(json["usable"]);
}

struct Signal {
  std::string name;
  int number;
};

class Interrupted : public testing::TestWithParam<Signal> {};

const std::string kEndless =
    "solve --objective rosenbrock --dim 2000 --set box:-2:2 --step fixed:1e-9 --max-iterations "
    "100000000000 --trace t.csv --result r.json --solution x.npy --quiet";

TEST_P(Interrupted, WritesBestPoint) {
  const Tool tool;
  const Ran ran = tool.run_and_interrupt(kEndless, GetParam().name);
  EXPECT_EQ(ran.code, 128 + GetParam().number) << ran.error;
  EXPECT_EQ(tool.json("r.json")["status"], "interrupted");
  EXPECT_EQ(tool.files(), (std::vector<std::string>{"r.json", "t.csv", "x.npy"}));
  EXPECT_EQ(rows_of(tool.read("t.csv")).size(),
            tool.json("r.json")["counts"]["iterations"].get<std::size_t>() + 1);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted,
                         testing::Values(Signal{"INT", 2}, Signal{"TERM", 15}, Signal{"HUP", 1}),
                         [](const auto& test) { return test.param.name; });

/// As timeout does, which sends its signal to the program and then to its group.
TEST(Signals, DuplicateSignalsCountOnce) {
  const Tool tool;
  EXPECT_EQ(tool.run_and_interrupt(kEndless, "TERM", 2).code, 128 + 15);
  EXPECT_EQ(tool.json("r.json")["status"], "interrupted");
}

TEST(Signals, IgnoredSignalsStayIgnored) {
  const Tool tool;
  EXPECT_EQ(tool.run_and_interrupt(kEndless + " --time-limit 0.6", "HUP", 1, "nohup").code, 0);
  EXPECT_EQ(tool.json("r.json")["status"], "time limit");
}

TEST(ExitCode, TimeLimitIsUsableResult) {
  const Tool tool;
  const Ran ran = tool.run(
      "solve --objective rosenbrock --dim 200 --set box:-2:2 --step fixed:1e-9 --time-limit 0.05 "
      "--max-iterations 100000000000 --result r.json");
  EXPECT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.json("r.json")["status"], "time limit");
}

}  // namespace
}  // namespace acgd_test
