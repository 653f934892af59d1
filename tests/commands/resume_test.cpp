// Runs that are stopped, killed or out of disk space, and resumed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <random>

#include "commands/same_run.hpp"

namespace acgd_test {
namespace {

/// A run with a stateful step rule.
constexpr const char* kRun =
    "solve --objective rosenbrock --dim 60 --set l1:20 --gap-tolerance 0 --quiet";

std::string outputs(const std::string& name) {
  return " --trace " + name + ".csv --result " + name + ".json --solution " + name + ".npy";
}

class Stopped : public testing::TestWithParam<const char*> {};

TEST_P(Stopped, AtLimitContinuesWithLargerOne) {
  const Tool tool;
  const std::string run = kRun + std::string(GetParam());
  ASSERT_EQ(tool.run(run + " --max-iterations 700" + outputs("whole")).code, 0);
  ASSERT_EQ(tool.run(run + " --max-iterations 300 --checkpoint c" + outputs("part")).code, 0);
  const Ran ran = tool.run(run + " --max-iterations 700 --resume c" + outputs("part"));
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_same_run(tool, "part", "whole");
  EXPECT_FALSE(tool.has("part.csv.partial"));
}

INSTANTIATE_TEST_SUITE_P(With, Stopped,
                         testing::Values("", " --trace-every 7", " --step backtracking",
                                         " --report r.html", " --norm linf"),
                         [](const auto& test) { return "case" + std::to_string(test.index); });

TEST(Resumed, AfterCtrlCContinues) {
  const Tool tool;
  const std::string run = kRun + std::string(" --step fixed:1e-6 --trace-every 1000");
  const Ran ran =
      tool.run_and_interrupt(run + " --max-iterations 100000000 --checkpoint c" + outputs("part"));
  ASSERT_EQ(ran.code, 130) << ran.error;
  const auto reached = tool.json("part.json")["counts"]["iterations"].get<long>();
  const std::string limit = " --max-iterations " + std::to_string(reached + 1000);
  ASSERT_EQ(tool.run(run + limit + " --resume c" + outputs("part")).code, 0);
  ASSERT_EQ(tool.run(run + limit + outputs("whole")).code, 0);
  expect_same_run(tool, "part", "whole");
}

struct Wrong {
  std::string words;
  std::string sentence;
};

TEST(Resumed, ErrorsNameReason) {
  const Tool tool;
  const std::string run = kRun + std::string(" --max-iterations 200");
  ASSERT_EQ(tool.run(run + " --checkpoint c --trace t.csv").code, 0);
  tool.file("broken", tool.read("c").substr(0, 100));
  tool.file("text", "not a checkpoint");
  tool.file("short.csv", tool.read("t.csv").substr(0, 1000));
  const auto before = tool.files();
  const std::vector<Wrong> wrongs = {
      {run + " --resume none", "none: cannot be opened: No such file"},
      {run + " --resume text", "resume = text: is not a checkpoint"},
      {run + " --resume broken", "resume = broken: the checkpoint has been cut off"},
      {run + " --resume c --gamma 0.5", "the checkpoint has gamma = 0.25, this run has 0.5"},
      {run + " --resume c --step secant", "has step rule = adaptive-adjustable"},
      {run + " --resume c --norm l1", "the checkpoint has norm = l2, this run has l1"},
      {run + " --resume c --x0 zero", "is of another problem"},
      {run + " --resume c --report r.html", "holds no trace"},
      {run + " --resume c --trace new.csv",
       "trace = new.csv: neither it nor new.csv.partial has "
       "all rows before iteration 200"},
      {run + " --resume c --trace short.csv", "short.csv"},
      {run + " --resume c --trace t.csv --trace-every 2", "t.csv"},
      {run + " --checkpoint-every 5", "checkpoint-every: needs --checkpoint"},
      {run + " --checkpoint d --checkpoint-every 5m",
       "--checkpoint-every = 5m: must be a number of iterations, as 500, or a time, as 30s"},
      {run + " --checkpoint d --checkpoint-every 0", "checkpoint-every"},
      {run + " --checkpoint d --checkpoint-every -1s", "checkpoint-every"},
      {run + " --checkpoint no/such/folder", "no folder no/such"},
      {run + " --trace u.csv --trace-every 0", "trace-every"}};
  for (const Wrong& wrong : wrongs) {
    const Ran ran = tool.run(wrong.words);
    EXPECT_EQ(ran.code, 2) << wrong.words;
    EXPECT_NE(ran.error.find(wrong.sentence), std::string::npos) << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
    EXPECT_EQ(tool.files(), before) << wrong.words;
  }
}

/// Samples for least squares, whose cursor has state besides x.
std::string table() {
  std::string rows;
  for (int i = 0; i < 80; ++i) {
    for (int j = 0; j <= 30; ++j) {
      rows += std::to_string(std::sin(1.0 + i * i + 7 * j * (i + 1))) + (j < 30 ? "," : "\n");
    }
  }
  return rows;
}

/// Returns when the file exists, or the process has ended.
void wait_for(const std::filesystem::path& file, pid_t process) {
  siginfo_t state = {};
  while (!std::filesystem::exists(file) && state.si_pid == 0) {
    usleep(500);
    waitid(P_PID, static_cast<id_t>(process), &state, WEXITED | WNOHANG | WNOWAIT);
  }
}

class Killed : public testing::TestWithParam<const char*> {};

TEST_P(Killed, HundredTimesGivesSameResult) {
  const Tool tool;
  tool.file("table.csv", table());
  const std::string run = std::string(GetParam()) + " --trace-every 20";
  ASSERT_EQ(tool.run(run + outputs("whole")).code, 0);
  std::mt19937 random(7);
  std::uniform_int_distribution<int> microseconds(1000, 60000);
  const std::string watched = run + " --checkpoint c --checkpoint-every 500" + outputs("part");
  int resumed = 0, completed = 0;
  for (int kills = 0; kills < 100;) {
    const bool resumes = tool.has("c");
    resumed += resumes;
    const pid_t child = begin(tool, watched + (resumes ? " --resume c" : ""));
    // However slow the machine is, every third run without a checkpoint lives long enough to write
    // one.
    if (!resumes && kills % 3 == 0) wait_for(tool.path("c"), child);
    usleep(static_cast<useconds_t>(microseconds(random)));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      ++kills;
      continue;
    }
    ASSERT_EQ(WEXITSTATUS(status), 0);
    expect_same_run(tool, "part", "whole");
    ++completed;
    for (const char* name : {"c", "part.csv", "part.json", "part.npy"}) {
      std::filesystem::remove(tool.path(name));
    }
  }
  const Ran last = tool.run(watched + (tool.has("c") ? " --resume c" : ""));
  ASSERT_EQ(last.code, 0) << last.error;
  expect_same_run(tool, "part", "whole");
  EXPECT_GT(resumed, 10) << completed << " completed in between";
  EXPECT_FALSE(tool.has("part.csv.partial"));
}

INSTANTIATE_TEST_SUITE_P(
    Runs, Killed,
    testing::Values("solve --objective rosenbrock --dim 60 --set l1:20 --gap-tolerance 0 --quiet "
                    "--max-iterations 40000",
                    "solve --objective least-squares --data table.csv --set l1:2 --quiet "
                    "--gap-tolerance 0 --step open-loop --max-iterations 40000"),
    [](const auto& test) { return test.index == 0 ? "rosenbrock" : "least_squares"; });

}  // namespace
}  // namespace acgd_test
