#include "acgd/core/options.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

void validate(const Options& options) {
  require_at_least("max_iterations", options.max_iterations, 0);
  require_at_least("max_evaluations", options.max_evaluations, 0);
  if (!(options.time_limit >= 0)) {
    throw InvalidInput(compose("time_limit = {}: must be >= 0", options.time_limit));
  }
  require_non_negative("gap_tolerance", options.gap_tolerance);
  require_non_negative("relative_gap_tolerance", options.relative_gap_tolerance);
  require_non_negative("gradient_tolerance", options.gradient_tolerance);
  require_non_negative("value_tolerance", options.value_tolerance);
  require_non_negative("feasibility_tolerance", options.feasibility_tolerance);
  if (options.optimal_value && !std::isfinite(*options.optimal_value)) {
    throw InvalidInput(compose("optimal_value = {}: must be finite", *options.optimal_value));
  }
  if (options.threads) require_at_least("threads", *options.threads, 1);
  require_at_least("trace_every", options.trace_every, 1);
  require_at_least("checkpoint.every", options.checkpoint.every, 0);
  if (!(options.checkpoint.every_seconds > 0)) {
    throw InvalidInput(
        compose("checkpoint.every_seconds = {}: must be > 0", options.checkpoint.every_seconds));
  }
  if (!options.norm) throw InvalidInput("norm is null: must be a norm");
}

}  // namespace acgd
