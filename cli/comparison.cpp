#include "cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

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

Ranking Comparison::ranking(std::size_t accuracy, Cost cost) const {
  if (interrupted) return {};
  std::vector<std::vector<double>> costs;
  for (const Contender& contender : contenders) {
    // One that cannot run never comes anywhere.
    std::vector<double>& of_one = costs.emplace_back(starts.size(), Spent().*cost);
    for (std::size_t s = 0; s < contender.runs.size(); ++s) {
      of_one[s] = contender.runs[s].spent[accuracy].*cost;
    }
  }
  return experiments::rank(costs);
}

bool Comparison::is_contest() const {
  const auto has_run = [](const Contender& contender) { return !contender.runs.empty(); };
  return !interrupted && std::ranges::count_if(contenders, has_run) > 1;
}

std::string Comparison::goal(std::size_t accuracy) const {
  return fmt::format("{} of the first {}", accuracies[accuracy].text, measure_of(mode));
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
  json["accuracy_of"] = "first " + measure_of(comparison.mode);
  for (const ComparedStart& start : comparison.starts) {
    if (start.seed) json["seeds"].push_back(*start.seed);
    json["first_gaps"].push_back(start.first_gap);
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
