#include "app/commands/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/run_problem.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "app/report/svg.hpp"

namespace acgd::commands {

namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;
using Json = nlohmann::ordered_json;

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"lowest", spread.lowest}, {"highest", spread.highest}};
}

/// Minimum ratio of times that are ranked: on a busy machine, times of the same run by two commands
/// may differ by this factor.
constexpr double kTimeMargin = 2;

/// Hash of iterates, steps, backtracks and oracle calls; without seconds, and without L, because
/// different estimates may lead to the same steps.
std::uint64_t checksum_of(const Trace& trace) {
  std::string bytes;
  const auto add = [&](const auto& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  for (const Record& record : trace) {
    add(record.iteration);
    add(record.value);
    add(record.gap);
    add(record.step);
    add(record.backtracks);
    add(record.oracle_calls);
  }
  return checksum(bytes);
}

/// Numbers that are not finite become null.
Json spent_json(const Accuracy& accuracy, const Spent& spent) {
  const auto count = [](double x) { return std::isfinite(x) ? Json(std::llround(x)) : Json(); };
  return {{"accuracy", accuracy.part},
          {"iterations", count(spent.iterations)},
          {"oracle_calls", count(spent.oracle_calls)},
          {"seconds", spent.seconds}};
}

Json run_json(const Comparison& comparison, const ComparedRule& compared_rule, std::size_t start) {
  const ComparedRun& run = compared_rule.runs[start];
  Options options = compared_rule.options;
  if (const auto tolerance = comparison.starts[start].gap_tolerance) {
    options.gap_tolerance = tolerance;
  }
  Json json = {{"name", compared_rule.name}};
  const auto place = static_cast<std::size_t>(&compared_rule - comparison.compared_rules.data());
  if (const auto same = comparison.same_as(place)) {
    json["identical_to"] = comparison.compared_rules[*same].name;
  }
  if (const auto seed = comparison.starts[start].seed) json["seed"] = *seed;
  json.update(to_json(run.result));
  json["setup_seconds"] = run.setup;
  json["repetitions"] = run.repetitions;
  for (std::size_t k = 0; k < run.spent.size(); ++k) {
    json["to_accuracy"].push_back(spent_json(comparison.accuracies[k], run.spent[k]));
  }
  for (const auto& [name, score] : run.scores) json["test"][name] = score;
  json["options"] = to_json(options);
  return json;
}

Json error_json(const ComparedRule& compared_rule) {
  return {{"name", compared_rule.name},
          {"status", "cannot run"},
          {"usable", false},
          {"converged", false},
          {"message", compared_rule.error->what()},
          {"options", to_json(compared_rule.options)}};
}

Json summary_json(const Comparison& comparison, const ComparedRule& compared_rule) {
  Json json = {{"name", compared_rule.name}, {"starts", compared_rule.runs.size()}};
  const auto put = [&](const char* name, const auto& number) {
    json[name] = spread_json(spread_over(compared_rule, number));
  };
  put("iterations", [](const ComparedRun& run) { return run.result.counts.iterations; });
  put("oracle_calls", [](const ComparedRun& run) { return run.result.counts.oracle_calls; });
  put("seconds", [](const ComparedRun& run) { return run.result.seconds.total; });
  put("setup_seconds", [](const ComparedRun& run) { return run.setup; });
  put("value", [](const ComparedRun& run) { return run.result.value; });
  put("gap", [](const ComparedRun& run) { return run.result.gap; });
  for (std::size_t i = 0; i < compared_rule.runs.front().scores.size(); ++i) {
    json["test"][compared_rule.runs.front().scores[i].first] = spread_json(
        spread_over(compared_rule, [i](const ComparedRun& run) { return run.scores[i].second; }));
  }
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    const auto of = [&](Comparison::Cost cost) {
      return spread_json(comparison.spread(compared_rule, k, cost));
    };
    json["to_accuracy"].push_back({{"accuracy", comparison.accuracies[k].part},
                                   {"starts", comparison.reached(compared_rule, k)},
                                   {"iterations", of(&Spent::iterations)},
                                   {"oracle_calls", of(&Spent::oracle_calls)},
                                   {"seconds", of(&Spent::seconds)}});
  }
  return json;
}

Json ranking_json(const Comparison& comparison, const Ranking& ranking) {
  Json order = Json::array();
  for (const Ranking::Place& place : ranking.places) {
    order.push_back({{"name", comparison.compared_rules[place.strategy].name},
                     {"factor", place.factor},
                     {"level", place.level},
                     {"first_from", place.first_from}});
  }
  return {{"starts", ranking.starts}, {"order", order}, {"lead", spread_json(ranking.lead)}};
}

}  // namespace

std::vector<Accuracy> to_accuracies(const std::vector<std::string>& texts) {
  std::vector<Accuracy> list;
  for (const std::string& text : texts) {
    const double part = spec::to_number("accuracies", text);
    if (!(part > 0 && part < 1)) {
      throw InvalidInput("accuracies", text,
                         "must be in (0, 1), a fraction of the first gap, as 1e-4");
    }
    for (const Accuracy& other : list) {
      if (other.part != part) continue;
      throw InvalidInput("accuracies", text, fmt::format("is the same as {}", other.text));
    }
    list.push_back({text, part});
  }
  std::ranges::sort(list, std::ranges::greater(), &Accuracy::part);
  return list;
}

Spread Comparison::spread(const ComparedRule& compared_rule, std::size_t accuracy,
                          Cost cost) const {
  return spread_over(compared_rule,
                     [&](const ComparedRun& run) { return run.spent[accuracy].*cost; });
}

std::size_t Comparison::reached(const ComparedRule& compared_rule, std::size_t accuracy) const {
  return static_cast<std::size_t>(std::ranges::count_if(compared_rule.runs, [&](const auto& run) {
    return std::isfinite(run.spent[accuracy].iterations);
  }));
}

void Comparison::account(std::size_t start, const std::vector<const Trace*>& traces) {
  ComparedStart& from = starts[start];
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i] == nullptr || traces[i]->empty()) continue;
    from.first_value = traces[i]->front().value;
    const double value = compared_rules[i].runs[start].result.value;
    if (std::isfinite(value) && !(from.lowest_value <= value)) from.lowest_value = value;
  }
  const double range = from.first_value - from.lowest_value;
  const auto spent = [&](const Trace& trace, double last_value, double part) {
    if (convex) return experiments::spent_until(trace, part * from.first_gap);
    const double goal = from.lowest_value + part * range;
    // A run that ends above the goal did not reach it.
    return std::isfinite(goal) && last_value <= goal ? experiments::spent_until_value(trace, goal)
                                                     : Spent();
  };
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i] == nullptr) continue;
    ComparedRun& run = compared_rules[i].runs[start];
    if (!traces[i]->empty()) run.checksum = checksum_of(*traces[i]);
    for (const Accuracy& accuracy : accuracies) {
      run.spent.push_back(spent(*traces[i], run.result.value, accuracy.part));
    }
  }
}

std::optional<std::size_t> Comparison::same_as(std::size_t compared_rule) const {
  const std::vector<ComparedRun>& runs = compared_rules[compared_rule].runs;
  if (runs.empty()) return std::nullopt;
  for (std::size_t i = 0; i < compared_rule; ++i) {
    const auto is_same = [](const ComparedRun& a, const ComparedRun& b) {
      return a.checksum != 0 && a.checksum == b.checksum;
    };
    if (std::ranges::equal(runs, compared_rules[i].runs, is_same)) return i;
  }
  return std::nullopt;
}

std::vector<std::size_t> Comparison::distinct() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < compared_rules.size(); ++i) {
    if (!same_as(i)) list.push_back(i);
  }
  return list;
}

std::string Comparison::full_name(std::size_t compared_rule) const {
  std::string others;
  for (std::size_t i = compared_rule + 1; i < compared_rules.size(); ++i) {
    if (same_as(i) == compared_rule)
      others += (others.empty() ? "" : ", ") + compared_rules[i].name;
  }
  const std::string& name = compared_rules[compared_rule].name;
  return others.empty() ? name : fmt::format("{} (identical: {})", name, others);
}

std::string Comparison::direction() const {
  std::vector<std::string> list;
  for (const ComparedRule& compared_rule : compared_rules) {
    const std::string& one = compared_rule.direction;
    if (!one.empty() && std::ranges::find(list, one) == list.end()) list.push_back(one);
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

Ranking Comparison::ranking(std::size_t accuracy, Cost cost) const {
  if (interrupted) return {};
  const bool is_time = cost == &Spent::seconds;
  std::vector<std::vector<double>> costs;
  std::vector<std::vector<experiments::Repeated>> repeated;
  for (std::size_t i = 0; i < compared_rules.size(); ++i) {
    // Rules that cannot run have infinite cost; identical rules count once.
    std::vector<double>& of_one = costs.emplace_back(starts.size(), Spent().*cost);
    repeated.emplace_back(starts.size());
    if (same_as(i)) continue;
    for (std::size_t s = 0; s < compared_rules[i].runs.size(); ++s) {
      const ComparedRun& run = compared_rules[i].runs[s];
      of_one[s] = run.spent[accuracy].*cost;
      if (!is_time) continue;
      const double total = run.result.seconds.total;
      repeated[i][s] = run.repetitions > 1 && total > 0
                           ? experiments::Repeated{run.fastest / total, run.slowest / total}
                           : experiments::kUnrepeated;
    }
  }
  return is_time ? experiments::rank(costs, kTimeMargin, repeated) : experiments::rank(costs);
}

bool Comparison::is_comparison() const {
  const auto has_run = [this](std::size_t i) { return !compared_rules[i].runs.empty(); };
  return !interrupted && std::ranges::count_if(distinct(), has_run) > 1;
}

std::string Comparison::whole() const {
  return convex ? "first " + measure_of(mode) : "first f - lowest f";
}

std::string Comparison::goal(std::size_t accuracy) const {
  return accuracies[accuracy].text + " of the " + whole();
}

std::optional<std::size_t> Comparison::tightest() const {
  for (std::size_t k = accuracies.size(); k-- > 0;) {
    if (!ranking(k, &Spent::oracle_calls).places.empty()) return k;
  }
  return std::nullopt;
}

Json to_json(const Comparison& comparison) {
  Json json;
  for (const Accuracy& accuracy : comparison.accuracies)
    json["accuracies"].push_back(accuracy.part);
  json["accuracy_of"] = comparison.whole();
  json["direction"] = comparison.direction();
  for (const ComparedStart& start : comparison.starts) {
    if (start.seed) json["seeds"].push_back(*start.seed);
    json["first_gaps"].push_back(start.first_gap);
    json["lowest_values"].push_back(start.lowest_value);
  }
  json["runs"] = Json::array();
  for (std::size_t s = 0; s < comparison.starts.size(); ++s) {
    for (const ComparedRule& compared_rule : comparison.compared_rules) {
      if (s < compared_rule.runs.size())
        json["runs"].push_back(run_json(comparison, compared_rule, s));
      if (s == 0 && compared_rule.error) json["runs"].push_back(error_json(compared_rule));
    }
  }
  json["summary"] = Json::array();
  for (const ComparedRule& compared_rule : comparison.compared_rules) {
    if (!compared_rule.runs.empty())
      json["summary"].push_back(summary_json(comparison, compared_rule));
  }
  json["ranking"] = Json::array();
  for (std::size_t k = 0; k < comparison.accuracies.size() && !comparison.interrupted; ++k) {
    const auto by = [&](Comparison::Cost cost) {
      return ranking_json(comparison, comparison.ranking(k, cost));
    };
    json["ranking"].push_back({{"accuracy", comparison.accuracies[k].part},
                               {"oracle_calls", by(&Spent::oracle_calls)},
                               {"seconds", by(&Spent::seconds)}});
  }
  json["sentences"] = sentences_of(comparison);
  return json;
}

namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;

const char* unit_of(Comparison::Cost cost) {
  if (cost == &Spent::seconds) return "seconds";
  return cost == &Spent::iterations ? "iterations" : "oracle calls";
}

/// Median cost of a place in a ranking.
std::string spent_text(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost,
                       const Ranking::Place& place) {
  const ComparedRule& compared_rule = comparison.compared_rules[place.strategy];
  const double median = comparison.spread(compared_rule, accuracy, cost).median;
  return cost == &Spent::seconds ? report::shown_number(median) + " s"
                                 : fmt::format("{:.10g}", median);
}

/// "; within a start, b took 0.8 to 2.1 times as many as a, 1.08 in the median": the median of
/// ratios may differ from the ratio of medians.
std::string within_a_start(const Comparison& comparison, const Ranking& ranking, const char* many) {
  const Spread& lead = ranking.lead;
  const auto name = [&](std::size_t i) {
    return comparison.compared_rules[ranking.places[i].strategy].name;
  };
  if (comparison.starts.size() < 2) return "";
  return fmt::format("; within a start, {} took {} to {} times as {} as {}, {} in the median",
                     name(1), three_digits(lead.lowest), three_digits(lead.highest), many, name(0),
                     three_digits(lead.median));
}

/// Tied rules: "By oracle calls, a and b were tied at ...: 25 and 26."
std::string level_text(const Comparison& comparison, std::size_t accuracy, Comparison::Cost cost,
                       const Ranking& ranking) {
  const bool is_time = cost == &Spent::seconds;
  std::vector<Ranking::Place> level;
  std::ranges::copy_if(ranking.places, std::back_inserter(level), &Ranking::Place::level);
  // The order by times differs from run to run.
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
  return fmt::format("By {}, {} were tied at {}: {}{}{}.", unit_of(cost), fmt::join(names, " and "),
                     comparison.goal(accuracy),
                     same ? spent[0] : fmt::format("{}", fmt::join(spent, " and ")), median,
                     within_a_start(comparison, ranking, "many"));
}

/// The only rule with the lowest f: "By f, a was first: it ended at 0.18, b at 0.21."
std::string lowest_text(const Comparison& comparison, std::size_t strategy) {
  const auto value = [&](std::size_t i) {
    return comparison.compared_rules[i].runs[0].result.value;
  };
  std::optional<std::size_t> next;
  for (const std::size_t i : comparison.distinct()) {
    if (i == strategy || comparison.compared_rules[i].runs.empty()) continue;
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

/// "By oracle calls, short was first at 1e-4 of the first gap: 10, against 18 of fixed:0.1 (1.80
/// times as many)."
std::string ranking_sentence(const Comparison& comparison, std::size_t accuracy,
                             Comparison::Cost cost) {
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
    return text + (several ? ", and no other rule reached it from most starts."
                           : ", and no other rule reached it.");
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

/// The reason why there is no ranking.
std::string no_ranking_sentence(const Comparison& comparison) {
  if (comparison.interrupted)
    return "Interrupted: not all runs were made, and there is no ranking.";
  std::string text = fmt::format("No rule reached {}{}", comparison.goal(0),
                                 comparison.starts.size() > 1 ? " from most starts" : "");
  std::optional<std::size_t> best;
  const auto gap = [&](std::size_t i) {
    const auto last = [](const ComparedRun& run) { return run.result.gap; };
    return spread_over(comparison.compared_rules[i], last).median;
  };
  for (const std::size_t i : comparison.distinct()) {
    if (std::isfinite(gap(i)) && (!best || gap(i) < gap(*best))) best = i;
  }
  text += ": there is no ranking.";
  if (!best) return text;
  return text + fmt::format(" {} ended at the smallest {}, {}.", comparison.full_name(*best),
                            measure_of(comparison.mode), report::shown_number(gap(*best)));
}

/// Explains the accuracies and the dashes in tables.
std::string about_accuracies(const Comparison& comparison) {
  std::string whole = "the " + comparison.whole();
  if (comparison.starts.size() == 1) {
    const ComparedStart& start = comparison.starts[0];
    whole +=
        fmt::format(", {:.4g} at x_0",
                    comparison.convex ? start.first_gap : start.first_value - start.lowest_value);
  }
  return fmt::format(
      "{}Accuracies are fractions of {}. A dash means that the rule stopped before it reached the "
      "accuracy.",
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

std::string summary_of(const Comparison& comparison, Comparison::Cost cost) {
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) return no_ranking_sentence(comparison);
  return comparison.is_comparison() ? ranking_sentence(comparison, *goal, cost) : "";
}

std::vector<std::string> sentences_of(const Comparison& comparison) {
  std::vector<std::string> sentences;
  if (const std::size_t starts = comparison.starts.size(); starts > 1) {
    sentences.push_back(fmt::format(
        "Numbers are medians over {} starts (seeds {} to {}), with the lowest and the highest.",
        starts, *comparison.starts.front().seed, *comparison.starts.back().seed));
  }
  sentences.push_back(about_accuracies(comparison));
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) {
    sentences.push_back(no_ranking_sentence(comparison));
  } else if (comparison.is_comparison()) {
    sentences.push_back(ranking_sentence(comparison, *goal, &Spent::oracle_calls));
    const std::string by_time = ranking_sentence(comparison, *goal, &Spent::seconds);
    if (by_time != sentences.back()) sentences.push_back(by_time);
  } else if (comparison.compared_rules.size() > comparison.distinct().size()) {
    sentences.emplace_back("All rules made the same run: there is no ranking.");
  }
  return sentences;
}

std::vector<std::string> endings_of(const Comparison& comparison) {
  std::vector<std::string> endings;
  for (std::size_t i = 0; i < comparison.compared_rules.size(); ++i) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    const std::string& name = compared_rule.name;
    const std::vector<ComparedRun>& runs = compared_rule.runs;
    if (compared_rule.error) {
      endings.push_back(fmt::format("{}: cannot run ({})", name, compared_rule.error->what()));
    } else if (const auto same = comparison.same_as(i)) {
      endings.push_back(
          fmt::format("{}: identical to {}", name, comparison.compared_rules[*same].name));
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

namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;

constexpr const char* kNothing = "-";
constexpr int kWhole = 10;  // maximum number of digits of counts

/// A column of numbers.
struct Figure {
  std::string name;
  std::function<Spread(const ComparedRule&)> of;
  int digits = 3;

  std::string shown(double x) const {
    return std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : kNothing;
  }
  /// Counts are shown as integers, others as all numbers of a page.
  std::string shown_on_page(double x) const {
    if (digits == kWhole || !std::isfinite(x)) return shown(x);
    return name == "value" ? report::shown_value(x) : report::shown_number(x);
  }
};

std::vector<Figure> end_figures(const Comparison& comparison) {
  const auto over = [](auto number) {
    return
        [number](const ComparedRule& compared_rule) { return spread_over(compared_rule, number); };
  };
  return {
      {"iterations", over([](const auto& run) { return run.result.counts.iterations; }), kWhole},
      {"seconds", over([](const auto& run) { return run.result.seconds.total; })},
      {"set-up", over([](const auto& run) { return run.setup; }), 2},
      {"value", over([](const auto& run) { return run.result.value; }), 8},
      {measure_of(comparison.mode), over([](const auto& run) { return run.result.gap; })}};
}

std::vector<Figure> score_figures(const Comparison& comparison) {
  std::vector<Figure> figures;
  for (const ComparedRule& compared_rule : comparison.compared_rules) {
    if (compared_rule.runs.empty()) continue;
    const spec::Scores& scores = compared_rule.runs.front().scores;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto score = [i](const ComparedRun& run) { return run.scores[i].second; };
      figures.push_back(
          {scores[i].first, [score](const ComparedRule& c) { return spread_over(c, score); }, 5});
    }
    break;  // identical for all
  }
  return figures;
}

std::vector<Figure> accuracy_figures(const Comparison& comparison, std::size_t accuracy) {
  const auto spent = [&comparison, accuracy](Comparison::Cost cost) {
    return [&comparison, accuracy, cost](const ComparedRule& compared_rule) {
      return comparison.spread(compared_rule, accuracy, cost);
    };
  };
  return {{"iterations", spent(&Spent::iterations), kWhole},
          {"oracle calls", spent(&Spent::oracle_calls), kWhole},
          {"seconds", spent(&Spent::seconds)}};
}

/// Whether it is the first place or tied with it.
bool is_first(const Ranking& ranking, std::size_t strategy) {
  return std::ranges::any_of(ranking.places, [&](const Ranking::Place& place) {
    return place.strategy == strategy && place.level;
  });
}

std::string first_in(const Comparison& comparison, std::size_t accuracy, std::size_t strategy) {
  const Ranking by_calls = comparison.ranking(accuracy, &Spent::oracle_calls);
  const Ranking by_time = comparison.ranking(accuracy, &Spent::seconds);
  const bool calls = is_first(by_calls, strategy);
  // Tied counts are exact; tied times are inconclusive.
  const bool seconds = by_time.level_count() == 1 && is_first(by_time, strategy);
  return calls && seconds ? "both" : calls ? "calls" : seconds ? "seconds" : "";
}

/// A row per rule; with several starts, its lowest and highest numbers below it.
report::Table spread_table(const Comparison& comparison, const std::string& title,
                           const std::vector<Figure>& figures) {
  report::Table table{{title}, {}};
  for (const Figure& figure : figures) table.columns.push_back(figure.name);
  const auto add = [&](const std::string& name, const ComparedRule& compared_rule,
                       double Spread::*member) {
    std::vector<std::string> row = {name};
    for (const Figure& figure : figures)
      row.push_back(figure.shown(figure.of(compared_rule).*member));
    table.rows.push_back(std::move(row));
  };
  for (const std::size_t i : comparison.distinct()) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    add(compared_rule.name, compared_rule, &Spread::median);
    if (comparison.starts.size() < 2 || compared_rule.runs.empty()) continue;
    add("  lowest", compared_rule, &Spread::lowest);
    add("  highest", compared_rule, &Spread::highest);
  }
  return table;
}

/// The same for the final results of all runs, including those that cannot run or are identical to
/// an earlier one.
report::Table end_table(const Comparison& comparison) {
  const report::Table distinct = spread_table(comparison, "strategy", end_figures(comparison));
  report::Table table{distinct.columns, {}};
  auto row = distinct.rows.begin();
  for (std::size_t i = 0; i < comparison.compared_rules.size(); ++i) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    if (comparison.same_as(i)) {
      table.rows.emplace_back(table.columns.size(), kNothing);
      table.rows.back()[0] = compared_rule.name;
      table.rows.back()[1] = "identical";
      continue;
    }
    table.rows.push_back(*row);
    if (compared_rule.error) table.rows.back()[1] = "cannot run";
    for (++row; row != distinct.rows.end() && row->front().starts_with(' '); ++row) {
      table.rows.push_back(*row);
    }
  }
  return table;
}

bool is_reached(const Comparison& comparison, std::size_t accuracy) {
  return std::ranges::any_of(comparison.compared_rules, [&](const ComparedRule& compared_rule) {
    return comparison.reached(compared_rule, accuracy) > 0;
  });
}

report::Table accuracy_table(const Comparison& comparison, std::size_t accuracy) {
  report::Table table =
      spread_table(comparison, comparison.goal(accuracy), accuracy_figures(comparison, accuracy));
  const bool several = comparison.starts.size() > 1, is_ranked = comparison.is_comparison();
  if (several) table.columns.emplace_back("starts");
  if (is_ranked) table.columns.emplace_back("first in");
  auto row = table.rows.begin();
  for (const std::size_t i : comparison.distinct()) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    if (several) {
      row->push_back(fmt::format("{}/{}", comparison.reached(compared_rule, accuracy),
                                 comparison.starts.size()));
    }
    if (is_ranked) row->push_back(first_in(comparison, accuracy, i));
    for (++row; row != table.rows.end() && row->front().starts_with(' '); ++row) {
      row->resize(table.columns.size());
    }
  }
  return table;
}

std::string cell_of(const Figure& figure, const Spread& spread) {
  const std::string median = figure.shown_on_page(spread.median);
  const std::string lowest = figure.shown_on_page(spread.lowest);
  const std::string highest = figure.shown_on_page(spread.highest);
  return lowest == highest ? median : fmt::format("{} ({} to {})", median, lowest, highest);
}

/// A row per rule, its name first.
report::Table page_table(const Comparison& comparison, const std::vector<Figure>& figures,
                         const std::vector<std::size_t>& rules) {
  report::Table table{{"strategy"}, {}};
  for (const Figure& figure : figures) table.columns.push_back(figure.name);
  for (const std::size_t i : rules) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    std::vector<std::string> row = {compared_rule.name};
    for (const Figure& figure : figures) {
      row.push_back(comparison.same_as(i) ? kNothing : cell_of(figure, figure.of(compared_rule)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The distinct statuses of its runs.
std::string ends_of(const Comparison& comparison, std::size_t i) {
  const ComparedRule& compared_rule = comparison.compared_rules[i];
  if (compared_rule.error) return fmt::format("cannot run: {}", compared_rule.error->what());
  if (const auto same = comparison.same_as(i)) {
    return "identical to " + comparison.compared_rules[*same].name;
  }
  std::vector<std::string> ends;
  for (const ComparedRun& run : compared_rule.runs) {
    const std::string end(to_string(run.result.status));
    if (std::ranges::find(ends, end) == ends.end()) ends.push_back(end);
  }
  return fmt::format("{}", fmt::join(ends, ", "));
}

/// Rank or number of non-zeros of the solutions of the first start, which are the ones kept.
Figure simplicity_figure(const Comparison& comparison) {
  const auto is_low_rank = [](const ComparedRule& compared_rule) {
    return !compared_rule.runs.empty() && compared_rule.runs.front().result.factors.rank() > 0;
  };
  const auto count = [is_low_rank](const ComparedRule& compared_rule) -> Spread {
    if (compared_rule.runs.empty()) return experiments::spread_of({});
    const Result& result = compared_rule.runs.front().result;
    const Index size =
        is_low_rank(compared_rule) ? result.factors.rank() : (result.x.array() != 0).count();
    return experiments::spread_of({static_cast<double>(size)});
  };
  const bool rank = std::ranges::any_of(comparison.compared_rules, is_low_rank);
  return {rank ? "rank" : "non-zeros", count, kWhole};
}

}  // namespace

report::Table to_table(const Comparison& comparison) {
  std::vector<Figure> figures = end_figures(comparison);
  const auto calls = [](const ComparedRun& run) { return run.result.counts.oracle_calls; };
  figures.insert(
      figures.begin() + 1,
      {"oracle calls", [calls](const ComparedRule& c) { return spread_over(c, calls); }, kWhole});
  figures.push_back(simplicity_figure(comparison));
  for (Figure& figure : score_figures(comparison)) figures.push_back(std::move(figure));
  std::vector<std::size_t> all(comparison.compared_rules.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  report::Table table = page_table(comparison, figures, all);
  table.columns.insert(table.columns.begin() + 1, "direction");
  table.columns.emplace_back("ended by");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].insert(table.rows[i].begin() + 1, comparison.compared_rules[i].direction);
    table.rows[i].push_back(ends_of(comparison, i));
  }
  return table;
}

report::Table cost_table(const Comparison& comparison) {
  std::vector<Figure> figures;
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    if (!is_reached(comparison, k)) continue;
    for (Figure& figure : accuracy_figures(comparison, k)) {
      if (figure.name == "iterations") continue;  // proportional to the iterations
      figure.name += " to " + comparison.accuracies[k].text;
      figures.push_back(std::move(figure));
    }
  }
  if (figures.empty()) return {};
  const std::vector<std::size_t> rules = comparison.distinct();
  report::Table table = page_table(comparison, figures, rules);
  const std::optional<std::size_t> tightest = comparison.tightest();
  if (!tightest || !comparison.is_comparison()) return table;
  table.columns.push_back("first to " + comparison.accuracies[*tightest].text + " in");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].push_back(first_in(comparison, *tightest, rules[i]));
  }
  return table;
}

std::string to_text(const Comparison& comparison) {
  std::string text = wrap("direction: " + comparison.direction()) + '\n';
  text += to_narrow_text(end_table(comparison));
  if (const auto scores = score_figures(comparison); !scores.empty()) {
    text += '\n' + to_narrow_text(spread_table(comparison, "held out", scores));
  }
  std::string unreached;
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    if (is_reached(comparison, k)) {
      text += '\n' + to_narrow_text(accuracy_table(comparison, k));
    } else if (comparison.tightest()) {
      unreached += fmt::format("No rule reached {}.\n", comparison.goal(k));
    }
  }
  text += '\n' + unreached;
  for (const std::string& sentence : sentences_of(comparison)) text += wrap(sentence) + '\n';
  for (const std::string& ending : endings_of(comparison)) text += wrap(ending) + '\n';
  return text;
}

namespace {

/// Evaluates every start before any rule runs, so that errors of the problem are not attributed to
/// a rule.
std::vector<ComparedStart> evaluate_starts(const ComparisonSetup& setup) {
  Options options = setup.limits;
  options.max_iterations = 0;
  options.trace = false;
  options.step = OpenLoop{};
  options.direction = setup.problem.mode == Mode::constrained ? DirectionChoice(FrankWolfe{})
                                                              : DirectionChoice(SteepestDescent{});
  Problem problem = setup.problem;
  problem.f = experiments::fresh(problem.f);  // its cache is discarded
  std::vector<ComparedStart> starts;
  for (const DrawnStart& start : setup.starts) {
    problem.x0 = start.x0;
    ComparedStart seen{.seed = start.seed, .first_gap = solve(problem, options).gap};
    if (setup.ends_at_tightest && seen.first_gap >= 0) {
      seen.gap_tolerance = setup.accuracies.back().part * seen.first_gap;
    }
    starts.push_back(seen);
  }
  return starts;
}

ComparedRun run_from(const ComparisonSetup& setup, std::size_t s, const ComparedStart& start,
                     const ComparedRule& compared_rule) {
  Problem problem = setup.problem;
  problem.x0 = setup.starts[s].x0;
  Options options = compared_rule.options;
  if (start.gap_tolerance) options.gap_tolerance = start.gap_tolerance;
  std::string title = compared_rule.name;
  if (setup.starts.size() > 1) title += fmt::format(", seed {}", *start.seed);
  options.observer = log_lines(setup.log_every, setup.quiet, title);
  const bool no_line = setup.quiet || setup.log_every != 0;
  experiments::MeasuredRun measured =
      measure_problem(problem, options, setup.interrupt, no_line, title);

  ComparedRun run{.result = std::move(measured.result),
                  .setup = measured.setup,
                  .repetitions = measured.repetitions,
                  .fastest = measured.fastest,
                  .slowest = measured.slowest};
  if (setup.evaluate) run.scores = setup.evaluate(run.result);
  return run;
}

/// Frees the large members of a result: x and the trace.
void forget_solution(Result& result) {
  result.x.resize(0);
  result.factors = {};
}

/// Computes the costs of the runs from a start. Only traces of the first start are kept.
void account(Comparison& all, std::size_t start) {
  std::vector<const Trace*> traces;
  for (const ComparedRule& compared_rule : all.compared_rules) {
    traces.push_back(start < compared_rule.runs.size() ? &compared_rule.runs[start].result.trace
                                                       : nullptr);
  }
  all.account(start, traces);
  for (ComparedRule& compared_rule : all.compared_rules) {
    if (start > 0 && start < compared_rule.runs.size()) compared_rule.runs[start].result.trace = {};
  }
}

/// Throws InvalidInput with all reasons if no rule can run.
void check_any_runs(const std::vector<ComparedRule>& compared_rules) {
  std::vector<std::string> texts;
  for (const ComparedRule& compared_rule : compared_rules) {
    if (!compared_rule.error) return;
    const std::string text = compared_rule.error->what();
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  if (texts.size() == 1) throw *compared_rules.front().error;
  throw InvalidInput(fmt::format("{}", fmt::join(texts, "; ")));
}

}  // namespace

Comparison compare_runs(const ComparisonSetup& setup, std::vector<ComparedRule> compared_rules) {
  Comparison all{.mode = setup.problem.mode,
                 .convex = setup.problem.f->is_convex(),
                 .accuracies = setup.accuracies,
                 .starts = evaluate_starts(setup),
                 .compared_rules = std::move(compared_rules)};
  for (ComparedRule& compared_rule : all.compared_rules) {
    const Options rules = std::exchange(compared_rule.options, setup.limits);
    compared_rule.options.direction = rules.direction;
    compared_rule.options.step = rules.step;
  }
  for (std::size_t s = 0; s < all.starts.size() && !all.interrupted; ++s) {
    for (ComparedRule& compared_rule : all.compared_rules) {
      if (compared_rule.error) continue;
      try {
        compared_rule.runs.push_back(run_from(setup, s, all.starts[s], compared_rule));
      } catch (const InvalidInput& error) {
        compared_rule.error = error;
        compared_rule.runs.clear();
        continue;
      }
      Result& result = compared_rule.runs.back().result;
      if (s == 0)
        compared_rule.direction = direction_text(compared_rule.direction, result.direction);
      if (setup.finished) setup.finished(compared_rule.name, all.starts[s], result);
      if (s > 0) forget_solution(result);
      all.interrupted = result.status == Status::interrupted;
      if (all.interrupted) break;
    }
    account(all, s);
    check_any_runs(all.compared_rules);
  }
  return all;
}

namespace {

using experiments::Ranking;
using experiments::Spent;

constexpr Comparison::Cost kIterations = &Spent::iterations;
constexpr int kMostDigits = 10;
/// Tightest accuracy as a power of ten where f is not convex: the run with the lowest f reaches
/// every accuracy, so tighter ones carry no information.
constexpr int kMaxDigitsOfValue = 6;
/// Maximum number of goals in a picture.
constexpr std::size_t kMaxGoals = 3;

/// The accuracies that any rule reached, at most kMaxGoals of them, including the tightest.
std::vector<std::size_t> goals(const Comparison& comparison) {
  std::vector<std::size_t> reached;
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    if (!comparison.ranking(k, kIterations).places.empty()) reached.push_back(k);
  }
  if (reached.size() <= kMaxGoals) return reached;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < kMaxGoals; ++i) {
    some.push_back(reached[i * (reached.size() - 1) / (kMaxGoals - 1)]);
  }
  return some;
}

/// Median cost of each rule over all starts.
std::vector<report::Race::Mark> marks(const Comparison& comparison, std::size_t accuracy,
                                      Comparison::Cost cost) {
  std::vector<report::Race::Mark> list;
  for (const std::size_t i : comparison.distinct()) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    if (compared_rule.runs.empty()) continue;
    // A run that reached the goal before its first step is drawn at 1: the axis is logarithmic.
    const double spent = comparison.spread(compared_rule, accuracy, cost).median;
    list.push_back({compared_rule.name, cost == &Spent::seconds ? spent : std::max(1.0, spent)});
  }
  return list;
}

/// "2 hold, 1 does not, 4 are undecided": the claims on an experiment.
std::string counted_claims(const std::vector<report::Claim>& claims,
                           const std::string& experiment) {
  const auto with = [&](const char* status) {
    return std::ranges::count_if(claims, [&](const report::Claim& claim) {
      return claim.about == experiment && claim.status == status;
    });
  };
  const auto holding = with("holds"), failing = with("does not hold");
  std::vector<std::string> parts;
  if (holding > 0) parts.push_back(fmt::format("{} {}", holding, holding == 1 ? "holds" : "hold"));
  if (failing > 0) parts.push_back(fmt::format("{} {} not", failing, failing == 1 ? "does" : "do"));
  if (const auto open = with("undecided"); open > 0) {
    parts.push_back(fmt::format("{} {} undecided", open, open == 1 ? "is" : "are"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Cells: goal, first rules, their iterations, next rule, factor.
std::vector<std::string> ranking_cells(const Comparison& comparison) {
  const std::optional<std::size_t> goal = comparison.tightest();
  if (!goal) return std::vector<std::string>(5);
  const Ranking ranking = comparison.ranking(*goal, kIterations);
  std::vector<std::string> first, iterations;
  const Ranking::Place* next = nullptr;
  for (const Ranking::Place& place : ranking.places) {
    if (!place.level && next == nullptr) next = &place;
    if (!place.level) continue;
    const ComparedRule& compared_rule = comparison.compared_rules[place.strategy];
    first.push_back(comparison.full_name(place.strategy));
    iterations.push_back(
        fmt::format("{}", comparison.spread(compared_rule, *goal, kIterations).median));
  }
  const auto same = std::ranges::count(iterations, iterations[0]) == std::ssize(iterations);
  if (same) iterations.resize(1);
  const std::string& accuracy = comparison.accuracies[*goal].text;
  return {comparison.convex ? accuracy : accuracy + " of f",
          fmt::format("{}{}", fmt::join(first, " and "), first.size() > 1 ? ", tied" : ""),
          fmt::format("{}", fmt::join(iterations, " and ")),
          next == nullptr ? "" : comparison.full_name(next->strategy),
          next == nullptr ? "" : three_digits(next->factor)};
}

/// Number of experiments in which a rule was first.
struct Firsts {
  int alone = 0, level = 0;
};

/// "adaptive-constant was first in 6 and tied with another rule in 2"; shorter unless `whole`.
std::string firsts_text(const std::string& name, const Firsts& firsts, bool whole) {
  std::string text = name + (whole ? " was" : "");
  if (firsts.alone > 0) text += fmt::format("{} in {}", whole ? " first" : "", firsts.alone);
  if (firsts.level == 0) return text;
  return text + fmt::format("{} tied{} in {}", firsts.alone > 0 ? (whole ? " and" : ",") : "",
                            whole ? " with another rule" : "", firsts.level);
}

/// "By iterations, of 15 experiments, adaptive-constant was first in 6 ..."
std::string overall(const std::vector<RankedExperiment>& experiments) {
  std::map<std::string, Firsts> firsts;
  std::vector<double> leads;
  std::size_t comparisons = 0, alone = 0;
  for (const auto& [experiment, comparison] : experiments) {
    const std::optional<std::size_t> goal = comparison.tightest();
    if (!goal || !comparison.is_comparison()) continue;
    ++comparisons;
    const Ranking ranking = comparison.ranking(*goal, kIterations);
    std::vector<std::string> names;  // including those of identical runs
    for (const Ranking::Place& place : ranking.places) {
      if (!place.level) continue;
      for (std::size_t i = 0; i < comparison.compared_rules.size(); ++i) {
        if (comparison.same_as(i).value_or(i) != place.strategy) continue;
        names.push_back(comparison.compared_rules[i].name);
      }
    }
    for (const std::string& name : names) {
      ++(names.size() > 1 ? firsts[name].level : firsts[name].alone);
    }
    if (ranking.places.size() > 1) leads.push_back(ranking.lead.median);
    if (ranking.places.size() == 1) ++alone;
  }
  if (comparisons == 0) return "";
  std::vector<std::pair<std::string, Firsts>> order(firsts.begin(), firsts.end());
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& one) {
    return std::pair(one.second.alone + one.second.level, one.second.alone);
  });
  std::vector<std::string> list;
  for (const auto& [name, its] : order) list.push_back(firsts_text(name, its, list.empty()));
  const bool by_value = std::ranges::any_of(
      experiments, [](const RankedExperiment& one) { return !one.comparison.convex; });
  std::string text = fmt::format("By iterations{}, of {} experiment{}, {}.",
                                 by_value ? " (by f first where f is not known to be convex)" : "",
                                 comparisons, comparisons == 1 ? "" : "s", fmt::join(list, "; "));
  if (!leads.empty()) {
    text += fmt::format(
        " In the median, the second took {} times as many as the first{}",
        three_digits(experiments::spread_of_ratios(leads).median),
        alone > 0 ? fmt::format("; in {} no other rule reached that accuracy.", alone) : ".");
  }
  return text;
}

}  // namespace

Comparison to_comparison(const experiments::Evaluation& evaluation) {
  Comparison comparison{
      .mode = evaluation.mode, .convex = evaluation.convex, .interrupted = evaluation.interrupted};
  for (int digit = 1; digit <= (evaluation.convex ? kMostDigits : kMaxDigitsOfValue); ++digit) {
    comparison.accuracies.push_back({fmt::format("1e-{}", digit), std::pow(10.0, -digit)});
  }
  std::vector<const Trace*> traces;
  for (const experiments::Outcome& outcome : evaluation.outcomes) {
    const Result& result = outcome.result;
    if (comparison.starts.empty()) {
      comparison.starts.push_back({.first_gap = result.trace.empty() ? 0 : result.trace[0].gap});
    }
    comparison.compared_rules.push_back({.name = outcome.strategy, .direction = result.direction});
    ComparedRun& run = comparison.compared_rules.back().runs.emplace_back();
    run.result.value = result.value;
    run.result.gap = result.gap;
    traces.push_back(&result.trace);
  }
  if (!traces.empty()) comparison.account(0, traces);
  return comparison;
}

report::Race to_race(const Comparison& comparison, Comparison::Cost cost) {
  report::Race race{
      .title = fmt::format("{} to fractions of the {}", unit_of(cost), comparison.whole()),
      .unit = unit_of(cost),
      .rows = {}};
  if (comparison.interrupted) return race;
  for (const std::size_t k : goals(comparison)) {
    race.rows.push_back({comparison.accuracies[k].text, marks(comparison, k, cost)});
  }
  return race;
}

void report_ranking(report::Report& report, const std::vector<RankedExperiment>& experiments) {
  report::Race race{
      .title =
          "Iterations to the tightest accuracy that any rule reached, relative to the first rule",
      .unit = "times the iterations of the first rule",
      .rows = {}};
  report.overview = {{"experiment", "accuracy", "first", "iterations", "next", "times as many"},
                     {}};
  if (!report.claims.empty()) report.overview.columns.emplace_back("the paper's claims");
  for (const auto& [experiment, comparison] : experiments) {
    std::vector<std::string> row = {experiment};
    for (std::string& cell : ranking_cells(comparison)) row.push_back(std::move(cell));
    if (!report.claims.empty()) row.push_back(counted_claims(report.claims, experiment));
    report.overview.rows.push_back(std::move(row));
    const std::optional<std::size_t> goal = comparison.tightest();
    if (!goal || comparison.interrupted) continue;
    std::vector<report::Race::Mark> list = marks(comparison, *goal, kIterations);
    const double least = std::ranges::min(list, {}, &report::Race::Mark::cost).cost;
    for (report::Race::Mark& mark : list) mark.cost /= least;
    race.rows.push_back({experiment, std::move(list)});
  }
  report.summary = overall(experiments);
  if (!race.rows.empty()) report.race = std::move(race);
}

}  // namespace acgd::commands
