#include "problem/step_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive_adjustable.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/continuous_greedy.hpp"
#include "acgd/step/fixed_step.hpp"
#include "acgd/step/inverse_square_root.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/open_loop.hpp"
#include "acgd/step/secant.hpp"
#include "acgd/step/short_step.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// Takes what the user said, and notes what it is in the end.
class Settings {
 public:
  template <class Number>
  void take(const char* name, const std::optional<Number>& said, Number& value) {
    if (said) value = *said;
    list.emplace_back(name, static_cast<double>(value));
  }
  void take(const char* name, const std::optional<double>& said, std::optional<double>& value,
            const char* otherwise) {
    value = said;
    list.emplace_back(name, said ? Step::Value(*said) : Step::Value(std::string(otherwise)));
  }

  std::vector<std::pair<std::string, Step::Value>> list;
};

Counting to_counting(const std::string& text) {
  if (text == "paper") return Counting::paper;
  if (text == "published") return Counting::published;
  refuse_name("counting", text, {"paper", "published"});
}

template <class Rule>
void take_adaptive(const StepParameters& said, Rule& rule, Settings& settings) {
  settings.take("gamma", said.gamma, rule.gamma);
  settings.take("beta", said.beta, rule.beta);
  settings.take("delta", said.delta, rule.delta, "1e-10 of the first estimate of L");
  settings.take("initial-lipschitz", said.initial_lipschitz, rule.initial_lipschitz, "probe");
}

Step adaptive_constant(const StepParameters& said, const std::string&) {
  AdaptiveConstant rule;
  Settings settings;
  take_adaptive(said, rule, settings);
  return {"adaptive-constant", rule, settings.list};
}

Step adaptive_adjustable(const StepParameters& said, const std::string&) {
  AdaptiveAdjustable rule;
  Settings settings;
  take_adaptive(said, rule, settings);
  settings.take("period", said.period, rule.period);
  const std::string counting = said.counting.value_or("paper");
  rule.counting = to_counting(counting);
  settings.list.emplace_back("counting", counting);
  return {"adaptive-adjustable", rule, settings.list};
}

Step backtracking(const StepParameters& said, const std::string&) {
  Backtracking rule;
  Settings settings;
  settings.take("beta", said.beta, rule.growth);
  settings.take("initial-lipschitz", said.initial_lipschitz, rule.initial_lipschitz, "probe");
  return {"backtracking", rule, settings.list};
}

Step short_step(const StepParameters& said, const std::string&) {
  Short rule;
  Settings settings;
  settings.take("lipschitz", said.lipschitz, rule.lipschitz, "of the objective");
  return {"short", rule, settings.list};
}

Step fixed(const StepParameters&, const std::string& length) {
  const Fixed rule{.length = to_number("step: the length", length)};
  return {"fixed", rule, {{"length", rule.length}}};
}

template <class Rule>
StepKind without_parameters(Kind words) {
  return {words, {}, [name = words.name](const StepParameters&, const std::string&) {
            return Step{name, Rule{}, {}};
          }};
}

std::vector<std::string> given(const StepParameters& p) {
  std::vector<std::string> names;
  const auto note = [&](const char* name, bool said) {
    if (said) names.emplace_back(name);
  };
  note("gamma", p.gamma.has_value());
  note("beta", p.beta.has_value());
  note("delta", p.delta.has_value());
  note("period", p.period.has_value());
  note("counting", p.counting.has_value());
  note("initial-lipschitz", p.initial_lipschitz.has_value());
  note("lipschitz", p.lipschitz.has_value());
  return names;
}

}  // namespace

const std::vector<StepKind>& step_kinds() {
  static const std::vector<StepKind> kinds = {
      {{"adaptive-constant", "adaptive-constant",
        "estimates the local Lipschitz constant from two gradients, scaled by a fixed optimism"},
       {"gamma", "beta", "delta", "initial-lipschitz"},
       adaptive_constant},
      {{"adaptive-adjustable", "adaptive-adjustable",
        "the same with an optimism that adjusts itself to how often it backtracks; the default"},
       {"gamma", "beta", "delta", "period", "counting", "initial-lipschitz"},
       adaptive_adjustable},
      {{"backtracking", "backtracking",
        "remembers the last constant, tries 0.9 of it, and doubles it until f falls enough"},
       {"beta", "initial-lipschitz"},
       backtracking},
      {{"short", "short", "the short step with a global Lipschitz constant"},
       {"lipschitz"},
       short_step},
      without_parameters<OpenLoop>({"open-loop", "open-loop", "2 / (k + 2), whatever f does"}),
      without_parameters<LineSearch>(
          {"line-search", "line-search", "the exact minimum along the line"}),
      without_parameters<Secant>(
          {"secant", "secant", "nearly the minimum along the line, by a few secant steps"}),
      without_parameters<InverseSquareRoot>(
          {"nonconvex", "nonconvex", "1 / sqrt(k + 1), for non-convex functions"}),
      without_parameters<ContinuousGreedy>(
          {"continuous-greedy", "continuous-greedy", "1 / max-iterations at each of them"}),
      {{"fixed", "fixed:T", "the same length T at every iteration"}, {}, fixed}};
  return kinds;
}

Step make_step(const std::string& text, const StepParameters& parameters) {
  const std::size_t colon = text.find(':');
  const StepKind& kind = find_kind("step", text.substr(0, colon), step_kinds());
  if ((colon != std::string::npos) != (kind.syntax.find(':') != std::string::npos)) {
    throw InvalidInput(fmt::format("step = {}: must be {}", text, kind.syntax));
  }
  for (const std::string& name : given(parameters)) {
    if (std::find(kind.parameters.begin(), kind.parameters.end(), name) == kind.parameters.end()) {
      throw InvalidInput(fmt::format("{}: the step rule {} takes none", name, kind.name));
    }
  }
  return kind.make(parameters, colon == std::string::npos ? "" : text.substr(colon + 1));
}

bool uses_norm(const Step& step) {
  // Those with a Lipschitz constant, which belongs to a norm.
  const std::vector<std::string>& names = find_kind("step", step.name, step_kinds()).parameters;
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.ends_with("lipschitz"); });
}

void check_parameters(const std::vector<std::string>& rules, const StepParameters& parameters) {
  std::vector<std::string> taken;
  for (const std::string& rule : rules) {
    const StepKind& kind = find_kind("step", rule.substr(0, rule.find(':')), step_kinds());
    taken.insert(taken.end(), kind.parameters.begin(), kind.parameters.end());
  }
  for (const std::string& name : given(parameters)) {
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) {
      throw InvalidInput(fmt::format("{}: none of these step rules takes it", name));
    }
  }
}

Step make_step_of_many(const std::string& text, const StepParameters& parameters) {
  const StepKind& kind = find_kind("step", text.substr(0, text.find(':')), step_kinds());
  const auto takes = [&](const char* name) {
    return std::find(kind.parameters.begin(), kind.parameters.end(), name) != kind.parameters.end();
  };
  StepParameters taken = parameters;
  if (!takes("gamma")) taken.gamma.reset();
  if (!takes("beta")) taken.beta.reset();
  if (!takes("delta")) taken.delta.reset();
  if (!takes("period")) taken.period.reset();
  if (!takes("counting")) taken.counting.reset();
  if (!takes("initial-lipschitz")) taken.initial_lipschitz.reset();
  if (!takes("lipschitz")) taken.lipschitz.reset();
  return make_step(text, taken);
}

}  // namespace acgd::problem
