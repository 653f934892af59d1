// The communication of a run: number of reductions, bytes, and the effect of a slow network.
#include <gtest/gtest.h>

#include <chrono>

#include "parallel/team.hpp"
#include "support/block_models.hpp"
#include "support/thread_team.hpp"

namespace acgd_test {
namespace {

using Seconds = std::chrono::duration<double>;

/// A team that counts calls and bytes.
class CountingTeam final : public Team {
 public:
  explicit CountingTeam(std::shared_ptr<const Team> team) : team_(std::move(team)) {}
  int rank() const override { return team_->rank(); }
  int size() const override { return team_->size(); }
  void gather(std::span<const std::byte> mine, std::span<const Index> counts,
              std::span<std::byte> all) const override {
    ++calls_;
    received_ += std::ssize(all) - std::ssize(mine);
    team_->gather(mine, counts, all);
  }
  void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                std::span<std::byte> in, std::span<const Index> in_counts) const override {
    ++calls_;
    const auto own = static_cast<std::size_t>(rank());
    received_ += std::ssize(in) - in_counts[own];
    sent_ += std::ssize(out) - out_counts[own];
    team_->exchange(out, out_counts, in, in_counts);
  }

  Index calls() const { return calls_; }
  Index received() const { return received_; }  ///< bytes, from others
  Index sent() const { return sent_; }          ///< bytes, to one other rank alone

 private:
  std::shared_ptr<const Team> team_;
  mutable Index calls_ = 0, received_ = 0, sent_ = 0;
};

TEST(Reductions, LongVectorsTransferTwiceTheirSizeOnAnyNumberOfRanks) {
  constexpr Index kLong = 100000, kSamples = 700;
  for (const int ranks : {2, 3, 4, 5, 6, 7, 8}) {
    SCOPED_TRACE(ranks);
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      const auto counted = std::make_shared<CountingTeam>(team);
      const Reduction reduction(kSamples, 8, counted);
      Vector sums(kLong);
      reduction.sum_long(
          kLong, [&](Reduction::Range, double* out) { std::fill(out, out + kLong, 1.0); },
          sums.data());
      EXPECT_EQ(sums, Vector::Constant(kLong, 8));
      EXPECT_EQ(counted->calls(), 2);
      constexpr auto kBytes = static_cast<double>(sizeof(double) * kLong);
      const double parts = static_cast<double>(ranks - 1) / ranks;
      // A few entries more or less, where the ranks do not divide the length.
      constexpr double kLoose = 1000;
      EXPECT_LE(static_cast<double>(counted->received()), 2 * kBytes + kLoose);
      if (8 % ranks == 0) {
        EXPECT_NEAR(static_cast<double>(counted->received()), 2 * parts * kBytes, kLoose);
        EXPECT_NEAR(static_cast<double>(counted->sent()), parts * kBytes, kLoose);
      }
    });
  }
}

/// A run over a team with its number of reductions.
struct CountedRun {
  Outcome outcome = {};
  Index calls = 0;
  double seconds = 0;
};

CountedRun run_logistic(const std::shared_ptr<const Team>& team, Index features, Options options,
                        Seconds delay = Seconds(0)) {
  constexpr Index kSamples = 700;
  const Table table = block_table(kSamples, features);
  const auto counted = std::make_shared<CountingTeam>(delayed_team(team, delay));
  const auto reduction = std::make_shared<const Reduction>(kSamples, 8, counted);
  const auto f = block_models(Intercept::none)[0].make(partition_design(table, true, reduction),
                                                       piece(table.targets, *reduction),
                                                       piece(table.weights, *reduction));
  options.team = counted;
  options.gap_tolerance = 0.0;
  const Index before = counted->calls();
  const auto begin = std::chrono::steady_clock::now();
  CountedRun run{.outcome = run_of(*f, 2, options)};
  run.seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
  run.calls = counted->calls() - before;
  return run;
}

// Gradient, value, line, and the decision to continue; a gradient of more than 4096 entries takes
// two reductions. Searching step rules add one or two per trial.
TEST(Reductions, IterationTakesFourOrFiveBesidesTrials) {
  for (const Index features : {30, 5000}) {
    for (const StepChoice& step : {StepChoice(OpenLoop{}), StepChoice(AdaptiveAdjustable{})}) {
      ThreadTeam::run(2, [&](const std::shared_ptr<const Team>& team) {
        const auto run = [&](Index iterations) {
          return run_logistic(
              team, features,
              {.direction = FrankWolfe{}, .step = step, .max_iterations = iterations});
        };
        const CountedRun few = run(10), more = run(30);
        const Index trials = more.outcome.counts.trials - few.outcome.counts.trials;
        const Index others = more.calls - few.calls - 20 * (features > 4096 ? 5 : 4);
        EXPECT_GE(others, trials);
        EXPECT_LE(others, 2 * trials);
      });
    }
  }
}

TEST(DelayedTeam, ChangesOnlyTime) {
  constexpr Seconds kDelay(2e-3);
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    const Options options{.max_iterations = 5};
    const CountedRun plain = run_logistic(team, 30, options);
    const CountedRun delayed = run_logistic(team, 30, options, kDelay);
    expect_same_bits(delayed.outcome, plain.outcome);
    EXPECT_EQ(delayed.calls, plain.calls);
    EXPECT_GT(delayed.calls, 5);
    EXPECT_GE(delayed.seconds, static_cast<double>(delayed.calls) * kDelay.count());
  });
}

}  // namespace
}  // namespace acgd_test
