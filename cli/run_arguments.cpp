#include "cli/run_arguments.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "problem/norm_kinds.hpp"

namespace acgd::cli {
namespace {

/// Beyond what machines have; OpenMP ends the program where it cannot start all that it is told to.
constexpr int kMaxThreads = 1024;

}  // namespace

void RunArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Step rule");
  arguments.add("--gamma", parameters.gamma,
                {"G", "optimism of the adaptive rules, 0 < G <= 1; 0.25 unless given"});
  arguments.add("--beta", parameters.beta, {"B", "growth of L at each backtrack; 2 unless given"});
  arguments.add("--delta", parameters.delta,
                {"D", "keeps the estimate positive; 1e-10 unless given"});
  arguments.add("--period", parameters.period,
                {"R", "iterations between adjustments; 10 unless given"});
  arguments.add("--counting", parameters.counting,
                {"paper|published", "how adaptive-adjustable counts backtracks"});
  arguments.add("--initial-lipschitz", parameters.initial_lipschitz,
                {"L", "the estimate at x0; found by a probe unless given"});
  arguments.add("--lipschitz", parameters.lipschitz,
                {"L", "the global constant of the short step; the objective's own unless given"});
  arguments.add("--norm", norm,
                {"NORM", "of the estimate and the decrease test; see: acgd list norms"});
  arguments.begin_group("Stopping");
  arguments.add("--max-iterations", limits.max_iterations, {"N", "at most so many steps"});
  arguments.add("--time-limit", limits.time_limit, {"SECONDS", "at most so many seconds"});
  arguments.add("--gap-tolerance", limits.gap_tolerance,
                {"EPS", "stop when the gap is at most this"});
  arguments.add("--relative-gap-tolerance", limits.relative_gap_tolerance,
                {"EPS", "stop when the gap is at most this times |f|"});
  arguments.add("--gradient-tolerance", limits.gradient_tolerance,
                {"EPS", "stop when the dual norm of the gradient is at most this"});
  arguments.add("--optimal-value", limits.optimal_value,
                {"F", "the minimum of f, where it is known"});
  arguments.add("--value-tolerance", limits.value_tolerance,
                {"EPS", "stop when f is above --optimal-value by at most this"});
  arguments.begin_group("Running");
  arguments.add("--threads", threads, {"N", "how many; all of the machine unless given"});
  arguments.add_flag("--quiet", quiet, "print nothing but errors");
  arguments.add("--log-every", log_every,
                {"N", "a line on standard error at iterations 0, N, 2N, ... and the last one"});
}

Options RunArguments::options(const problem::Shape& shape) const {
  if (threads < 0 || threads > kMaxThreads) {
    throw InvalidInput(fmt::format("threads = {}: must be from 1 to {}", threads, kMaxThreads));
  }
#ifdef _OPENMP
  if (threads != 0) omp_set_num_threads(threads);
#endif
  Options options = limits;
  options.norm = problem::make_norm(norm, shape);
  options.trace = true;
  return options;
}

}  // namespace acgd::cli
