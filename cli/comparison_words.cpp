#include <fmt/format.h>

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

/// Times that differ by less are of no meaning.
constexpr double kClearlyFaster = 1.1;

/// "By seconds, short was first at 1e-4 of the first gap: 0.01 s, 1.8 times before fixed:0.1 (0.018 s)."
std::string verdict(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost) {
  const bool is_time = cost == &Spent::seconds, several = comparison.starts.size() > 1;
  const Ranking ranking = comparison.ranking(accuracy, cost);
  const auto name = [&](std::size_t place) -> const std::string& {
    return comparison.contenders[ranking.places[place].strategy].name;
  };
  const auto spent = [&](std::size_t place) {
    const Contender& contender = comparison.contenders[ranking.places[place].strategy];
    const double median = comparison.spread(contender, accuracy, cost).median;
    return is_time ? report::shown_number(median) + " s" : fmt::format("{:.10g}", median);
  };
  const char* unit = is_time                      ? "seconds"
                     : cost == &Spent::iterations ? "iterations"
                                                  : "oracle calls";
  std::string text =
      fmt::format("By {}, {} was first at {}", unit, name(0), comparison.goal(accuracy));
  if (several) {
    text += fmt::format(" from {} of {} starts", ranking.places[0].first_from,
                        comparison.starts.size());
  }
  text += fmt::format(": {}{}", spent(0), several ? " in the median" : "");
  if (ranking.places.size() == 1) {
    return text + (several ? ", and no other rule came there from most starts."
                           : ", and no other rule came there.");
  }
  const Spread& lead = ranking.lead;
  if (lead.median == 1) return text + fmt::format(", level with {}.", name(1));
  text += fmt::format(", {} times before {} ({})", three_digits(lead.median), name(1), spent(1));
  if (several) {
    text += fmt::format("; {} to {} times within a start", three_digits(lead.lowest),
                        three_digits(lead.highest));
    if (lead.lowest < 1) return text + ", so it depends on the start.";
  }
  const bool close = is_time && lead.median < kClearlyFaster;
  return text + (close ? ", which is too close to tell." : ".");
}

/// What the accuracies are, and why one may have a dash.
std::string about_accuracies(const Comparison& comparison) {
  const std::string measure = measure_of(comparison.mode);
  std::string first = "the first " + measure;
  if (comparison.starts.size() == 1) {
    first += fmt::format(", {:.4g} at x_0", comparison.starts[0].first_gap);
  }
  return fmt::format(
      "Accuracies are parts of {}. A rule that did not come so far before it ended has a dash.",
      first);
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
  return goal && comparison.is_contest() ? verdict(comparison, *goal, cost) : "";
}

std::vector<std::string> sentences_of(const Comparison& comparison) {
  std::vector<std::string> sentences;
  if (const std::size_t starts = comparison.starts.size(); starts > 1) {
    sentences.push_back(fmt::format(
        "Numbers are medians of {} starts, of seeds {} to {}, with the lowest and the highest.",
        starts, *comparison.starts.front().seed, *comparison.starts.back().seed));
  }
  sentences.push_back(about_accuracies(comparison));
  if (comparison.interrupted) {
    sentences.emplace_back("Interrupted: not all of it was run, and there is no ranking.");
  } else if (const auto k = comparison.tightest(); !k) {
    sentences.push_back(fmt::format("No rule came to {}{}: there is no ranking.",
                                    comparison.goal(0),
                                    comparison.starts.size() > 1 ? " from most starts" : ""));
  } else if (comparison.is_contest()) {
    sentences.push_back(verdict(comparison, *k, &Spent::oracle_calls));
    sentences.push_back(verdict(comparison, *k, &Spent::seconds));
  }
  return sentences;
}

std::vector<std::string> endings_of(const Comparison& comparison) {
  std::vector<std::string> endings;
  for (const auto& [name, options, refusal, runs] : comparison.contenders) {
    if (!refusal.empty()) {
      endings.push_back(fmt::format("{}: cannot run ({})", name, refusal));
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
