#include "acgd/direction/direction_rule.hpp"

#include <chrono>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "core/compose.hpp"
#include "direction/direction_rule.hpp"

namespace acgd {

const std::vector<DirectionChoice>& known_direction_rules() {
  static const std::vector<DirectionChoice> rules = {
      Auto{}, FrankWolfe{}, SteepestDescent{}, Away{}, Pairwise{}, BlendedPairwise{}, Corrective{}};
  return rules;
}

std::unique_ptr<DirectionRule> Oracle::corrective_rule(const DirectionContext&) const {
  return nullptr;
}

void DirectionRule::visit(Archive&) {
  throw InvalidInput("checkpoint", std::nullopt, "the direction rule keeps none",
                     "it would have to override DirectionRule::visit");
}

namespace {

/// Adds the wall time of a call, in seconds.
template <class Call>
void time_call(double& seconds, const Call& call) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  call();
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void OracleCalls::call(const Gradient& gradient, LmoResult& lmo) {
  time_call(seconds_, [&] { set_.minimize(gradient, lmo); });
  ++count_;
}

void OracleCalls::call_several(const Gradient& gradient, Index most, LmoResult& lmo) {
  time_call(seconds_, [&] { set_.minimize_several(gradient, most, lmo); });
  ++count_;
}

void OracleCalls::count_call(const std::function<void()>& call) {
  time_call(seconds_, call);
  ++count_;
}

void require_set(std::string_view rule, const DirectionContext& context) {
  if (context.constrained) return;
  throw InvalidInput(
      "direction", rule,
      "needs a set in which x stays, and this run is unconstrained: must be steepest-descent");
}

}  // namespace acgd
