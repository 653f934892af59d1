#include "app/spec/rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "app/data/specification.hpp"

namespace acgd::spec {

const std::vector<StepKind>& step_kinds() {
  static const auto kinds = rule_kinds(known_step_rules());
  return kinds;
}

StepChoice make_step(const std::string& text, const Flags& flags, Hints* hints) {
  return make_rule("step", text, step_kinds(), flags, hints);
}

void check_flags(std::vector<StepChoice> steps, const Flags& flags) {
  for (const auto& [flag, value] : flags) {
    std::vector<std::string> names;
    bool taken = false;
    for (StepChoice& step : steps) {
      Description description = step.describe();
      taken = taken || find_flag(description, step.name(), flag) != nullptr;
      for (const Parameter& parameter : description) {
        const std::string name = dashed(parameter.name);
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    if (taken) continue;
    const bool one = steps.size() == 1;
    throw InvalidInput(
        flag, std::nullopt,
        one ? fmt::format("not a parameter of the step rule {}", steps[0].name())
            : "none of these step rules takes it",
        fmt::format("{} {}", one ? "it has" : "they have",
                    names.empty() ? "no parameters" : fmt::format("{}", fmt::join(names, ", "))));
  }
}

bool uses_norm(StepChoice step) {
  const Description description = step.describe();
  return std::any_of(description.begin(), description.end(), [](const Parameter& parameter) {
    return parameter.name.ends_with("lipschitz");
  });
}

const std::vector<DirectionKind>& direction_kinds() {
  static const auto kinds = rule_kinds(known_direction_rules());
  return kinds;
}

DirectionChoice make_direction(const std::string& text) {
  // Names of earlier versions.
  for (const auto& [former, name] :
       {std::pair("toward", FrankWolfe::name), std::pair("along", SteepestDescent::name)}) {
    if (text == former) {
      throw InvalidInput("direction", text, "unknown name", fmt::format("did you mean {}?", name));
    }
  }
  return make_rule("direction", text, direction_kinds(), {}, nullptr);
}

const char* const default_checkpoint_times = "60s";

CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text) {
  CheckpointOptions options;
  const bool has_unit = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0;
  if (has_unit) {
    try {
      options.every_seconds = to_seconds(argument, text);
    } catch (const InvalidInput&) {
      throw InvalidInput(argument, text,
                         "must be a number of iterations, as 500, or a time, as 30s, 5min or 2h");
    }
    require_positive(argument, options.every_seconds);
  } else {
    options.every = to_count(argument, text, 1);
  }
  return options;
}

}  // namespace acgd::spec
