// Matrix completion with Huber's loss over the nuclear-norm ball.
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/movielens.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr double kNuclearRadius = 5000, kRho = 1;

/// 0 as a matrix of rank one, so that it is never made dense.
Atom zero_matrix(Index rows, Index cols) {
  Atom zero;
  Atom::RankOne& pair = zero.become_rank_one(rows, cols);
  pair.scale = 0;
  pair.left = Vector::Unit(rows, 0);
  pair.right = Vector::Unit(cols, 0);
  return zero;
}

Prepared prepare_collaborative(const Settings& settings) {
  const RatedItems data = movielens(settings);
  return {.problem = {.f = std::make_shared<const MatrixCompletion>(
                          data.users, data.items, data.ratings,
                          CompletionOptions{.loss = CompletionLoss::huber, .rho = kRho}),
                      .set = std::make_shared<const NuclearBall>(data.users, data.items,
                                                                 kNuclearRadius),
                      .x0 = zero_matrix(data.users, data.items)},
          .options = stop_at_gap(settings),
          .data = data.source,
          .unpublished = "the paper does not give the start"};
}

}  // namespace

Experiment collaborative() {
  return {.name = "collaborative",
          .title = "Collaborative filtering",
          .description =
              "the mean of Huber's loss (rho = 1) of the observed ratings over matrices "
              "of nuclear norm at most 5000, from 0",
          .inferred = "The paper does not give the start; 0 was assumed.",
          .strategies = constrained_strategies(),
          .prepare = prepare_collaborative};
}

}  // namespace acgd::experiments
