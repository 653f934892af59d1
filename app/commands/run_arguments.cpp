#include "app/commands/run_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "acgd/core/error.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/threads.hpp"
#include "app/spec/sets.hpp"

namespace acgd::commands {

namespace {

/// Options that solve has flags of its own for.
bool is_output(const Parameter& parameter) {
  return parameter.name.starts_with("trace") || parameter.name.starts_with("checkpoint");
}

}  // namespace

void RunArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Step rule");
  // Those of other rules stand behind a colon only: a --tolerance of line search would be taken for
  // one of the run.
  std::set<std::string_view> seen;
  for (spec::StepKind& rule : rules_) {
    if (!spec::uses_norm(rule.choice)) continue;
    for (const Parameter& parameter : rule.choice.describe()) {
      if (seen.insert(parameter.name).second) arguments.add(parameter, parameters);
    }
  }
  arguments.add("--norm", norm,
                {"NORM",
                 "of the estimate, the decrease test and --gradient-tolerance; l2 unless given; "
                 "see: acgd list norms"});
  arguments.begin_group("Stopping");
  for (const Parameter& parameter : limits.describe()) {
    if (parameter.name == "feasibility_tolerance") arguments.begin_group("Running");
    if (!is_output(parameter)) arguments.add(parameter, given);
  }
  arguments.add_flag("--quiet", quiet, "print nothing but errors");
  arguments.add("--log-every", log_every,
                {"N", "a line on standard error at iterations 0, N, 2N, ... and the last one"});
}

std::vector<StepChoice> RunArguments::make_steps(const std::vector<std::string>& texts) const {
  std::vector<StepChoice> steps;
  spec::Hints hints;
  for (const std::string& text : texts) {
    steps.push_back(spec::make_step(text, parameters, &hints));
  }
  spec::check_flags(steps, parameters);
  if (given.contains("value_tolerance") && !limits.optimal_value) {
    throw InvalidInput("value-tolerance", "has no effect without --optimal-value");
  }
  const bool measured = std::any_of(steps.begin(), steps.end(), spec::uses_norm);
  if (norm && !measured && limits.gradient_tolerance == 0) {
    throw InvalidInput(
        "norm", *norm,
        fmt::format("has no effect on {}, nor without --gradient-tolerance",
                    steps.size() == 1 ? fmt::format("the step rule {}", steps[0].name())
                                      : "these step rules"));
  }
  for (const std::string& hint : hints) print(stderr, "acgd: {}\n", hint);
  return steps;
}

Options RunArguments::options(const spec::Shape& shape) const {
  use_threads(limits.threads);
  Options options = limits;
  options.norm = spec::make_norm(norm.value_or("l2"), shape);
  options.trace = true;
  return options;
}

}  // namespace acgd::commands
