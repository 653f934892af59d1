#include "cli/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"
#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;
using Json = nlohmann::ordered_json;

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"lowest", spread.lowest}, {"highest", spread.highest}};
}

/// Times that are not this far apart are not ranked: on a busy machine those of one run, repeated by
/// two commands, differ by as much.
constexpr double kTimeMargin = 2;

/// Iterates, steps, backtracks and calls of the oracle; without seconds, and without L, by which a
/// rule may arrive at the same steps.
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

/// What is not finite is null.
Json spent_json(const Accuracy& accuracy, const Spent& spent) {
  const auto count = [](double x) { return std::isfinite(x) ? Json(std::llround(x)) : Json(); };
  return {{"accuracy", accuracy.part},
          {"iterations", count(spent.iterations)},
          {"oracle_calls", count(spent.oracle_calls)},
          {"seconds", spent.seconds}};
}

Json run_json(const Comparison& comparison, const Contender& contender, std::size_t start) {
  const ComparedRun& run = contender.runs[start];
  Options options = contender.options;
  if (const auto tolerance = comparison.starts[start].gap_tolerance) {
    options.gap_tolerance = tolerance;
  }
  Json json = {{"name", contender.name}};
  const auto place = static_cast<std::size_t>(&contender - comparison.contenders.data());
  if (const auto same = comparison.same_as(place)) {
    json["identical_to"] = comparison.contenders[*same].name;
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

Json refusal_json(const Contender& contender) {
  return {{"name", contender.name},
          {"status", "cannot run"},
          {"usable", false},
          {"converged", false},
          {"message", contender.refusal},
          {"options", to_json(contender.options)}};
}

Json summary_json(const Comparison& comparison, const Contender& contender) {
  Json json = {{"name", contender.name}, {"starts", contender.runs.size()}};
  const auto put = [&](const char* name, const auto& number) {
    json[name] = spread_json(spread_over(contender, number));
  };
  put("iterations", [](const ComparedRun& run) { return run.result.counts.iterations; });
  put("oracle_calls", [](const ComparedRun& run) { return run.result.counts.oracle_calls; });
  put("seconds", [](const ComparedRun& run) { return run.result.seconds.total; });
  put("setup_seconds", [](const ComparedRun& run) { return run.setup; });
  put("value", [](const ComparedRun& run) { return run.result.value; });
  put("gap", [](const ComparedRun& run) { return run.result.gap; });
  for (std::size_t i = 0; i < contender.runs.front().scores.size(); ++i) {
    json["test"][contender.runs.front().scores[i].first] = spread_json(
        spread_over(contender, [i](const ComparedRun& run) { return run.scores[i].second; }));
  }
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    const auto of = [&](Comparison::Cost cost) {
      return spread_json(comparison.spread(contender, k, cost));
    };
    json["to_accuracy"].push_back({{"accuracy", comparison.accuracies[k].part},
                                   {"starts", comparison.reached(contender, k)},
                                   {"iterations", of(&Spent::iterations)},
                                   {"oracle_calls", of(&Spent::oracle_calls)},
                                   {"seconds", of(&Spent::seconds)}});
  }
  return json;
}

Json ranking_json(const Comparison& comparison, const Ranking& ranking) {
  Json order = Json::array();
  for (const Ranking::Place& place : ranking.places) {
    order.push_back({{"name", comparison.contenders[place.strategy].name},
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
    const double part = problem::to_number("accuracies", text);
    if (!(part > 0 && part < 1)) {
      throw InvalidInput(fmt::format(
          "accuracies = {}: must be in (0, 1), a part of the first gap, as 1e-4", text));
    }
    for (const Accuracy& other : list) {
      if (other.part != part) continue;
      throw InvalidInput(fmt::format("accuracies = {}: is the same as {}", text, other.text));
    }
    list.push_back({text, part});
  }
  std::ranges::sort(list, std::ranges::greater(), &Accuracy::part);
  return list;
}

Spread Comparison::spread(const Contender& contender, std::size_t accuracy, Cost cost) const {
  return spread_over(contender, [&](const ComparedRun& run) { return run.spent[accuracy].*cost; });
}

std::size_t Comparison::reached(const Contender& contender, std::size_t accuracy) const {
  return static_cast<std::size_t>(std::ranges::count_if(contender.runs, [&](const auto& run) {
    return std::isfinite(run.spent[accuracy].iterations);
  }));
}

void Comparison::account(std::size_t start, const std::vector<const Trace*>& traces) {
  ComparedStart& from = starts[start];
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i] == nullptr || traces[i]->empty()) continue;
    from.first_value = traces[i]->front().value;
    const double value = contenders[i].runs[start].result.value;
    if (std::isfinite(value) && !(from.lowest_value <= value)) from.lowest_value = value;
  }
  const double range = from.first_value - from.lowest_value;
  const auto spent = [&](const Trace& trace, double last_value, double part) {
    if (convex) return experiments::spent_until(trace, part * from.first_gap);
    const double goal = from.lowest_value + part * range;
    // One that ends higher has only passed by.
    return std::isfinite(goal) && last_value <= goal ? experiments::spent_until_value(trace, goal)
                                                     : Spent();
  };
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i] == nullptr) continue;
    ComparedRun& run = contenders[i].runs[start];
    if (!traces[i]->empty()) run.checksum = checksum_of(*traces[i]);
    for (const Accuracy& accuracy : accuracies) {
      run.spent.push_back(spent(*traces[i], run.result.value, accuracy.part));
    }
  }
}

std::optional<std::size_t> Comparison::same_as(std::size_t contender) const {
  const std::vector<ComparedRun>& runs = contenders[contender].runs;
  if (runs.empty()) return std::nullopt;
  for (std::size_t i = 0; i < contender; ++i) {
    const auto is_same = [](const ComparedRun& a, const ComparedRun& b) {
      return a.checksum != 0 && a.checksum == b.checksum;
    };
    if (std::ranges::equal(runs, contenders[i].runs, is_same)) return i;
  }
  return std::nullopt;
}

std::vector<std::size_t> Comparison::distinct() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    if (!same_as(i)) list.push_back(i);
  }
  return list;
}

std::string Comparison::full_name(std::size_t contender) const {
  std::string others;
  for (std::size_t i = contender + 1; i < contenders.size(); ++i) {
    if (same_as(i) == contender) others += (others.empty() ? "" : ", ") + contenders[i].name;
  }
  const std::string& name = contenders[contender].name;
  return others.empty() ? name : fmt::format("{} (identical: {})", name, others);
}

std::string Comparison::direction() const {
  std::vector<std::string> list;
  for (const Contender& contender : contenders) {
    const std::string& one = contender.direction;
    if (!one.empty() && std::ranges::find(list, one) == list.end()) list.push_back(one);
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

Ranking Comparison::ranking(std::size_t accuracy, Cost cost) const {
  if (interrupted) return {};
  const bool is_time = cost == &Spent::seconds;
  std::vector<std::vector<double>> costs;
  std::vector<std::vector<experiments::Repeated>> repeated;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    // One that cannot run never comes anywhere, and one that is the same as another counts once.
    std::vector<double>& of_one = costs.emplace_back(starts.size(), Spent().*cost);
    repeated.emplace_back(starts.size());
    if (same_as(i)) continue;
    for (std::size_t s = 0; s < contenders[i].runs.size(); ++s) {
      const ComparedRun& run = contenders[i].runs[s];
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

bool Comparison::is_contest() const {
  const auto has_run = [this](std::size_t i) { return !contenders[i].runs.empty(); };
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
    for (const Contender& contender : comparison.contenders) {
      if (s < contender.runs.size()) json["runs"].push_back(run_json(comparison, contender, s));
      if (s == 0 && !contender.refusal.empty()) json["runs"].push_back(refusal_json(contender));
    }
  }
  json["summary"] = Json::array();
  for (const Contender& contender : comparison.contenders) {
    if (!contender.runs.empty()) json["summary"].push_back(summary_json(comparison, contender));
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

}  // namespace acgd::cli
