#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "acgd/core/state.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// Whether x stays in the set, or moves freely with the set as the unit ball of a norm.
enum class Mode { constrained, unconstrained };

/// What a rule decided at one point.
struct StepDecision {
  enum class Outcome {
    taken,
    precision_limit,  ///< no length passed the test before lengths lost their meaning
    unbounded,        ///< f falls below any bound along the line
  };

  double length = 0;
  double lipschitz =
      std::numeric_limits<double>::quiet_NaN();  ///< final L, for rules that have one
  int backtracks = 0;
  bool decreases = false;  ///< f(x + length d) is finite and below f(x), as far as f can tell
  Outcome outcome = Outcome::taken;
};

/// A step rule at work in one run. It owns its state; choose() is called once a point, in order.
class StepRule {
 public:
  virtual ~StepRule() = default;
  virtual StepDecision choose(Line& line) = 0;

  /// Whether f never rises from step to step, as far as f can tell: then a run that has long seen
  /// neither f nor the gap fall has come as far as rounding lets it.
  virtual bool descends() const { return false; }

  /// Which rule it is, its parameters, and what it remembers between two points. By default refuses
  /// with InvalidInput.
  virtual void visit(State& state);
};

/// What a rule may ask of the run before it begins.
struct StepContext {
  Mode mode = Mode::constrained;
  Index max_iterations = 0;
  /// a global Lipschitz constant in the norm of the run, if the objective knows one; may be costly
  std::function<std::optional<double>()> lipschitz = [] { return std::nullopt; };
};

/// Any step rule, as a value: the parameter structs (AdaptiveConstant{.gamma = 0.5},
/// Short{.lipschitz = 3}, ...) convert to it, and so does a lambda that maps a Line to a length.
class StepChoice {
 public:
  template <class Parameters>
  requires requires(const Parameters& p, const StepContext& c) {
    { p.begin(c) } -> std::convertible_to<std::unique_ptr<StepRule>>;
  }
  StepChoice(Parameters parameters)
      : begin_([parameters](const StepContext& context) { return parameters.begin(context); }) {}

  template <class Length>
  requires std::is_invocable_r_v<double, Length&, Line&> StepChoice(Length length)
      : begin_([length](const StepContext&) { return from_function(length); }) {}

  /// A fresh rule for one run; throws InvalidInput if it lacks something it needs.
  std::unique_ptr<StepRule> begin(const StepContext& context) const { return begin_(context); }

 private:
  static std::unique_ptr<StepRule> from_function(std::function<double(Line&)> length);

  std::function<std::unique_ptr<StepRule>(const StepContext&)> begin_;
};

}  // namespace acgd
