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
  for (const Contender& contender : comparison.contenders) {
    if (contender.runs.empty()) continue;
    // A run that was there before its first step is drawn at it: the axis has no 0.
    const double spent = comparison.spread(contender, accuracy, cost).median;
    list.push_back({contender.name, cost == &Spent::seconds ? spent : std::max(1.0, spent)});
  }
  return list;
}

/// How many claims on an experiment have this verdict.
std::string count(const std::vector<report::Claim>& claims, const std::string& experiment,
                  const char* verdict) {
  const auto found = std::ranges::count_if(claims, [&](const report::Claim& claim) {
    return claim.about == experiment && claim.verdict == verdict;
  });
  return found == 0 ? "" : fmt::format("{}", found);
}

/// goal, first, its iterations, second, times
std::vector<std::string> standing_cells(const Comparison& comparison) {
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) return std::vector<std::string>(5);
  const Ranking ranking = comparison.ranking(*goal, kIterations);
  const auto name = [&](std::size_t place) {
    return comparison.contenders[ranking.places[place].strategy].name;
  };
  const Contender& first = comparison.contenders[ranking.places[0].strategy];
  std::vector<std::string> cells = {
      comparison.accuracies[*goal].text, name(0),
      fmt::format("{}", comparison.spread(first, *goal, kIterations).median), "", ""};
  if (ranking.places.size() > 1) {
    cells[3] = name(1);
    cells[4] = three_digits(ranking.lead.median);
  }
  return cells;
}

/// "adaptive-constant was first in 6 of 15 experiments, ..."
std::string overall(const std::vector<Standing>& standings) {
  std::map<std::string, int> firsts;
  std::vector<double> leads;
  std::size_t contests = 0;
  for (const auto& [experiment, comparison] : standings) {
    const std::optional<std::size_t> goal = comparison.tightest();
    if (!goal || !comparison.is_contest()) continue;
    ++contests;
    const Ranking ranking = comparison.ranking(*goal, kIterations);
    for (const Ranking::Place& place : ranking.places) {
      if (place.factor == 1) ++firsts[comparison.contenders[place.strategy].name];
    }
    if (ranking.places.size() > 1) leads.push_back(ranking.lead.median);
  }
  if (contests == 0) return "";
  std::vector<std::pair<std::string, int>> order(firsts.begin(), firsts.end());
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& one) { return one.second; });
  std::vector<std::string> list;
  for (const auto& [name, times] : order) {
    list.push_back(list.empty() ? fmt::format("{} was first or level in {} of {} experiments", name,
                                              times, contests)
                                : fmt::format("{} in {}", name, times));
  }
  std::string text = fmt::format("By iterations, {}.", fmt::join(list, ", "));
  if (leads.empty()) return text;
  return text + fmt::format(" In the median, the second took {} times as many as the first.",
                            three_digits(experiments::spread_of_ratios(leads).median));
}

}  // namespace

Comparison to_comparison(const experiments::Evaluation& evaluation) {
  Comparison comparison{.mode = evaluation.mode, .interrupted = evaluation.interrupted};
  for (int digit = 1; digit <= kMostDigits; ++digit) {
    comparison.accuracies.push_back({fmt::format("1e-{}", digit), std::pow(10.0, -digit)});
  }
  for (const experiments::Outcome& outcome : evaluation.outcomes) {
    const Trace& trace = outcome.result.trace;
    if (comparison.starts.empty() && !trace.empty()) {
      comparison.starts.push_back({.first_gap = trace.front().gap});
    }
    ComparedRun run;
    for (const Accuracy& accuracy : comparison.accuracies) {
      const double first = comparison.starts.empty() ? 0 : comparison.starts[0].first_gap;
      run.spent.push_back(experiments::spent_until(trace, accuracy.part * first));
    }
    comparison.contenders.push_back({.name = outcome.strategy});
    comparison.contenders.back().runs.push_back(std::move(run));
  }
  return comparison;
}

report::Race to_race(const Comparison& comparison, Comparison::Cost cost) {
  report::Race race{.title = fmt::format("{} to parts of the first gap", unit_of(cost)),
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
  report.overview = {{"experiment", "accuracy", "first", "iterations", "second", "times as many",
                      "claims that hold", "do not", "cannot be told"},
                     {}};
  for (const auto& [experiment, comparison] : standings) {
    std::vector<std::string> row = {experiment};
    for (std::string& cell : standing_cells(comparison)) row.push_back(std::move(cell));
    for (const char* verdict : {"holds", "does not hold", "cannot be told"}) {
      row.push_back(count(report.claims, experiment, verdict));
    }
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
