// Ranks that receive signals or die.
#include <gtest/gtest.h>

#include <random>

#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

/// A run that is long enough to be interrupted.
constexpr const char* kLongRun =
    "solve --objective rosenbrock --dim 60 --set l1:20 --gap-tolerance 0 --step fixed:1e-6 --quiet "
    "--max-iterations 100000000 --trace-every 1000 --trace t.csv --result r.json --checkpoint c";

/// Ranks of the tool, each of which writes its process id to a file.
std::string with_ids(int ranks, const std::string& words) {
  return Ranks::mpirun() + " -n " + std::to_string(ranks) + " sh -c 'echo $$ > id." +
         Ranks::number() + "; exec " ACGD_TOOL " " + words + "'";
}

class Signalled : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Signalled, AllRanksStopAtSamePointAndSaveIt) {
  const auto [signal, to] = GetParam();
  const Ranks tool;
  const std::string target =
      to == std::string("mpirun") ? "$all" : "$(cat id." + std::string(to) + ")";
  // After the run has started.
  const Ran ran = tool.shell(with_ids(3, kLongRun) +
                             " & all=$!\n"
                             "until [ -e t.csv.partial ]; do sleep 0.05; done; sleep 0.1\n"
                             "kill -s " +
                             std::string(signal) + " " + target + "\nwait $all");
  EXPECT_EQ(tool.json("r.json")["status"], "interrupted");
  const auto reached = tool.json("r.json")["counts"]["iterations"].get<long>();
  EXPECT_EQ(rows_of(tool.read("t.csv")).back()[0], static_cast<double>(reached));
  EXPECT_TRUE(tool.has("c"));
  // mpirun returns its own exit code if it receives the signal itself.
  if (to != std::string("mpirun")) {
    EXPECT_EQ(ran.code, signal == std::string("INT") ? 130 : 143) << ran.error;
    EXPECT_EQ(ran.error, "");
  }
}

INSTANTIATE_TEST_SUITE_P(By, Signalled,
                         testing::Values(std::pair("INT", "0"), std::pair("TERM", "2"),
                                         std::pair("INT", "mpirun"), std::pair("TERM", "mpirun")),
                         [](const auto& test) {
                           return std::string(test.param.first) + "_to_" + test.param.second;
                         });

/// Samples in blocks of 64, so that every rank has some.
std::string samples() {
  std::mt19937 random(3);
  std::string lines;
  for (int i = 0; i < 600; ++i) {
    lines += random() % 2 == 0 ? "1" : "-1";
    for (int j = 1; j <= 20; ++j) {
      if (random() % 3 != 0) continue;
      lines += " " + std::to_string(j) + ":" + std::to_string(static_cast<int>(random() % 9) - 4);
    }
    lines += "\n";
  }
  return lines;
}

/// The same run on any number of ranks, one of which may be killed.
TEST(KilledRank, KilledAtRandomAndResumedGivesSameBits) {
  const Ranks tool;
  tool.file("s.svm", samples());
  const std::string run =
      "solve --objective logistic --data s.svm --set l1:3 --gap-tolerance 0 --quiet --step "
      "open-loop --direction frank-wolfe --max-iterations 4000 --trace-every 5";
  const std::string plain = run + " --blocks 8 --trace w.csv --result w.json --solution w.npy";
  ASSERT_EQ(tool.Tool::run(plain).code, 0);
  const std::string watched =
      run + " --trace p.csv --result p.json --solution p.npy --checkpoint c --checkpoint-every 10";
  const char* given = std::getenv("ACGD_KILLS");
  const int wanted = given == nullptr ? 5 : std::atoi(given);
  std::mt19937 random(7);
  const auto below = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  int resumed = 0;
  for (int kills = 0; kills < wanted;) {
    const int ranks = 2 + below(3);
    const bool resumes = tool.has("c");
    // Starting takes longer than all iterations: most moments are after a checkpoint of this run.
    const std::string wait = below(5) == 0 ? "sleep 0.3"
                                           : "while kill -0 $all && ! [ -e id.0 -a c -nt id.0 ]\n"
                                             "do sleep 0.01; done 2> /dev/null";
    const Ran ran = tool.shell(
        "rm -f id.*\nexport OMPI_MCA_odls_base_sigkill_timeout=0\n" +  // kills at once
        with_ids(ranks, watched + (resumes ? " --resume c" : "")) + " & all=$!\n" + wait +
        "\nsleep 0." + std::to_string(below(3)) + std::to_string(below(10)) +
        "\nkill -9 $(cat id." + std::to_string(below(ranks)) + ") 2> /dev/null\nwait $all");
    if (ran.code != 0) {
      ++kills;
      resumed += resumes;
      continue;
    }
    expect_same_run(tool, "p", "w");
    for (const char* name : {"c", "p.csv", "p.json", "p.npy"}) {
      std::filesystem::remove(tool.path(name));
    }
  }
  const Ran last = tool.run(3, watched + (tool.has("c") ? " --resume c" : ""));
  ASSERT_EQ(last.code, 0) << last.error;
  expect_same_run(tool, "p", "w");
  EXPECT_GT(resumed, 0);
}

}  // namespace
}  // namespace acgd_test
