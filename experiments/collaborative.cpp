// Matrix completion with Huber's loss over the nuclear-norm ball.
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/movielens.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr double kNuclearRadius = 5000, kRho = 1;

/// u v' with Gaussian u and v, scaled to the radius.
Atom gaussian_start(Index rows, Index cols, std::uint64_t seed) {
  Random random("collaborative start", seed);
  Atom start;
  Atom::RankOne& pair = start.become_rank_one(rows, cols);
  pair.scale = kNuclearRadius;
  pair.left = random.gaussian_vector(rows).normalized();
  pair.right = random.gaussian_vector(cols).normalized();
  return start;
}

Prepared prepare_collaborative(const Settings& settings) {
  const RatedItems data = movielens(settings);
  return {.problem = {.f = std::make_shared<const MatrixCompletion>(
                          data.users, data.items, data.ratings,
                          CompletionOptions{.loss = CompletionLoss::huber, .rho = kRho}),
                      .set = std::make_shared<const NuclearBall>(data.users, data.items,
                                                                 kNuclearRadius),
                      .x0 = gaussian_start(data.users, data.items, settings.seed)},
          .options = stop_at_gap(settings),
          .data = data.source,
          .origin = data.is_real ? Origin::recipe : Origin::other,
          .missing = data.is_real ? kOtherDraw : kStandIn};
}

}  // namespace

Experiment collaborative() {
  return {
      .name = "collaborative",
      .title = "Collaborative filtering",
      .description =
          "the mean of Huber's loss (rho = 1) of the observed ratings over matrices "
          "of nuclear norm at most 5000, from 5000 u v' / (||u|| ||v||) with Gaussian u, v",
      .sources =
          "Notebook Collaborative_filtering: MovieLens 100K, L of short 1e-5, the start that of "
          "the description after seed 23, the first estimate of L a Gaussian probe. Here: "
          "another draw of u and v.",
      .strategies = constrained_strategies(),
      .prepare = prepare_collaborative};
}

}  // namespace acgd::experiments
