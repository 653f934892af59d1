// Several ranks in one run: an event on one of them ends it for all, at the same iterate.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "acgd/acgd.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;
using Ranks = std::vector<Options>;

constexpr int kRanks = 3;

/// The same options on all ranks, to be changed on some of them.
Ranks everybody(const Options& options = {.gap_tolerance = 0.0}) { return Ranks(kRanks, options); }

Result run_in_team(const Options& options) {
  return minimize(acgd_test::rosenbrock(6), L1Ball(6, 2), Vector::Zero(6), options);
}

std::vector<Result> run_all(const Ranks& ranks) {
  std::vector<Result> results(ranks.size());
  ThreadTeam::run(static_cast<int>(ranks.size()), [&](std::shared_ptr<const Team> team) {
    const auto rank = static_cast<std::size_t>(team->rank());
    Options options = ranks[rank];
    options.team = std::move(team);
    results[rank] = run_in_team(options);
  });
  return results;
}

/// The error message of each rank.
std::vector<std::string> refusals(const Ranks& ranks) {
  std::vector<std::string> sentences(ranks.size());
  ThreadTeam::run(static_cast<int>(ranks.size()), [&](std::shared_ptr<const Team> team) {
    const auto rank = static_cast<std::size_t>(team->rank());
    Options options = ranks[rank];
    options.team = std::move(team);
    sentences[rank] = refusal([&] { run_in_team(options); });
  });
  return sentences;
}

void expect_same_end(const std::vector<Result>& results, Status status) {
  for (const Result& result : results) {
    EXPECT_EQ(result.status, status) << result.message;
    EXPECT_EQ(result.message, results[0].message);
    EXPECT_EQ(result.counts.iterations, results[0].counts.iterations);
    EXPECT_TRUE(result.x == results[0].x);
  }
}

TEST(TeamRun, EqualsRunOfOneRank) {
  const Options options{.max_iterations = 300, .gap_tolerance = 0.0, .trace = true};
  const Result alone = run_in_team(options);
  for (const Result& result : run_all(everybody(options))) {
    EXPECT_TRUE(result.x == alone.x);
    ASSERT_EQ(result.trace.size(), alone.trace.size());
    for (std::size_t k = 0; k < alone.trace.size(); ++k) {
      EXPECT_EQ(result.trace[k].value, alone.trace[k].value);
    }
  }
}

TEST(TeamRun, InterruptOfAnyRankStopsAllAtSameIterate) {
  for (int rank = 0; rank < kRanks; ++rank) {
    std::stop_source source;
    Ranks ranks = everybody();
    ranks[rank].interrupt = source.get_token();
    ranks[rank].observer = [&](const Record& record) {
      if (record.iteration == 10) source.request_stop();
      return false;
    };
    const auto results = run_all(ranks);
    expect_same_end(results, Status::interrupted);
    EXPECT_EQ(results[0].counts.iterations, 11);
  }
}

TEST(TeamRun, ObserverOfAnyRankStopsAll) {
  for (int rank = 0; rank < kRanks; ++rank) {
    Ranks ranks = everybody();
    ranks[rank].observer = [](const Record& record) { return record.iteration == 20; };
    const auto results = run_all(ranks);
    expect_same_end(results, Status::stopped_by_observer);
    EXPECT_EQ(results[0].counts.iterations, 21);
  }
}

TEST(TeamRun, TimeLimitUsesClockOfRank0) {
  Ranks ranks = everybody({.max_iterations = 1000, .time_limit = 0.5, .gap_tolerance = 0.0});
  // Its time limit passes within one iteration, while the others could finish.
  ranks[0].observer = [](const Record& record) {
    if (record.iteration == 5) std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return false;
  };
  const auto results = run_all(ranks);
  expect_same_end(results, Status::time_limit);
  EXPECT_EQ(results[0].counts.iterations, 6);
}

/// The exception of each rank's run.
std::vector<std::string> failures(const Ranks& ranks) {
  std::vector<std::string> sentences(ranks.size());
  ThreadTeam::run(static_cast<int>(ranks.size()), [&](std::shared_ptr<const Team> team) {
    const auto rank = static_cast<std::size_t>(team->rank());
    Options options = ranks[rank];
    options.team = std::move(team);
    try {
      run_in_team(options);
    } catch (const std::out_of_range& error) {
      sentences[rank] = std::string("own: ") + error.what();
    } catch (const std::runtime_error& error) {
      sentences[rank] = error.what();
    }
  });
  return sentences;
}

TEST(TeamRun, ObserverExceptionEndsAll) {
  const std::string message = "the observer of rank 1 has failed: no more room";
  for (const Index when : {0, 7, 30}) {  // 30 is the last record
    Ranks ranks = everybody({.max_iterations = 30, .gap_tolerance = 0.0});
    ranks[1].observer = [=](const Record& record) -> bool {
      if (record.iteration == when) throw std::out_of_range("no more room");
      return false;
    };
    EXPECT_EQ(failures(ranks), (std::vector<std::string>{message, "own: no more room", message}));
  }
}

TEST(TeamRun, OptionsMustAgree) {
  Ranks ranks = everybody();
  ranks[2].max_iterations = 5;
  for (const std::string& sentence : refusals(ranks)) {
    EXPECT_EQ(sentence,
              "team: rank 2 has max_iterations = 5, rank 0 has max_iterations = 10000: all must "
              "have the same");
  }
  ranks = everybody();
  ranks[1].step = Short{};
  for (const std::string& sentence : refusals(ranks)) {
    EXPECT_NE(sentence.find("rank 1 has step = short, rank 0 has step = adaptive-adjustable"),
              std::string::npos)
        << sentence;
  }
  ranks = everybody();
  ranks[1].step = AdaptiveAdjustable{.gamma = 0.5};
  for (const std::string& sentence : refusals(ranks)) {
    EXPECT_NE(sentence.find("rank 1 has step.gamma = 0.5"), std::string::npos) << sentence;
  }
  // The number of threads may differ.
  ranks = everybody({.max_iterations = 5, .gap_tolerance = 0.0, .threads = 1});
  ranks[1].threads = 2;
  expect_same_end(run_all(ranks), Status::iteration_limit);
}

TEST(TeamRun, StartsMustAgree) {
  ThreadTeam::run(2, [](std::shared_ptr<const Team> team) {
    Vector x0 = Vector::Zero(6);
    if (team->rank() == 1) x0[3] = 1e-3;
    const std::string sentence =
        refusal([&] { minimize(acgd_test::rosenbrock(6), L1Ball(6, 2), x0, {.team = team}); });
    EXPECT_NE(sentence.find("rank 1 has checksum of x0"), std::string::npos) << sentence;
  });
}

TEST(TeamRun, SetsMustAgree) {
  ThreadTeam::run(2, [](std::shared_ptr<const Team> team) {
    const L1Ball set(6, team->rank() == 1 ? 3 : 2);
    const std::string sentence =
        refusal([&] { minimize(acgd_test::rosenbrock(6), set, Vector::Zero(6), {.team = team}); });
    EXPECT_NE(sentence.find("rank 1 has set = l1 ball of radius 3"), std::string::npos) << sentence;
  });
}

TEST(TeamRun, InvalidInputOnOneRankIsRejectedByAll) {
  ThreadTeam::run(3, [](std::shared_ptr<const Team> team) {
    const Index size = team->rank() == 1 ? 5 : 6;  // of f
    const std::string sentence = refusal([&] {
      minimize(acgd_test::rosenbrock(size), L1Ball(6, 2), Vector::Zero(6), {.team = team});
    });
    EXPECT_NE(sentence.find("must have 5 like the objective"), std::string::npos) << sentence;
  });
}

}  // namespace
}  // namespace acgd
