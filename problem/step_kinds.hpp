#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "acgd/step/step_rule.hpp"
#include "problem/kind.hpp"

namespace acgd::problem {

/// What a user may say about a step rule; absent: the rule's own default.
struct StepParameters {
  std::optional<double> gamma = {};
  std::optional<double> beta = {};
  std::optional<double> delta = {};
  std::optional<int> period = {};
  std::optional<std::string> counting = {};  ///< paper or published
  std::optional<double> initial_lipschitz = {};
  std::optional<double> lipschitz = {};
};

/// A rule, with the values of its parameters as they are in the end.
struct Step {
  using Value = std::variant<double, std::string>;

  std::string name;
  StepChoice choice;
  std::vector<std::pair<std::string, Value>> settings;
};

struct StepKind : Kind {
  std::vector<std::string> parameters;  ///< names of the StepParameters it takes
  /// `length` is what follows the name, as the 0.1 of fixed:0.1
  std::function<Step(const StepParameters&, const std::string& length)> make;
};

const std::vector<StepKind>& step_kinds();

/// The rule that a text such as "adaptive-adjustable" or "fixed:0.1" names. Throws InvalidInput if
/// it names none, or does not take a parameter that is given.
Step make_step(const std::string& text, const StepParameters& parameters);

/// Whether lengths are measured in the norm of the run.
bool uses_norm(const Step& step);

/// Throws InvalidInput if a parameter is given that none of the rules takes.
void check_parameters(const std::vector<std::string>& rules, const StepParameters& parameters);

/// The same with parameters that the rule does not take left out: for several rules side by side.
Step make_step_of_many(const std::string& text, const StepParameters& parameters);

}  // namespace acgd::problem
