#include "acgd/fit/completion_fit.hpp"

#include <cmath>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "acgd/solve/solve.hpp"
#include "core/compose.hpp"
#include "fit/low_rank.hpp"

namespace acgd {
namespace {

/// The weighted mean of the squares.
double mean_square(const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    sum += o.weight * o.value * o.value;
    total += o.weight;
  }
  return sum / total;
}

double standard_deviation(const ObservedMatrix& seen) {
  const Biases mean = fit_biases(seen, {.biases = false});
  return std::sqrt(mean_square(subtract(seen, mean)));
}

/// Those of the run, with a tolerance if it has none.
Options run_options(const CompletionFitOptions& options, const MatrixCompletion& f) {
  Options run = options.run;
  if (run.gap_tolerance || run.relative_gap_tolerance) return run;
  run.gap_tolerance = options.tolerance * f.loss().value(Vector::Zero(f.loss().size()));
  return run;
}

}  // namespace

CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options, const LowRank& start) {
  validate(options);
  require_positive("radius", radius);
  Biases biases = fit_biases(seen, options.biases);
  const ObservedMatrix rest = subtract(seen, biases);
  const MatrixCompletion f(rest.rows, rest.cols, rest.entries, options.objective);
  const NuclearBall ball(rest.rows, rest.cols, radius);
  const Atom x0 = start_from(start, rest.rows, rest.cols, radius);
  Result result = solve(Mode::constrained, f, ball, x0, run_options(options, f));
  CompletionModel model = completion_model(seen, std::move(biases), result, options.truncation);
  model.set = compose("nuclear:{}", radius);
  return {std::move(model), std::move(result)};
}

CompletionModel completion_model(const ObservedMatrix& seen, Biases biases, const Result& result,
                                 double truncation) {
  CompletionModel model;
  model.biases = std::move(biases);
  model.factors = truncate(result.factors, seen, truncation * standard_deviation(seen));
  model.seen = SeenColumns(seen);
  model.value = result.value;
  model.gap = result.gap;
  model.scores = {{"train rmse", root_mean_square_error(model, seen)}};
  return model;
}

double rough_radius(const ObservedMatrix& seen, const BiasOptions& options) {
  double sum = 0;
  for (const Observation& o : subtract(seen, fit_biases(seen, options)).entries) {
    sum += o.value * o.value;
  }
  return sum > 0 ? 2 * std::sqrt(sum) : 1;
}

}  // namespace acgd
