// Checkpoints of several ranks: a common one, saved by rank 0.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "support/problems.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

Result run_valley(Options options) {
  options.gap_tolerance = 0;
  return minimize(acgd_test::rosenbrock(6), L1Ball(6, 2), Vector::Zero(6), options);
}

TEST(TeamCheckpoint, IsSavedByRank0AndResumesAnywhere) {
  const Vector whole = run_valley({.max_iterations = 200}).x;
  for (const int before : {1, 3}) {
    Checkpoint saved;
    ThreadTeam::run(before, [&](std::shared_ptr<const Team> team) {
      Options options{.max_iterations = 100, .team = team};
      options.checkpoint.every = 30;
      options.checkpoint.save = [&, team](const Checkpoint& checkpoint) {
        EXPECT_EQ(team->rank(), 0);
        saved = checkpoint;
      };
      run_valley(options);
    });
    EXPECT_EQ(saved.iteration, 100);
    for (const int after : {1, 2, 4}) {
      ThreadTeam::run(after, [&](std::shared_ptr<const Team> team) {
        Options options{.max_iterations = 200, .team = team};
        // The other ranks need not have the file.
        if (team->rank() == 0) options.resume = std::make_shared<Checkpoint>(saved);
        EXPECT_TRUE(run_valley(options).x == whole);
      });
    }
  }
}

TEST(TeamCheckpoint, Rank0DecidesWhenToSave) {
  ThreadTeam::run(3, [&](std::shared_ptr<const Team> team) {
    Options options{.max_iterations = 400, .team = team};
    options.checkpoint.every_seconds = 1e-6;
    Index saved = 0;
    // Only rank 0 saves, and all must take part at the same time.
    if (team->rank() == 0) options.checkpoint.save = [&](const Checkpoint&) { ++saved; };
    EXPECT_EQ(run_valley(options).counts.iterations, 400);
    if (team->rank() == 0) {
      EXPECT_GT(saved, 3);
    }
  });
}

TEST(TeamCheckpoint, IsNotSavedUnlessRank0Saves) {
  ThreadTeam::run(2, [&](std::shared_ptr<const Team> team) {
    Options options{.max_iterations = 20, .team = team};
    options.checkpoint.every = 5;
    if (team->rank() == 1) options.checkpoint.save = [](const Checkpoint&) { FAIL(); };
    EXPECT_EQ(run_valley(options).counts.iterations, 20);
  });
}

TEST(TeamCheckpoint, SaveErrorEndsAllRanks) {
  ThreadTeam::run(3, [&](std::shared_ptr<const Team> team) {
    Options options{.max_iterations = 300, .team = team};
    options.checkpoint.every = 50;
    options.checkpoint.save = [](const Checkpoint& checkpoint) {
      if (checkpoint.iteration == 100) throw std::runtime_error("the disk is full");
    };
    const Result result = run_valley(options);
    EXPECT_EQ(result.status, Status::checkpoint_failed);
    EXPECT_EQ(result.message, "the disk is full");
    EXPECT_EQ(result.counts.iterations, 100);
  });
}

}  // namespace
}  // namespace acgd
