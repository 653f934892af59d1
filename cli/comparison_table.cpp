#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "cli/comparison.hpp"
#include "cli/run_problem.hpp"
#include "cli/text.hpp"

namespace acgd::cli {
namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;

constexpr const char* kNothing = "-";

/// Times that differ by less are of no meaning.
constexpr double kClearlyFaster = 1.1;

/// A column of numbers.
struct Figure {
  std::string name;
  std::function<Spread(const Contender&)> of;
  int digits = 3;

  std::string shown(double x) const {
    return std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : kNothing;
  }
};

std::vector<Figure> end_figures(const Comparison& comparison) {
  const auto over = [](auto number) {
    return [number](const Contender& contender) { return spread_over(contender, number); };
  };
  return {{"iterations", over([](const auto& run) { return run.result.counts.iterations; }), 10},
          {"seconds", over([](const auto& run) { return run.result.seconds.total; })},
          {"set-up", over([](const auto& run) { return run.setup; }), 2},
          {"value", over([](const auto& run) { return run.result.value; }), 8},
          {measure_of(comparison.mode), over([](const auto& run) { return run.result.gap; })}};
}

std::vector<Figure> score_figures(const Comparison& comparison) {
  std::vector<Figure> figures;
  for (const Contender& contender : comparison.contenders) {
    if (contender.runs.empty()) continue;
    const problem::Scores& scores = contender.runs.front().scores;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto score = [i](const ComparedRun& run) { return run.scores[i].second; };
      figures.push_back(
          {scores[i].first, [score](const Contender& c) { return spread_over(c, score); }, 5});
    }
    break;  // all have the same
  }
  return figures;
}

std::vector<Figure> accuracy_figures(const Comparison& comparison, std::size_t accuracy) {
  const auto spent = [&comparison, accuracy](Comparison::Cost cost) {
    return [&comparison, accuracy, cost](const Contender& contender) {
      return comparison.spread(contender, accuracy, cost);
    };
  };
  return {{"iterations", spent(&Spent::iterations), 10},
          {"oracle calls", spent(&Spent::oracle_calls), 10},
          {"seconds", spent(&Spent::seconds)}};
}

bool is_contest(const Comparison& comparison) {
  return !comparison.interrupted &&
         std::ranges::count_if(comparison.contenders,
                               [](const Contender& c) { return !c.runs.empty(); }) > 1;
}

/// Whether nobody was before it.
bool is_first(const Ranking& ranking, std::size_t strategy) {
  return std::ranges::any_of(ranking.places, [&](const Ranking::Place& place) {
    return place.strategy == strategy && place.factor == ranking.places[0].factor &&
           place.first_from == ranking.places[0].first_from;
  });
}

std::string first_in(const Comparison& comparison, std::size_t accuracy, std::size_t strategy) {
  const auto is_first_by = [&](Comparison::Cost cost) {
    return is_first(comparison.ranking(accuracy, cost), strategy);
  };
  const bool calls = is_first_by(&Spent::oracle_calls), seconds = is_first_by(&Spent::seconds);
  return calls && seconds ? "both" : calls ? "calls" : seconds ? "seconds" : "";
}

/// A row for each rule; below it, where there are several starts, its lowest and highest numbers.
report::Table spread_table(const Comparison& comparison, const std::string& title,
                           const std::vector<Figure>& figures) {
  report::Table table{{title}, {}};
  for (const Figure& figure : figures) table.columns.push_back(figure.name);
  const auto add = [&](const std::string& name, const Contender& contender,
                       double Spread::*member) {
    std::vector<std::string> row = {name};
    for (const Figure& figure : figures) row.push_back(figure.shown(figure.of(contender).*member));
    table.rows.push_back(std::move(row));
  };
  for (const Contender& contender : comparison.contenders) {
    add(contender.name, contender, &Spread::median);
    if (!contender.refusal.empty()) table.rows.back()[1] = "cannot run";
    if (comparison.starts.size() < 2 || contender.runs.empty()) continue;
    add("  lowest", contender, &Spread::lowest);
    add("  highest", contender, &Spread::highest);
  }
  return table;
}

/// "1e-4 of the first gap"
std::string goal(const Comparison& comparison, std::size_t accuracy) {
  return fmt::format("{} of the first {}", comparison.accuracies[accuracy].text,
                     measure_of(comparison.mode));
}

report::Table accuracy_table(const Comparison& comparison, std::size_t accuracy) {
  report::Table table =
      spread_table(comparison, goal(comparison, accuracy), accuracy_figures(comparison, accuracy));
  const bool several = comparison.starts.size() > 1, contest = is_contest(comparison);
  if (several) table.columns.emplace_back("starts");
  if (contest) table.columns.emplace_back("first in");
  auto row = table.rows.begin();
  for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
    const Contender& contender = comparison.contenders[i];
    if (several) {
      row->push_back(
          fmt::format("{}/{}", comparison.reached(contender, accuracy), comparison.starts.size()));
    }
    if (contest) row->push_back(first_in(comparison, accuracy, i));
    for (++row; row != table.rows.end() && row->front().starts_with(' '); ++row) {
      row->resize(table.columns.size());
    }
  }
  return table;
}

std::string cell_of(const Figure& figure, const Spread& spread, bool with_range) {
  const std::string median = figure.shown(spread.median);
  const std::string lowest = figure.shown(spread.lowest), highest = figure.shown(spread.highest);
  if (!with_range || lowest == highest) return median;
  return fmt::format("{} ({} to {})", median, lowest, highest);
}

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
    return is_time ? three_digits(median) + " s" : fmt::format("{:.10g}", median);
  };
  std::string text = fmt::format("By {}, {} was first at {}", is_time ? "seconds" : "oracle calls",
                                 name(0), goal(comparison, accuracy));
  if (several) {
    text += fmt::format(" from {} of {} starts", ranking.places[0].first_from, ranking.starts);
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

report::Table to_table(const Comparison& comparison) {
  std::vector<Figure> figures = end_figures(comparison);
  const auto calls = [](const ComparedRun& run) { return run.result.counts.oracle_calls; };
  figures.insert(
      figures.begin() + 1,
      {"oracle calls", [calls](const Contender& c) { return spread_over(c, calls); }, 10});
  for (Figure& figure : score_figures(comparison)) figures.push_back(std::move(figure));
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    for (Figure& figure : accuracy_figures(comparison, k)) {
      figure.name += " to " + comparison.accuracies[k].text;
      figures.push_back(std::move(figure));
    }
  }
  report::Table table{{"strategy"}, {}};
  for (const Figure& figure : figures) table.columns.push_back(figure.name);
  const std::optional<std::size_t> tightest = comparison.tightest();
  const bool marked = tightest && is_contest(comparison);
  if (marked) table.columns.push_back("first to " + comparison.accuracies[*tightest].text + " in");
  for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
    const Contender& contender = comparison.contenders[i];
    std::vector<std::string> row = {contender.name};
    for (const Figure& figure : figures) {
      row.push_back(cell_of(figure, figure.of(contender), comparison.starts.size() > 1));
    }
    if (marked) row.push_back(first_in(comparison, *tightest, i));
    if (!contender.refusal.empty()) row.back() = "cannot run: " + contender.refusal;
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_text(const Comparison& comparison) {
  std::string text = to_narrow_text(spread_table(comparison, "strategy", end_figures(comparison)));
  if (const auto scores = score_figures(comparison); !scores.empty()) {
    text += '\n' + to_narrow_text(spread_table(comparison, "held out", scores));
  }
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    text += '\n' + to_narrow_text(accuracy_table(comparison, k));
  }
  text += '\n';
  for (const std::string& sentence : sentences_of(comparison)) text += wrap(sentence) + '\n';
  for (const std::string& ending : endings_of(comparison)) text += wrap(ending) + '\n';
  return text;
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
    sentences.push_back(
        fmt::format("No rule came to {}: there is no ranking.", goal(comparison, 0)));
  } else if (is_contest(comparison)) {
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
