// Runs on all ranks of mpirun equal those of one process, to the last bit.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "acgd/mpi/mpi_team.hpp"
#include "support/block_models.hpp"

namespace acgd_test {
namespace {

constexpr Index kSamples = 700;

/// A model of this rank's rows of a table.
SharedObjective spread(const Model& model, bool sparse, std::shared_ptr<const Team> team) {
  static const Table table = block_table(kSamples, 30);
  const auto reduction = std::make_shared<const Reduction>(kSamples, 8, std::move(team));
  return model.make(partition_design(table, sparse, reduction), piece(table.targets, *reduction),
                    piece(table.weights, *reduction));
}

struct Kind {
  std::string name;
  DirectionChoice direction;
  Intercept intercept = Intercept::none;
  bool sparse = false;
};

std::vector<Kind> kinds() {
  return {{"sparse", Auto{}, Intercept::none, true},
          {"dense", FrankWolfe{}},
          {"intercept", Corrective{}, Intercept::profiled, true},
          {"pairwise", Pairwise{}, Intercept::none, true}};
}

class OnRanks : public testing::TestWithParam<std::size_t> {
 protected:
  std::shared_ptr<const Team> team_ = mpi_team(MPI_COMM_WORLD);
};

TEST_P(OnRanks, RunEqualsThatOfOneProcess) {
  for (const Kind& kind : kinds()) {
    const Model model = block_models(kind.intercept)[GetParam()];
    SCOPED_TRACE(model.name + ", " + kind.name);
    const Outcome plain = run_of(*spread(model, kind.sparse, alone()), kind.direction, 2, alone());
    ASSERT_GT(plain.counts.iterations, 0);
    expect_same_bits(run_of(*spread(model, kind.sparse, team_), kind.direction, 2, team_), plain);
  }
}

TEST_P(OnRanks, CheckpointResumesOnAnyNumber) {
  for (const Kind& kind : kinds()) {
    const Model model = block_models(kind.intercept)[GetParam()];
    SCOPED_TRACE(model.name + ", " + kind.name);
    const SharedObjective here = spread(model, kind.sparse, team_);
    const SharedObjective whole = spread(model, kind.sparse, alone());
    const auto options = [&](Index iterations, std::shared_ptr<const Team> team) {
      return Options{.direction = kind.direction,
                     .max_iterations = iterations,
                     .gap_tolerance = 0.0,
                     .team = std::move(team)};
    };
    const Outcome plain = run_of(*whole, 2, options(9, alone()));
    const auto saved = [&](const Objective& f, Options half) {
      Checkpoint last;
      half.checkpoint.every = 1;  // some converge before
      half.checkpoint.save = [&](const Checkpoint& checkpoint) { last = checkpoint; };
      run_of(f, 2, std::move(half));
      return std::make_shared<Checkpoint>(last);
    };
    const auto of_team = saved(*here, options(4, team_));
    const auto of_one = saved(*whole, options(4, alone()));
    Options rest = options(9, team_);
    rest.resume = of_one;
    expect_same_bits(run_of(*here, 2, rest), plain);
    if (team_->rank() != 0) continue;  // has no checkpoint
    rest = options(9, alone());
    rest.resume = of_team;
    expect_same_bits(run_of(*whole, 2, rest), plain);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, OnRanks, testing::Range<std::size_t>(0, 6), [](const auto& test) {
  std::string name = block_models(Intercept::none)[test.param].name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

}  // namespace
}  // namespace acgd_test
