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

constexpr double kEntryShare = 0.75;
/// The standard deviation of an entry: it makes the minima about as deep as the published ones.
constexpr double kDeviation = 3.5;

Prepared prepare_simplex_quadratic(const Settings& settings) {
  const Index n = settings.quick ? 300 : 900;
  const Matrix hessian = 2 * kDeviation * indefinite_matrix(n, kEntryShare, settings.seed);
  return {.problem = {.f = std::make_shared<const Quadratic>(hessian, Vector(Vector::Zero(n))),
                      .set = std::make_shared<const Simplex>(n),
                      .x0 = Vector::Constant(n, 1 / static_cast<double>(n))},
          .options = stop_at_gap(settings),
          // Frobenius, as in the video experiment
          .lipschitz = [hessian] { return hessian.norm(); },
          .data = fmt::format("synthetic, {0} x {0}, seed {1}", n, settings.seed),
          .unpublished = "the paper's Q is not published"};
}

}  // namespace

Experiment simplex_quadratic() {
  return {.name = "simplex-quadratic",
          .title = "Non-convex quadratic over the simplex",
          .description =
              "x'Qx over the simplex in R^900, Q symmetric and indefinite with three "
              "quarters of its entries Gaussian, from the barycentre; not convex",
          .inferred =
              "How Q was drawn is not published: Gaussian entries of deviation 3.5 give values "
              "of the published size, not the published numbers.",
          .strategies = constrained_strategies(),
          .prepare = prepare_simplex_quadratic};
}

}  // namespace acgd::experiments
