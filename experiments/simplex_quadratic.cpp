// An indefinite quadratic over the simplex.
#include <fmt/format.h>

#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/simplex.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/strategy.hpp"
#include "experiments/synthetic.hpp"

namespace acgd::experiments {
namespace {

constexpr double kDensity = 0.75;
/// The standard deviation of an entry: it makes the minima about as deep as the published ones.
constexpr double kDeviation = 7;

Problem prepare(const Settings& settings) {
  const Index n = settings.quick ? 300 : 900;
  const Matrix q = kDeviation * indefinite_matrix(n, kDensity, settings.seed);
  return {.objective = std::make_shared<const Quadratic>(q, Vector(Vector::Zero(n))),
          .set = std::make_shared<const Simplex>(n),
          .x0 = Vector::Constant(n, 1 / static_cast<double>(n)),
          .options = stop_at_gap(settings),
          .lipschitz = q.norm(),  // Frobenius, as in the video experiment
          .data = fmt::format("synthetic, {0} x {0}, seed {1}", n, settings.seed)};
}

}  // namespace

Experiment simplex_quadratic() {
  return {.name = "simplex-quadratic",
          .title = "Non-convex quadratic over the simplex",
          .description =
              "1/2 x'Qx over the simplex in R^900, Q symmetric and indefinite with three "
              "quarters of its entries Gaussian, from the barycentre; not convex",
          .inferred =
              "How Q was drawn is not published: Gaussian entries of deviation 7 give values "
              "of the published size, not the published numbers.",
          .strategies = constrained_strategies(),
          .prepare = prepare};
}

}  // namespace acgd::experiments
