#include "cli/standings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/text.hpp"

namespace acgd::cli {
namespace {

using experiments::Ranking;
using experiments::Spent;

constexpr Comparison::Cost kIterations = &Spent::iterations;
constexpr int kMostDigits = 10;
/// The lowest f is that of a run, which comes to every accuracy: beyond this one, that is all it says.
constexpr int kMostDigitsOfValue = 6;
/// So many goals are in a picture at most.
constexpr std::size_t kMostGoals = 3;

std::string unit_of(Comparison::Cost cost) {
  if (cost == &Spent::seconds) return "seconds";
  return cost == kIterations ? "iterations" : "oracle calls";
}

/// The accuracies that any rule came to, the tightest among them; of many, some.
std::vector<std::size_t> goals(const Comparison& comparison) {
  std::vector<std::size_t> reached;
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    if (!comparison.ranking(k, kIterations).places.empty()) reached.push_back(k);
  }
  if (reached.size() <= kMostGoals) return reached;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < kMostGoals; ++i) {
    some.push_back(reached[i * (reached.size() - 1) / (kMostGoals - 1)]);
  }
  return some;
}

/// What each rule took in the median, from all starts together.
std::vector<report::Race::Mark> marks(const Comparison& comparison, std::size_t accuracy,
                                      Comparison::Cost cost) {
  std::vector<report::Race::Mark> list;
  for (const std::size_t i : comparison.distinct()) {
    const Contender& contender = comparison.contenders[i];
    if (contender.runs.empty()) continue;
    // A run that was there before its first step is drawn at it: the axis has no 0.
    const double spent = comparison.spread(contender, accuracy, cost).median;
    list.push_back({contender.name, cost == &Spent::seconds ? spent : std::max(1.0, spent)});
  }
  return list;
}

/// "2 hold, 1 does not, 4 cannot be told" of the claims on an experiment.
std::string counted_claims(const std::vector<report::Claim>& claims,
                           const std::string& experiment) {
  const auto with = [&](const char* verdict) {
    return std::ranges::count_if(claims, [&](const report::Claim& claim) {
      return claim.about == experiment && claim.verdict == verdict;
    });
  };
  const auto holding = with("holds"), failing = with("does not hold");
  std::vector<std::string> parts;
  if (holding > 0) parts.push_back(fmt::format("{} {}", holding, holding == 1 ? "holds" : "hold"));
  if (failing > 0) parts.push_back(fmt::format("{} {} not", failing, failing == 1 ? "does" : "do"));
  if (const auto open = with("cannot be told"); open > 0) {
    parts.push_back(fmt::format("{} cannot be told", open));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// goal, those who were first, their iterations, the next one, times
std::vector<std::string> standing_cells(const Comparison& comparison) {
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) return std::vector<std::string>(5);
  const Ranking ranking = comparison.ranking(*goal, kIterations);
  std::vector<std::string> first, iterations;
  const Ranking::Place* next = nullptr;
  for (const Ranking::Place& place : ranking.places) {
    if (!place.level && next == nullptr) next = &place;
    if (!place.level) continue;
    const Contender& contender = comparison.contenders[place.strategy];
    first.push_back(comparison.full_name(place.strategy));
    iterations.push_back(
        fmt::format("{}", comparison.spread(contender, *goal, kIterations).median));
  }
  const auto same = std::ranges::count(iterations, iterations[0]) == std::ssize(iterations);
  if (same) iterations.resize(1);
  const std::string& accuracy = comparison.accuracies[*goal].text;
  return {comparison.convex ? accuracy : accuracy + " of f",
          fmt::format("{}{}", fmt::join(first, " and "), first.size() > 1 ? ", level" : ""),
          fmt::format("{}", fmt::join(iterations, " and ")),
          next == nullptr ? "" : comparison.full_name(next->strategy),
          next == nullptr ? "" : three_digits(next->factor)};
}

/// In how many experiments a rule was first.
struct Firsts {
  int alone = 0, level = 0;
};

/// "adaptive-constant was first in 6 and level with another rule in 2", of others in fewer words.
std::string told_firsts(const std::string& name, const Firsts& firsts, bool whole) {
  std::string text = name + (whole ? " was" : "");
  if (firsts.alone > 0) text += fmt::format("{} in {}", whole ? " first" : "", firsts.alone);
  if (firsts.level == 0) return text;
  return text + fmt::format("{} level{} in {}", firsts.alone > 0 ? (whole ? " and" : ",") : "",
                            whole ? " with another rule" : "", firsts.level);
}

/// "By iterations, of 15 experiments, adaptive-constant was first in 6 ..."
std::string overall(const std::vector<Standing>& standings) {
  std::map<std::string, Firsts> firsts;
  std::vector<double> leads;
  std::size_t contests = 0, alone = 0;
  for (const auto& [experiment, comparison] : standings) {
    const std::optional<std::size_t> goal = comparison.tightest();
    if (!goal || !comparison.is_contest()) continue;
    ++contests;
    const Ranking ranking = comparison.ranking(*goal, kIterations);
    std::vector<std::string> names;  // those of identical runs, too
    for (const Ranking::Place& place : ranking.places) {
      if (!place.level) continue;
      for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
        if (comparison.same_as(i).value_or(i) != place.strategy) continue;
        names.push_back(comparison.contenders[i].name);
      }
    }
    for (const std::string& name : names) {
      ++(names.size() > 1 ? firsts[name].level : firsts[name].alone);
    }
    if (ranking.places.size() > 1) leads.push_back(ranking.lead.median);
    if (ranking.places.size() == 1) ++alone;
  }
  if (contests == 0) return "";
  std::vector<std::pair<std::string, Firsts>> order(firsts.begin(), firsts.end());
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& one) {
    return std::pair(one.second.alone + one.second.level, one.second.alone);
  });
  std::vector<std::string> list;
  for (const auto& [name, its] : order) list.push_back(told_firsts(name, its, list.empty()));
  const bool by_value =
      std::ranges::any_of(standings, [](const Standing& one) { return !one.comparison.convex; });
  std::string text = fmt::format("By iterations{}, of {} experiment{}, {}.",
                                 by_value ? " (by f first where f is not known to be convex)" : "",
                                 contests, contests == 1 ? "" : "s", fmt::join(list, "; "));
  if (!leads.empty()) {
    text += fmt::format(" In the median, the second took {} times as many as the first{}",
                        three_digits(experiments::spread_of_ratios(leads).median),
                        alone > 0 ? fmt::format("; in {} no other rule came so far.", alone) : ".");
  }
  return text;
}

}  // namespace

Comparison to_comparison(const experiments::Evaluation& evaluation) {
  Comparison comparison{
      .mode = evaluation.mode, .convex = evaluation.convex, .interrupted = evaluation.interrupted};
  for (int digit = 1; digit <= (evaluation.convex ? kMostDigits : kMostDigitsOfValue); ++digit) {
    comparison.accuracies.push_back({fmt::format("1e-{}", digit), std::pow(10.0, -digit)});
  }
  std::vector<const Trace*> traces;
  for (const experiments::Outcome& outcome : evaluation.outcomes) {
    const Result& result = outcome.result;
    if (comparison.starts.empty()) {
      comparison.starts.push_back({.first_gap = result.trace.empty() ? 0 : result.trace[0].gap});
    }
    comparison.contenders.push_back({.name = outcome.strategy, .direction = result.direction});
    ComparedRun& run = comparison.contenders.back().runs.emplace_back();
    run.result.value = result.value;
    run.result.gap = result.gap;
    traces.push_back(&result.trace);
  }
  if (!traces.empty()) comparison.account(0, traces);
  return comparison;
}

report::Race to_race(const Comparison& comparison, Comparison::Cost cost) {
  report::Race race{
      .title = fmt::format("{} to parts of the {}", unit_of(cost), comparison.whole()),
      .unit = unit_of(cost),
      .rows = {}};
  if (comparison.interrupted) return race;
  for (const std::size_t k : goals(comparison)) {
    race.rows.push_back({comparison.accuracies[k].text, marks(comparison, k, cost)});
  }
  return race;
}

void tell_standings(report::Report& report, const std::vector<Standing>& standings) {
  report::Race race{
      .title = "Iterations to the tightest accuracy that any rule came to, over those of the first",
      .unit = "times the iterations of the first",
      .rows = {}};
  report.overview = {{"experiment", "accuracy", "first", "iterations", "next", "times as many"},
                     {}};
  if (!report.claims.empty()) report.overview.columns.emplace_back("the paper's claims");
  for (const auto& [experiment, comparison] : standings) {
    std::vector<std::string> row = {experiment};
    for (std::string& cell : standing_cells(comparison)) row.push_back(std::move(cell));
    if (!report.claims.empty()) row.push_back(counted_claims(report.claims, experiment));
    report.overview.rows.push_back(std::move(row));
    const std::optional<std::size_t> goal = comparison.tightest();
    if (!goal || comparison.interrupted) continue;
    std::vector<report::Race::Mark> list = marks(comparison, *goal, kIterations);
    const double least = std::ranges::min(list, {}, &report::Race::Mark::cost).cost;
    for (report::Race::Mark& mark : list) mark.cost /= least;
    race.rows.push_back({experiment, std::move(list)});
  }
  report.verdict = overall(standings);
  if (!race.rows.empty()) report.race = std::move(race);
}

}  // namespace acgd::cli
