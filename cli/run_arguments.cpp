#include "cli/run_arguments.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "problem/norm_kinds.hpp"

namespace acgd::cli {
namespace {

/// Beyond what machines have; OpenMP ends the program where it cannot start all that it is told to.
constexpr int kMaxThreads = 1024;

}  // namespace

void use_threads(int count) {
  if (count < 0 || count > kMaxThreads) {
    throw InvalidInput(fmt::format("threads = {}: must be from 1 to {}", count, kMaxThreads));
  }
#ifdef _OPENMP
  if (count != 0) omp_set_num_threads(count);
#endif
}

void RunArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Step rule");
  arguments.add("--gamma", parameters.gamma,
                {"G", "optimism of the adaptive rules, 0 < G <= 1; 0.25 unless given"});
  arguments.add("--beta", parameters.beta, {"B", "growth of L at each backtrack; 2 unless given"});
  arguments.add(
      "--delta", parameters.delta,
      {"D", "keeps the estimate positive; 1e-10 of the first estimate of L unless given"});
  arguments.add("--period", parameters.period,
                {"R", "iterations between adjustments; 10 unless given", false, 1});
  arguments.add("--counting", parameters.counting,
                {"paper|published", "how adaptive-adjustable counts backtracks"});
  arguments.add("--initial-lipschitz", parameters.initial_lipschitz,
                {"L", "the estimate at x0; found by a probe unless given"});
  arguments.add("--lipschitz", parameters.lipschitz,
                {"L", "the global constant of the short step; the objective's own unless given"});
  arguments.add("--norm", norm,
                {"NORM",
                 "of the estimate, the decrease test and --gradient-tolerance; l2 unless given; "
                 "see: acgd list norms"});
  arguments.begin_group("Stopping");
  arguments.add("--max-iterations", limits.max_iterations, {"N", "at most so many steps"});
  arguments.add("--time-limit", Duration{limits.time_limit},
                {"SECONDS", "at most so many, as 90, 90s, 5min or 2h"});
  arguments.add("--gap-tolerance", limits.gap_tolerance,
                {"EPS", "stop when the gap is at most this"});
  arguments.add("--relative-gap-tolerance", limits.relative_gap_tolerance,
                {"EPS", "stop when the gap is at most this times |f|"});
  arguments.add("--gradient-tolerance", limits.gradient_tolerance,
                {"EPS", "stop when the dual norm of the gradient is at most this"});
  arguments.add("--optimal-value", limits.optimal_value,
                {"F", "the minimum of f, where it is known"});
  arguments.add("--value-tolerance", value_tolerance,
                {"EPS", "stop when f is above --optimal-value by at most this; 1e-6 unless given"});
  arguments.begin_group("Running");
  arguments.add("--threads", threads, {"N", "how many; all of the machine unless given", false, 1});
  arguments.add_flag("--quiet", quiet, "print nothing but errors");
  arguments.add("--log-every", log_every,
                {"N", "a line on standard error at iterations 0, N, 2N, ... and the last one"});
}

void RunArguments::check(const std::vector<problem::Step>& steps) const {
  if (value_tolerance && !limits.optimal_value) {
    throw InvalidInput("value-tolerance: says nothing without --optimal-value");
  }
  const bool measured = std::any_of(steps.begin(), steps.end(), problem::uses_norm);
  if (norm && !measured && limits.gradient_tolerance == 0) {
    throw InvalidInput(
        fmt::format("norm = {}: says nothing to {}, nor without --gradient-tolerance", *norm,
                    steps.size() == 1 ? "the step rule " + steps[0].name : "these step rules"));
  }
}

Options RunArguments::options(const problem::Shape& shape) const {
  use_threads(threads);
  Options options = limits;
  if (value_tolerance) options.value_tolerance = *value_tolerance;
  options.norm = problem::make_norm(norm.value_or("l2"), shape);
  options.trace = true;
  return options;
}

}  // namespace acgd::cli
