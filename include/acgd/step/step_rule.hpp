#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// Result of a step rule at one iteration.
struct StepDecision {
  enum class Outcome {
    taken,
    precision_limit,  ///< no length passed the test within double precision
    unbounded,        ///< f decreases below any bound along the line
  };

  double length = 0;
  double lipschitz =
      std::numeric_limits<double>::quiet_NaN();  ///< final L, for rules that have one
  int backtracks = 0;
  bool decreases = false;  ///< f(x + length d) is finite and below f(x), beyond rounding error
  Outcome outcome = Outcome::taken;
};

/// A step rule in one run. It owns its state; choose() is called once per iteration, in order.
class StepRule {
 public:
  virtual ~StepRule() = default;
  virtual StepDecision choose(Line& line) = 0;

  /// Whether f never increases from step to step, up to rounding. Then a run in which neither f nor
  /// the gap has decreased for long is at its precision limit.
  virtual bool descends() const { return false; }

  /// Saves or loads the name of the rule, its parameters and its state between iterations. By
  /// default throws InvalidInput.
  virtual void visit(Archive& archive);
};

/// Properties of the run that a rule may use before it begins.
struct StepContext {
  bool constrained = true;  ///< x stays in the set, and no step is longer than 1
  Index max_iterations = 0;
  /// global Lipschitz constant in the norm of the run, if the objective has one; may be costly
  std::function<std::optional<double>()> lipschitz = [] { return std::nullopt; };
  /// ||grad f(x_0) - grad f(x^-1)||_* / ||x_0 - x^-1||, if the problem has an x^-1
  std::function<std::optional<double>()> first_estimate = [] { return std::nullopt; };
};

/// Any step rule, as a value: the parameter structs (AdaptiveConstant{.gamma = 0.5},
/// Short{.lipschitz = 3}, ...) convert to it, and so does a lambda that maps a Line to a length.
class StepChoice : public Choice<StepRule, StepContext> {
 public:
  template <Begins<StepRule, StepContext> Parameters>
  StepChoice(Parameters parameters) : Choice(std::move(parameters)) {}

  template <class Length>
  requires std::is_invocable_r_v<double, Length&, Line&> StepChoice(Length length)
      : Choice(Function{std::move(length)}) {}

 private:
  struct Function {
    std::function<double(Line&)> length;
    std::unique_ptr<StepRule> begin(const StepContext& context) const;
  };
};

/// The step rules of the library, with default parameters.
const std::vector<StepChoice>& known_step_rules();

}  // namespace acgd
