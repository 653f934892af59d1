// Measured runs on several ranks: the number of repetitions, and copies of objectives.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "app/experiments/evaluation.hpp"
#include "support/block_models.hpp"
#include "support/thread_team.hpp"

namespace acgd::experiments {
namespace {

/// A team that sleeps from its n-th synchronisation on.
class SleepyTeam final : public Team {
 public:
  SleepyTeam(std::shared_ptr<const Team> team, int sleeps_after)
      : team_(std::move(team)), sleeps_after_(sleeps_after) {}
  int rank() const override { return team_->rank(); }
  int size() const override { return team_->size(); }
  void gather(std::span<const std::byte> mine, std::span<const Index> counts,
              std::span<std::byte> all) const override {
    team_->gather(mine, counts, all);
    meet();
  }
  void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                std::span<std::byte> in, std::span<const Index> in_counts) const override {
    team_->exchange(out, out_counts, in, in_counts);
    meet();
  }
  int meetings() const { return meetings_; }

 private:
  void meet() const {
    if (++meetings_ == sleeps_after_) std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }

  std::shared_ptr<const Team> team_;
  int sleeps_after_;
  mutable int meetings_ = 0;
};

Problem small_problem() {
  return {std::make_shared<const LeastSquares>(Matrix(Matrix::Identity(8, 8)), Vector::Ones(8)),
          std::make_shared<const L1Ball>(8, 1.0), Vector::Zero(8)};
}

Options one_step(std::shared_ptr<const Team> team) {
  return {.step = OpenLoop{}, .max_iterations = 1, .gap_tolerance = 0.0, .team = std::move(team)};
}

// The run of the `slow` rank takes 0.15 s by its own clock, which allows 3 runs. The others' clocks
// stop before they wait for it, and would allow 5.
std::vector<int> repetitions(int ranks, int slow) {
  std::vector<int> repetitions(static_cast<std::size_t>(ranks));
  ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
    const auto counting = std::make_shared<const SleepyTeam>(team, 0);
    solve(small_problem(), one_step(counting));
    // The two warm-up runs have one step, too. At the last synchronisation clocks have been read
    // already.
    const int before_end = 3 * counting->meetings() - 1;
    const auto sleepy =
        std::make_shared<const SleepyTeam>(team, team->rank() == slow ? before_end : 0);
    const auto measured =
        measure(small_problem(), one_step(sleepy), [] { return StepChoice(OpenLoop{}); });
    repetitions[team->rank()] = measured.repetitions;
    if (team->rank() == slow) {
      EXPECT_GE(measured.slowest, 0.15);
    }
  });
  return repetitions;
}

TEST(MeasuredTeam, Rank0DecidesNumberOfRepetitions) {
  const std::vector<int> of_slow = repetitions(3, 0);
  EXPECT_LE(of_slow[0], 3);
  EXPECT_EQ(of_slow, std::vector<int>(3, of_slow[0]));
  const std::vector<int> of_fast = repetitions(3, 2);
  EXPECT_EQ(of_fast, std::vector<int>(3, of_fast[0]));
}

// 200 samples in 8 blocks: of eight ranks some have none.
TEST(FreshObjective, HasBlocksOfOriginal) {
  const acgd_test::Table table = acgd_test::block_table(200, 12);
  for (const int ranks : {1, 3, 8}) {
    SCOPED_TRACE(ranks);
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      const auto reduction = std::make_shared<const Reduction>(200, 8, team);
      const Vector targets = acgd_test::piece(table.targets, *reduction);
      const Vector weights = acgd_test::piece(table.weights, *reduction);
      for (const Intercept intercept : {Intercept::none, Intercept::profiled}) {
        for (const bool is_sparse : {false, true}) {
          const Design a = acgd_test::partition_design(table, is_sparse, reduction);
          for (const acgd_test::Model& model : acgd_test::block_models(intercept)) {
            SCOPED_TRACE(model.name);
            const auto f = model.make(a, targets, weights);
            acgd_test::expect_same_bits(acgd_test::run_of(*fresh(f), Corrective{}, 1, team),
                                        acgd_test::run_of(*f, Corrective{}, 1, team));
          }
        }
      }
    });
  }
}

}  // namespace
}  // namespace acgd::experiments
