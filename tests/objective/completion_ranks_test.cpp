// Matrix completion with ratings distributed over ranks: the same function, and the same bits for
// any distribution.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "objective/completion_examples.hpp"
#include "support/decompositions.hpp"
#include "support/effort.hpp"
#include "support/named_rule.hpp"
#include "support/ranks.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// The part of a list that a rank has read: later ranks more, the first of several none.
std::vector<Observation> part_of(const std::vector<Observation>& all, const Team& team) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const auto cut = [&](std::size_t rank) {
    return ranks == 1 ? rank * all.size()
                      : all.size() * rank * (rank - (rank > 0)) / (ranks * (ranks - 1));
  };
  const auto rank = static_cast<std::size_t>(team.rank());
  const auto begin = all.begin();
  return {begin + static_cast<Index>(cut(rank)), begin + static_cast<Index>(cut(rank + 1))};
}

Options few_steps(Index count, std::shared_ptr<const Team> team) {
  return {.max_iterations = count,
          .gap_tolerance = 0,
          .threads = 1,
          .team = std::move(team),
          .trace = true};
}

TEST(CompletionRanks, PartsOfListEqualWholeList) {
  std::vector<Observation> all(23);
  for (int k = 0; k < 23; ++k) all[k].row = k;
  for (const int ranks : {1, 2, 3, 8}) {
    std::vector<std::size_t> sizes(static_cast<std::size_t>(ranks));
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      sizes[team->rank()] = part_of(all, *team).size();
    });
    std::size_t sum = 0;
    for (const std::size_t size : sizes) sum += size;
    EXPECT_EQ(sum, 23);
    EXPECT_EQ(sizes[0], ranks == 1 ? 23 : 0);
  }
}

TEST(CompletionRanks, RunsHaveSameBits) {
  const NamedRule rules[] = {{"adaptive-constant", AdaptiveConstant{}},
                             {"adaptive-adjustable", AdaptiveAdjustable{}},
                             {"line-search", LineSearch{}},
                             {"secant", Secant{}},
                             {"short", Short{}}};
  for (const bool twice : {false, true}) {
    const auto observed = observations(70, 50, 0.2, twice);
    for (const CompletionLoss loss : {CompletionLoss::huber, CompletionLoss::squared}) {
      if (effort::is_sanitized() && twice != (loss == CompletionLoss::huber)) continue;
      for (const NamedRule& rule : rules) {
        SCOPED_TRACE(rule.name);
        expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
          const MatrixCompletion f(70, 50, part_of(observed, *team), {.loss = loss, .max_terms = 5},
                                   team);
          Options options = few_steps(effort::is_sanitized() ? 3 : 8, team);
          options.step = rule.step;
          return minimize(f, NuclearBall(70, 50, 40), options);
        });
      }
    }
  }
}

TEST(CompletionRanks, ChecksAndTolerancesUseAllRatings) {
  const auto observed = observations(30, 25, 0.4, true);
  expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
    const MatrixCompletion f(30, 25, part_of(observed, *team), {}, team);
    Options options = few_steps(60, team);
    options.check_oracle = true;
    options.check_gradient = true;
    options.gradient_tolerance = 0.02;
    return minimize(f, NuclearBall(30, 25, 1e3), options);
  });
}

TEST(CompletionRanks, SemidefiniteMatricesHaveSameBits) {
  for (const int side : {12, 40}) {
    const auto observed = observations(side, side, 0.5, true);
    for (const std::shared_ptr<const Oracle>& set :
         {std::shared_ptr<const Oracle>(std::make_shared<Spectraplex>(side, 6.0)),
          std::shared_ptr<const Oracle>(std::make_shared<Fantope>(side, 2))}) {
      SCOPED_TRACE(set->name());
      for (const DirectionChoice& direction :
           {DirectionChoice(FrankWolfe{}), DirectionChoice(Away{})}) {
        expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
          const MatrixCompletion f(side, side, part_of(observed, *team), {}, team);
          Options options = few_steps(effort::is_sanitized() ? 3 : 8, team);
          options.direction = direction;
          return minimize(f, *set, options);
        });
      }
    }
  }
}

TEST(CompletionRanks, FewColumnsLeaveRanksWithoutRatings) {
  for (const int cols : {1, 2, 5}) {
    const auto observed = observations(40, cols, 0.8, true);
    expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
      // Columns without ratings on both sides.
      std::vector<Observation> moved = part_of(observed, *team);
      for (Observation& o : moved) o.col += 3;
      const MatrixCompletion f(40, cols + 7, moved, {}, team);
      EXPECT_EQ(f.observations(), static_cast<Index>(observed.size()));
      return minimize(f, NuclearBall(40, cols + 7, 10), few_steps(8, team));
    });
  }
}

TEST(CompletionRanks, FewRatingsMatchFormula) {
  std::mt19937 random(32);
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int trial = 0; trial < (effort::is_sanitized() ? 4 : 30); ++trial) {
    const int rows = draw(1, 20), cols = draw(1, 20), ranks = draw(1, 8);
    auto observed = observations(rows, cols, 1, true);
    observed.resize(static_cast<std::size_t>(
        draw(1, std::min(trial % 2 == 0 ? 8 : 300, static_cast<int>(observed.size())))));
    const CompletionOptions formula{.loss = trial % 3 == 0 ? CompletionLoss::squared
                                                           : CompletionLoss::huber};
    SCOPED_TRACE(testing::Message() << observed.size() << " of " << rows << " x " << cols << ", "
                                    << ranks << " ranks");
    const auto solve_with = [&](const std::shared_ptr<const Team>& team) {
      const MatrixCompletion f(rows, cols, part_of(observed, *team), formula, team);
      return minimize(f, NuclearBall(rows, cols, 5), few_steps(8, team));
    };
    const Result plain = solve_with(alone());
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      expect_same_run(solve_with(team), plain);
    });
    const Function written = reference_function(rows, cols, observed, formula);
    const Matrix x = plain.factors.left * plain.factors.right.transpose();
    Vector g(x.size());
    written.gradient(x.reshaped(), g);
    const auto singular_values = [](const Matrix& m) { return acgd_test::jacobi_svd(m).values; };
    const double steepest = singular_values(g.reshaped(rows, cols))[0];
    const double gap = g.dot(Vector(x.reshaped())) + 5 * steepest;
    EXPECT_LE(singular_values(x).sum(), 5 * (1 + 1e-10));
    EXPECT_NEAR(plain.value, written.value(x.reshaped()), 1e-10 * (1 + plain.value));
    EXPECT_NEAR(plain.gap, gap, 1e-6 * (gap + 5 * steepest) + 1e-12);
  }
}

TEST(CompletionRanks, MatchesFormula) {
  const auto observed = observations(9, 14, 0.5, true);
  for (const CompletionLoss loss : {CompletionLoss::huber, CompletionLoss::squared}) {
    for (const Scaling scaling : {Scaling::mean, Scaling::sum}) {
      const CompletionOptions formula{.loss = loss, .scaling = scaling};
      const Function written = reference_function(9, 14, observed, formula);
      const Vector x = Vector::LinSpaced(126, -3, 4).array().sin();
      Vector expected(126);
      written.gradient(x, expected);
      const double largest = *MatrixCompletion(9, 14, observed, formula).lipschitz();
      for (const int ranks : {1, 2, 3, 8}) {
        ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
          const MatrixCompletion f(9, 14, part_of(observed, *team), formula, team);
          Vector g(126);
          f.gradient(x, g);
          EXPECT_NEAR(f.value(x), written.value(x), 1e-13 * written.value(x));
          EXPECT_LT((g - expected).norm(), 1e-14 * expected.norm());
          EXPECT_EQ(*f.lipschitz(), largest);
        });
      }
    }
  }
}

// Sums over the ratings of one entry depend on their order in the last bits.
TEST(CompletionRanks, RepeatedRatingsKeepOrderOfList) {
  std::vector<Observation> observed;
  for (int k = 0; k < 240; ++k) {
    observed.push_back({k % 3, k % 4, std::sin(1.7 * k) / (1 + k % 7), 1 + 0.1 * (k % 5)});
  }
  expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
    const MatrixCompletion f(3, 4, part_of(observed, *team), {.rho = 10}, team);
    EXPECT_EQ(f.observations(), 240);
    return minimize(f, NuclearBall(3, 4, 1), few_steps(20, team));
  });
  // 20 ratings of one entry, in order: the first are so large that they absorb the last.
  std::vector<Observation> hidden;
  for (int k = 0; k < 20; ++k) hidden.push_back({0, 0, 0, k == 0 ? 1e16 : 1.0});
  double sum = 0;
  for (const Observation& o : hidden) sum += o.weight;
  ASSERT_EQ(sum, 1e16);
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    const MatrixCompletion f(1, 1, part_of(hidden, *team),
                             {.loss = CompletionLoss::squared, .scaling = Scaling::sum}, team);
    Vector g(1);
    f.gradient(Vector::Constant(1, 0.5), g);
    EXPECT_EQ(g[0], sum);
  });
}

TEST(CompletionRanks, CheckpointResumesOnAnyNumberOfRanks) {
  for (const bool twice : {false, true}) {
    const auto observed = observations(40, 30, 0.3, twice);
    const auto solve_with = [&](const std::shared_ptr<const Team>& team, const Options& options) {
      const MatrixCompletion f(40, 30, part_of(observed, *team), {.max_terms = 4}, team);
      return minimize(f, NuclearBall(40, 30, 20), options);
    };
    Options whole = few_steps(24, alone());
    whole.step = AdaptiveAdjustable{};
    const Result expected = solve_with(alone(), whole);
    for (const int before : {1, 3}) {
      const auto saved = std::make_shared<Checkpoint>();
      ThreadTeam::run(before, [&](const std::shared_ptr<const Team>& team) {
        Options shorter = whole;
        shorter.team = team;
        shorter.max_iterations = 11;
        shorter.checkpoint.save = [&](const Checkpoint& checkpoint) {
          if (team->rank() == 0) *saved = checkpoint;
        };
        solve_with(team, shorter);
      });
      ASSERT_EQ(saved->iteration, 11);
      for (const int after : {1, 2, 8}) {
        ThreadTeam::run(after, [&](const std::shared_ptr<const Team>& team) {
          Options longer = whole;
          longer.team = team;
          longer.resume = saved;
          expect_same_run(solve_with(team, longer), expected);
        });
      }
    }
  }
}

TEST(CompletionRanks, AllRanksRejectBadRatingsWithSameMessage) {
  auto observed = observations(9, 7, 0.9);
  const auto refused = [&](int ranks) {
    std::vector<std::string> messages(static_cast<std::size_t>(ranks));
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      messages[team->rank()] =
          refusal([&] { MatrixCompletion(9, 7, part_of(observed, *team), {}, team); });
    });
    for (const std::string& one : messages) EXPECT_EQ(one, messages[0]);
    return messages[0];
  };
  for (const int ranks : {1, 2, 3, 8}) {
    EXPECT_EQ(refused(ranks), "");
    observed[30].row = 9;
    observed[45].row = 9;
    EXPECT_EQ(refused(ranks), refused(1));
    EXPECT_NE(refused(ranks).find("observed[30]: entry (9, "), std::string::npos);
    observed[30].row = observed[45].row = 0;
  }
  for (Observation& o : observed) o.weight = 0;
  EXPECT_EQ(refused(3), "weights: are all 0, at least one must be positive");
  observed.clear();
  EXPECT_EQ(refused(3), "observed: 0 entries, must be 1 to 2147483647 of them");
}

}  // namespace
}  // namespace acgd
