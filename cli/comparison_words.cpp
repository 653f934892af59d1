#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "cli/comparison.hpp"
#include "cli/run_problem.hpp"
#include "cli/text.hpp"
#include "report/svg_parts.hpp"

namespace acgd::cli {
namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;

const char* unit_of(Comparison::Cost cost) {
  if (cost == &Spent::seconds) return "seconds";
  return cost == &Spent::iterations ? "iterations" : "oracle calls";
}

/// What each place of a ranking spent, in the median of starts.
std::string spent_text(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost,
                       const Ranking::Place& place) {
  const Contender& contender = comparison.contenders[place.strategy];
  const double median = comparison.spread(contender, accuracy, cost).median;
  return cost == &Spent::seconds ? report::shown_number(median) + " s"
                                 : fmt::format("{:.10g}", median);
}

/// "; within a start, b took 0.8 to 2.1 times as many as a, 1.08 in the median": the ratio of two
/// medians may be another.
std::string within_a_start(const Comparison& comparison, const Ranking& ranking, const char* many) {
  const Spread& lead = ranking.lead;
  const auto name = [&](std::size_t i) {
    return comparison.contenders[ranking.places[i].strategy].name;
  };
  if (comparison.starts.size() < 2) return "";
  return fmt::format("; within a start, {} took {} to {} times as {} as {}, {} in the median",
                     name(1), three_digits(lead.lowest), three_digits(lead.highest), many, name(0),
                     three_digits(lead.median));
}

/// Nobody is clearly before the others: "By oracle calls, a and b were level at ...: 25 and 26."
std::string level_text(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost,
                       const Ranking& ranking) {
  const bool is_time = cost == &Spent::seconds;
  std::vector<Ranking::Place> level;
  std::ranges::copy_if(ranking.places, std::back_inserter(level), &Ranking::Place::level);
  // Times would put them in another order each time.
  if (is_time) std::ranges::sort(level, {}, &Ranking::Place::strategy);
  std::vector<std::string> names, spent;
  for (const Ranking::Place& place : level) {
    names.push_back(comparison.full_name(place.strategy));
    spent.push_back(spent_text(comparison, accuracy, cost, place));
    if (is_time) names.back() += " " + spent.back();
  }
  const std::string median = comparison.starts.size() > 1 ? " in the median" : "";
  if (is_time) {
    return fmt::format("By seconds, no rule was clearly first at {}: {}{}.",
                       comparison.goal(accuracy), fmt::join(names, ", "), median);
  }
  const bool same = std::ranges::count(spent, spent[0]) == std::ssize(spent);
  return fmt::format("By {}, {} were level at {}: {}{}{}.", unit_of(cost),
                     fmt::join(names, " and "), comparison.goal(accuracy),
                     same ? spent[0] : fmt::format("{}", fmt::join(spent, " and ")), median,
                     within_a_start(comparison, ranking, "many"));
}

/// Who came to the lowest f, alone: "By f, a was first: it ended at 0.18, b at 0.21."
std::string lowest_text(const Comparison& comparison, std::size_t strategy) {
  const auto value = [&](std::size_t i) { return comparison.contenders[i].runs[0].result.value; };
  std::optional<std::size_t> next;
  for (const std::size_t i : comparison.distinct()) {
    if (i == strategy || comparison.contenders[i].runs.empty()) continue;
    if (!next || value(i) < value(*next)) next = i;
  }
  std::string text =
      fmt::format("By f, {} was first: it ended at {}", comparison.full_name(strategy),
                  report::shown_value(value(strategy)));
  if (next) {
    text += fmt::format(", and {} at {}", comparison.full_name(*next),
                        report::shown_value(value(*next)));
  }
  return text + ".";
}

/// "By oracle calls, short was first at 1e-4 of the first gap: 10, against 18 of fixed:0.1 (1.80 times
/// as many)."
std::string verdict(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost) {
  const bool is_time = cost == &Spent::seconds, several = comparison.starts.size() > 1;
  const Ranking ranking = comparison.ranking(accuracy, cost);
  const Ranking::Place& first = ranking.places[0];
  if (ranking.places.size() == 1 && !comparison.convex && !several) {
    return lowest_text(comparison, first.strategy);
  }
  if (ranking.level_count() > 1) return level_text(comparison, accuracy, cost, ranking);
  std::string text = fmt::format("By {}, {} was first at {}", unit_of(cost),
                                 comparison.full_name(first.strategy), comparison.goal(accuracy));
  if (several) {
    text += fmt::format(" from {} of {} starts", first.first_from, comparison.starts.size());
  }
  text += fmt::format(": {}{}", spent_text(comparison, accuracy, cost, first),
                      several ? " in the median" : "");
  if (ranking.places.size() == 1) {
    return text + (several ? ", and no other rule came there from most starts."
                           : ", and no other rule came there.");
  }
  const Ranking::Place& second = ranking.places[1];
  const char* many = is_time ? "long" : "many";
  text += fmt::format(", against {} of {}", spent_text(comparison, accuracy, cost, second),
                      comparison.full_name(second.strategy));
  if (!several) {
    return text + fmt::format(" ({} times as {}).", three_digits(ranking.lead.median), many);
  }
  return text + within_a_start(comparison, ranking, many) + ".";
}

/// Why there is no ranking.
std::string no_verdict(const Comparison& comparison) {
  if (comparison.interrupted) return "Interrupted: not all of it was run, and there is no ranking.";
  std::string text = fmt::format("No rule came to {}{}", comparison.goal(0),
                                 comparison.starts.size() > 1 ? " from most starts" : "");
  std::optional<std::size_t> best;
  const auto gap = [&](std::size_t i) {
    const auto last = [](const ComparedRun& run) { return run.result.gap; };
    return spread_over(comparison.contenders[i], last).median;
  };
  for (const std::size_t i : comparison.distinct()) {
    if (std::isfinite(gap(i)) && (!best || gap(i) < gap(*best))) best = i;
  }
  text += ": there is no ranking.";
  if (!best) return text;
  return text + fmt::format(" {} ended at the smallest {}, {}.", comparison.full_name(*best),
                            measure_of(comparison.mode), report::shown_number(gap(*best)));
}

/// What the accuracies are, and why one may have a dash.
std::string about_accuracies(const Comparison& comparison) {
  std::string whole = "the " + comparison.whole();
  if (comparison.starts.size() == 1) {
    const ComparedStart& start = comparison.starts[0];
    whole +=
        fmt::format(", {:.4g} at x_0",
                    comparison.convex ? start.first_gap : start.first_value - start.lowest_value);
  }
  return fmt::format(
      "{}Accuracies are parts of {}. A rule that did not come so far before it ended has a dash.",
      comparison.convex ? "" : "f is not known to be convex: rules are ranked by f first. ", whole);
}

/// "gap tolerance from 4 starts, iteration limit from 1"
std::string counted_endings(const std::vector<ComparedRun>& runs) {
  std::map<std::string, int> counts;
  for (const ComparedRun& run : runs) ++counts[std::string(to_string(run.result.status))];
  std::string text;
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} from {}{}", text.empty() ? "" : ", ", status, count,
                        text.empty() ? (count == 1 ? " start" : " starts") : "");
  }
  return text;
}

}  // namespace

std::string verdict_of(const Comparison& comparison, Comparison::Cost cost) {
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) return no_verdict(comparison);
  return comparison.is_contest() ? verdict(comparison, *goal, cost) : "";
}

std::vector<std::string> sentences_of(const Comparison& comparison) {
  std::vector<std::string> sentences;
  if (const std::size_t starts = comparison.starts.size(); starts > 1) {
    sentences.push_back(fmt::format(
        "Numbers are medians of {} starts, of seeds {} to {}, with the lowest and the highest.",
        starts, *comparison.starts.front().seed, *comparison.starts.back().seed));
  }
  sentences.push_back(about_accuracies(comparison));
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) {
    sentences.push_back(no_verdict(comparison));
  } else if (comparison.is_contest()) {
    sentences.push_back(verdict(comparison, *goal, &Spent::oracle_calls));
    const std::string by_time = verdict(comparison, *goal, &Spent::seconds);
    if (by_time != sentences.back()) sentences.push_back(by_time);
  } else if (comparison.contenders.size() > comparison.distinct().size()) {
    sentences.emplace_back("All rules made the same run: none is first.");
  }
  return sentences;
}

std::vector<std::string> endings_of(const Comparison& comparison) {
  std::vector<std::string> endings;
  for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
    const Contender& contender = comparison.contenders[i];
    const std::string& name = contender.name;
    const std::vector<ComparedRun>& runs = contender.runs;
    if (!contender.refusal.empty()) {
      endings.push_back(fmt::format("{}: cannot run ({})", name, contender.refusal));
    } else if (const auto same = comparison.same_as(i)) {
      endings.push_back(
          fmt::format("{}: identical to {}", name, comparison.contenders[*same].name));
    } else if (comparison.starts.size() > 1) {
      endings.push_back(fmt::format("{}: {}", name, counted_endings(runs)));
    } else if (!runs.empty()) {
      const Result& result = runs.front().result;
      endings.push_back(fmt::format("{}: {} ({})", name, to_string(result.status),
                                    message_of(result, comparison.mode)));
    }
  }
  return endings;
}

}  // namespace acgd::cli
