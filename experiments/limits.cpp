#include "experiments/limits.hpp"

namespace acgd::experiments {

Options stop_at_gap(const Settings& settings) {
  return {.max_iterations = settings.quick ? 300 : 3000, .gap_tolerance = kTolerance};
}

Options stop_at_value(const Settings& settings, double optimal_value) {
  Options options = stop_at_gap(settings);
  options.gap_tolerance = 0;
  options.optimal_value = optimal_value;
  options.value_tolerance = kTolerance;
  return options;
}

}  // namespace acgd::experiments
