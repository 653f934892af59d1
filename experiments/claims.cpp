#include "experiments/claims.hpp"

#include <map>

#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr Measure iterations = Measure::iterations, seconds = Measure::seconds,
                  value = Measure::value, gap = Measure::gap, norm = Measure::gradient_norm,
                  median_l = Measure::lipschitz, spread_of_l = Measure::lipschitz_spread,
                  least_l = Measure::lipschitz_least, largest_l = Measure::lipschitz_largest;

const Strategies kAdaptive = {kConstant, kAdjustable};
const Strategies kThree = {kConstant, kAdjustable, kBacktracking};
const Strategies kFive = {kConstant, kAdjustable, kBacktracking, kShort, kOpenLoop};
/// These two have no estimate of L.
const Strategies kPlain = {kShort, kOpenLoop};

Claim order(Measure measure, std::vector<Strategies> groups) {
  return {.test = Order{measure, std::move(groups)}};
}
Claim ends(Strategies converged, Strategies others) {
  return {.test = Ends{std::move(converged), std::move(others)}};
}
Claim figures(Measure measure, Strategies strategies) {
  return {.test = Figures{measure, std::move(strategies)}};
}
Claim above(Measure measure, Strategies strategies, double bound) {
  return {.test = Bounds{.measure = measure, .strategies = std::move(strategies), .above = bound}};
}
Claim below(Measure measure, Strategies strategies, double bound) {
  return {.test = Bounds{.measure = measure, .strategies = std::move(strategies), .below = bound}};
}

using Table = std::map<std::string, std::vector<Claim>, std::less<>>;

Table constrained() {
  return {
      {"lasso",
       {ends(kThree, {kShort, kOpenLoop}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(value, {kThree, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, kPlain),
        // "tightly concentrated in a low, effective range", "wide fluctuations, from below 4,000 to
        // over 8,000"
        order(spread_of_l, {{kAdjustable}, {kBacktracking}}),
        order(median_l, {{kAdjustable}, {kBacktracking}}), below(least_l, {kBacktracking}, 4000),
        above(largest_l, {kBacktracking}, 8000)}},
      {"matrix-balancing",
       {// The paper leaves short out: it was prohibitively slow.
        ends(kThree, {kOpenLoop, kShort}),
        order(iterations, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kConstant}, {kAdjustable}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, {kConstant, kAdjustable, kBacktracking, kOpenLoop}),
        // "low, stable Lipschitz estimates", "wider fluctuations"
        order(median_l, {kAdaptive, {kBacktracking}}),
        order(spread_of_l, {kAdaptive, {kBacktracking}})}},
      {"logistic",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kAdjustable}, {kConstant, kBacktracking, kShort}}),
        figures(value, kThree), figures(value, kPlain), figures(gap, kThree), figures(gap, kPlain),
        // "stable and efficient local Lipschitz estimates"
        order(spread_of_l, {{kAdjustable}, {kBacktracking}})}},
      {"sigmoid-l1",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kThree),
        figures(value, kPlain), figures(gap, kThree), figures(gap, kPlain),
        // "fluctuate significantly", "sufficiently bounded": by twice the L of f, 3.134; "relative
        // stability of the adaptive methods"
        above(spread_of_l, kThree, 2), below(largest_l, kThree, 6.268),
        order(spread_of_l, {kAdaptive, {kBacktracking}})}},
      {"video",
       {order(gap, {{kConstant, kAdjustable, kBacktracking, kOpenLoop}, {kShort}}),
        order(seconds, {{kShort}, {kAdjustable}, {kOpenLoop}, {kBacktracking}, {kConstant}}),
        figures(iterations, kFive), figures(value, kFive), figures(gap, kFive),
        // "low, stable Lipschitz estimates", "higher variability"
        order(median_l, {kAdaptive, {kBacktracking}}),
        order(spread_of_l, {{kConstant}, {kBacktracking}}),
        order(spread_of_l, {{kAdjustable}, {kBacktracking}})}},
      {"collaborative",
       {order(value, {{kOpenLoop}, {kConstant}, {kAdjustable}, {kBacktracking}, {kShort}}),
        order(gap, {{kAdjustable}, {kConstant}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kBacktracking}, {kAdjustable}, {kConstant}}),
        figures(value, kThree), figures(value, kPlain), figures(gap, kThree),
        figures(gap, kPlain)}},
      {"simplex-quadratic",
       {ends({}, kFive),
        order(value, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(gap, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kShort, kOpenLoop}, {kAdjustable}, {kConstant}, {kBacktracking}}),
        figures(value, kFive), figures(gap, kFive)}},
  };
}

Table unconstrained() {
  return {
      {"least-squares-l2",
       {ends(kAdaptive, {kBacktracking}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, kThree), figures(norm, kThree)}},
      {"least-squares-l1",
       {ends({}, kThree), order(value, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(norm, {{kConstant}, {kAdjustable, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"least-squares-linf",
       {ends({}, kThree), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kBacktracking}, {kAdjustable}, {kConstant}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"sigmoid",
       {order(value, {kAdaptive, {kBacktracking}}),
        order(norm, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"sum-of-squares",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree),
        // from k = 100 on: "more stable and lower Lipschitz estimates"
        order(spread_of_l, {{kConstant}, {kBacktracking}}),
        order(median_l, {{kConstant}, {kBacktracking}})}},
      {"rosenbrock",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kConstant}, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"levy",
       {ends({kConstant}, {kAdjustable, kBacktracking}), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"zakharov",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kBacktracking}, {kConstant}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
  };
}

}  // namespace

std::vector<Claim> claims(std::string_view experiment) {
  for (const Table& table : {constrained(), unconstrained()}) {
    if (const auto found = table.find(experiment); found != table.end()) return found->second;
  }
  return {};
}

std::vector<Claim> geometry_claims() {
  return {order(value, {{"l2"}, {"l1", "linf"}}), order(seconds, {{"l2"}, {"l1", "linf"}}),
          order(norm, {{"l2"}, {"l1", "linf"}})};
}

const std::vector<SummaryClaim>& summary_claims() {
  static const std::vector<SummaryClaim> list = {
      {"adjustable takes less time than constant and backtracking in most experiments",
       order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), Extent::most},
      {"short fails to converge in all experiments", ends({}, {kShort}), Extent::all},
      {"short ends above constant, adjustable and backtracking in all experiments",
       order(value, {kThree, {kShort}}), Extent::all},
      {"open-loop ends below constant, adjustable and backtracking in some experiments only",
       order(value, {{kOpenLoop}, kThree}), Extent::some}};
  return list;
}

}  // namespace acgd::experiments
