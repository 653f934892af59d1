#include "cli/run_arguments.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "acgd/core/error.hpp"
#include "problem/norm_kinds.hpp"

namespace acgd::cli {

void RunArguments::add_to(CLI::App& command) {
  std::string group = "Step rule";
  const auto add = [&](const char* name, auto& variable, const char* sentence, const char* value) {
    return command.add_option(name, variable, sentence)->type_name(value)->group(group);
  };
  add("--gamma", parameters.gamma, "optimism of the adaptive rules, 0 < G <= 1; 0.25 unless given",
      "G");
  add("--beta", parameters.beta, "growth of L at each backtrack; 2 unless given", "B");
  add("--delta", parameters.delta, "keeps the estimate positive; 1e-10 unless given", "D");
  add("--period", parameters.period, "iterations between adjustments; 10 unless given", "R");
  add("--counting", parameters.counting, "how adaptive-adjustable counts backtracks",
      "paper|published");
  add("--initial-lipschitz", parameters.initial_lipschitz,
      "the estimate at x0; found by a probe unless given", "L");
  add("--lipschitz", parameters.lipschitz,
      "the global constant of the short step; the objective's own unless given", "L");
  add("--norm", norm, "of the estimate and the decrease test; see: acgd list norms", "NORM");
  group = "Stopping";
  add("--max-iterations", limits.max_iterations, "at most so many steps", "N")
      ->capture_default_str();
  add("--time-limit", limits.time_limit, "at most so many seconds", "SECONDS");
  add("--gap-tolerance", limits.gap_tolerance, "stop when the gap is at most this", "EPS")
      ->capture_default_str();
  add("--relative-gap-tolerance", limits.relative_gap_tolerance,
      "stop when the gap is at most this times |f|", "EPS")
      ->capture_default_str();
  add("--gradient-tolerance", limits.gradient_tolerance,
      "stop when the dual norm of the gradient is at most this", "EPS")
      ->capture_default_str();
  add("--optimal-value", limits.optimal_value, "the minimum of f, where it is known", "F");
  add("--value-tolerance", limits.value_tolerance,
      "stop when f is above --optimal-value by at most this", "EPS")
      ->capture_default_str();
  group = "Running";
  add("--threads", threads, "how many; all of the machine unless given", "N");
  command.add_flag("--quiet", quiet, "print nothing but errors")->group(group);
}

Options RunArguments::options(const problem::Shape& shape) const {
  if (threads != 0) require_at_least("threads", threads, 1);
#ifdef _OPENMP
  if (threads != 0) omp_set_num_threads(threads);
#endif
  Options options = limits;
  options.norm = problem::make_norm(norm, shape);
  options.trace = true;
  return options;
}

}  // namespace acgd::cli
