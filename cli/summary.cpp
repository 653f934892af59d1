#include "cli/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/human.hpp"
#include "cli/run_problem.hpp"

namespace acgd::cli {
namespace {

/// "  value          0.2\n"
std::string line(const std::string& name, const std::string& text) {
  return fmt::format("  {:<13}  {}\n", name, text);
}

/// How simple the solution is.
std::string simplicity(const Result& result) {
  const LowRank& factors = result.factors;
  if (factors.rank() > 0) {
    return line("rank", fmt::format("{} at most, of a {} x {} matrix", factors.rank(),
                                    factors.rows(), factors.cols()));
  }
  return line("non-zeros",
              fmt::format("{} of {}", (result.x.array() != 0).count(), result.x.size()));
}

}  // namespace

std::string to_text(const Summary& summary) {
  const auto& [problem, result, ended, scores, written] = summary;
  const bool constrained = problem.mode == Mode::constrained;
  std::string text =
      fmt::format("{}{} ({})\n", ended, is_converged(result.status) ? "" : ", not converged",
                  message_of(result, problem.mode));
  text += line("value", fmt::format("{:.10g}", result.value));
  text += line(measure_of(problem.mode), fmt::format("{:.6g}", result.gap));
  text += line("iterations", fmt::format("{}", result.counts.iterations));
  text += line("seconds", three_digits(result.seconds.total));
  text += line("problem", problem.objective.description);
  if (!problem.objective.targets.empty()) text += line("targets", problem.objective.targets);
  text += constrained ? line("set", problem.set->name())
                      : line("norm", "whose unit ball is the " + problem.set->name());
  text += simplicity(result);
  for (const auto& [name, score] : scores)
    text += line(name, fmt::format("{:.6g} (held out)", score));
  if (!written.empty()) text += line("written", fmt::format("{}", fmt::join(written, ", ")));
  return text;
}

}  // namespace acgd::cli
