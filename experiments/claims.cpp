#include "experiments/claims.hpp"

#include <map>

#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr Measure iterations = Measure::iterations, seconds = Measure::seconds,
                  value = Measure::value, gap = Measure::gap, norm = Measure::gradient_norm;

const Strategies kAdaptive = {kConstant, kAdjustable};
const Strategies kThree = {kConstant, kAdjustable, kBacktracking};
const Strategies kFive = {kConstant, kAdjustable, kBacktracking, kShort, kOpenLoop};

Claim order(Measure measure, std::vector<Strategies> groups) {
  return {.test = Order{measure, std::move(groups)}};
}
Claim ends(Strategies converged, Strategies others) {
  return {.test = Ends{std::move(converged), std::move(others)}};
}
Claim figures(Measure measure, Strategies strategies, std::string remark = {}) {
  return {.test = Figures{measure, std::move(strategies)}, .remark = std::move(remark)};
}

using Table = std::map<std::string, std::vector<Claim>, std::less<>>;

Table constrained() {
  return {
      {"lasso",
       {ends(kThree, {kShort, kOpenLoop}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(value, {kThree, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, {kShort, kOpenLoop})}},
      {"matrix-balancing",
       {// The paper leaves short out: it was prohibitively slow.
        ends(kThree, {kOpenLoop, kShort}),
        order(iterations, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        figures(iterations, kThree,
                "the authors' code counts backtracks in another way than the paper says: try "
                "--counting published"),
        figures(value, {kConstant, kAdjustable, kBacktracking, kOpenLoop})}},
      {"logistic",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kAdjustable}, {kConstant, kBacktracking, kShort}}),
        figures(value, kFive), figures(gap, kFive)}},
      {"sigmoid-l1",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kFive),
        figures(gap, kFive)}},
      {"video",
       {order(gap, {{kConstant, kAdjustable, kBacktracking, kOpenLoop}, {kShort}}),
        order(seconds, {{kShort}, {kAdjustable}, {kOpenLoop}, {kBacktracking}, {kConstant}}),
        figures(iterations, kFive), figures(value, kFive), figures(gap, kFive)}},
      {"collaborative",
       {order(value, {{kOpenLoop}, {kConstant}, {kAdjustable}, {kBacktracking}, {kShort}}),
        order(gap, {{kAdjustable}, {kConstant}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kBacktracking}, {kAdjustable}, {kConstant}}),
        figures(value, kFive), figures(gap, kFive)}},
      {"simplex-quadratic",
       {ends({}, kFive),
        order(value, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(gap, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kShort, kOpenLoop}, {kAdjustable}, {kConstant}, {kBacktracking}}),
        figures(value, kFive)}},
  };
}

Table unconstrained() {
  return {
      {"least-squares-l2",
       {ends(kAdaptive, {kBacktracking}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, kThree)}},
      {"least-squares-l1",
       {ends({}, kThree), order(value, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(norm, {{kConstant}, {kAdjustable, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree)}},
      {"least-squares-linf",
       {ends({}, kThree), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kBacktracking}, {kAdjustable}, {kConstant}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree)}},
      {"sigmoid",
       {order(value, {kAdaptive, {kBacktracking}}),
        order(norm, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kThree)}},
      {"sum-of-squares",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree)}},
      {"rosenbrock",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kConstant}, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree)}},
      {"levy",
       {ends({kConstant}, {kAdjustable, kBacktracking}), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree)}},
      {"zakharov",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kBacktracking}, {kConstant}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree)}},
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

}  // namespace acgd::experiments
