// An indefinite quadratic over the simplex.
#include <fmt/format.h>

#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/simplices.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
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
  const Vector start = Random("simplex start", settings.seed).uniform_vector(n, 0, 1);
  return {.problem = {.f = std::make_shared<const Quadratic>(hessian, Vector(Vector::Zero(n))),
                      .set = std::make_shared<const Simplex>(n),
                      .x0 = Vector(start / start.sum())},
          .options = stop_at_gap(settings),
          .data = fmt::format("synthetic, {0} x {0}, seed {1}", n, settings.seed),
          .origin = Origin::other,
          .missing =
              "Q of this stand-in is of another kind: the paper's is in a supplement that "
              "is not at hand"};
}

}  // namespace

Experiment simplex_quadratic() {
  return {
      .name = "simplex-quadratic",
      .title = "Non-convex quadratic over the simplex",
      .description =
          "x'Qx over the simplex in R^900, Q symmetric and indefinite with three "
          "quarters of its entries Gaussian, from a random point; not convex",
      .sources =
          "Notebook Standard_Quadratic_Optimization_Problem: Q is in the supplement "
          "INFORMSJoC/2024.0577, the start rand(900) over its sum, L of short 2853.8, twice the "
          "largest |eigenvalue| of Q.",
      .inferred =
          "Q: Gaussian entries of mean 0 and deviation 3.5 give values of the published size, "
          "with a larger L.",
      .strategies = constrained_strategies(),
      .prepare = prepare_simplex_quadratic};
}

}  // namespace acgd::experiments
