// A simulated slow network: runs take longer, and nothing else changes.
#include <gtest/gtest.h>

#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

constexpr const char* kDelayed =
    "solve --objective rosenbrock --dim 30 --set l1:20 --gap-tolerance 0 --max-iterations 40 "
    "--quiet";

double seconds_of(const Ranks& tool, const char* result) {
  return tool.json(result)["seconds"]["total"].get<double>();
}

TEST(DelayUnderMpirun, IsAddedToEveryReductionAndChangesNoBit) {
  const Ranks tool;
  ASSERT_EQ(tool.Tool::run(std::string(kDelayed) + " --result p.json --solution p.npy").code, 0);
  const Ran ran =
      tool.shell("ACGD_MPI_DELAY=5ms " +
                 Ranks::start(2, kDelayed + std::string(" --result d.json --solution d.npy")));
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_TRUE(tool.read("d.npy") == tool.read("p.npy"));
  EXPECT_EQ(without_time(tool.json("d.json")), without_time(tool.json("p.json")));
  // The ranks communicate at least once per iteration.
  EXPECT_GE(seconds_of(tool, "d.json"), 40 * 5e-3);
}

TEST(DelayUnderMpirun, MustBeTime) {
  const Ranks tool;
  const auto refusal = [&](const std::string& delay) {
    const Ran ran = tool.shell("ACGD_MPI_DELAY=" + delay + " " + Ranks::start(2, kDelayed));
    EXPECT_EQ(ran.code, 2);
    return ran.error;
  };
  EXPECT_EQ(refusal("soon"),
            "acgd: ACGD_MPI_DELAY = soon: must be seconds, as 90 or 90s, or 50ms, 5min, 2h\n");
  EXPECT_EQ(refusal("-1ms"), "acgd: ACGD_MPI_DELAY = -1ms: must be 0 or more, as 0.1ms\n");
}

}  // namespace
}  // namespace acgd_test
