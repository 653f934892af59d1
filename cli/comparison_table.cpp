#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "cli/comparison.hpp"
#include "cli/run_problem.hpp"
#include "cli/text.hpp"
#include "report/svg_parts.hpp"

namespace acgd::cli {
namespace {

using experiments::Ranking;
using experiments::Spent;
using experiments::Spread;

constexpr const char* kNothing = "-";
constexpr int kWhole = 10;  // digits of counts

/// A column of numbers.
struct Figure {
  std::string name;
  std::function<Spread(const Contender&)> of;
  int digits = 3;

  std::string shown(double x) const {
    return std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : kNothing;
  }
  /// Counts are whole; else as all numbers of a page.
  std::string shown_on_page(double x) const {
    if (digits == kWhole || !std::isfinite(x)) return shown(x);
    return name == "value" ? report::shown_value(x) : report::shown_number(x);
  }
};

std::vector<Figure> end_figures(const Comparison& comparison) {
  const auto over = [](auto number) {
    return [number](const Contender& contender) { return spread_over(contender, number); };
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
  return {{"iterations", spent(&Spent::iterations), kWhole},
          {"oracle calls", spent(&Spent::oracle_calls), kWhole},
          {"seconds", spent(&Spent::seconds)}};
}

/// Whether nobody was clearly before it.
bool is_first(const Ranking& ranking, std::size_t strategy) {
  return std::ranges::any_of(ranking.places, [&](const Ranking::Place& place) {
    return place.strategy == strategy && place.level;
  });
}

std::string first_in(const Comparison& comparison, std::size_t accuracy, std::size_t strategy) {
  const Ranking by_calls = comparison.ranking(accuracy, &Spent::oracle_calls);
  const Ranking by_time = comparison.ranking(accuracy, &Spent::seconds);
  const bool calls = is_first(by_calls, strategy);
  // Counts that are level are a fact; of times that are, nothing is known.
  const bool seconds = by_time.level_count() == 1 && is_first(by_time, strategy);
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
  for (const std::size_t i : comparison.distinct()) {
    const Contender& contender = comparison.contenders[i];
    add(contender.name, contender, &Spread::median);
    if (comparison.starts.size() < 2 || contender.runs.empty()) continue;
    add("  lowest", contender, &Spread::lowest);
    add("  highest", contender, &Spread::highest);
  }
  return table;
}

/// The same for all runs; those that cannot run, or are identical to one before, say so.
report::Table end_table(const Comparison& comparison) {
  const report::Table distinct = spread_table(comparison, "strategy", end_figures(comparison));
  report::Table table{distinct.columns, {}};
  auto row = distinct.rows.begin();
  for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
    const Contender& contender = comparison.contenders[i];
    if (comparison.same_as(i)) {
      table.rows.emplace_back(table.columns.size(), kNothing);
      table.rows.back()[0] = contender.name;
      table.rows.back()[1] = "identical";
      continue;
    }
    table.rows.push_back(*row);
    if (!contender.refusal.empty()) table.rows.back()[1] = "cannot run";
    for (++row; row != distinct.rows.end() && row->front().starts_with(' '); ++row) {
      table.rows.push_back(*row);
    }
  }
  return table;
}

bool is_reached(const Comparison& comparison, std::size_t accuracy) {
  return std::ranges::any_of(comparison.contenders, [&](const Contender& contender) {
    return comparison.reached(contender, accuracy) > 0;
  });
}

report::Table accuracy_table(const Comparison& comparison, std::size_t accuracy) {
  report::Table table =
      spread_table(comparison, comparison.goal(accuracy), accuracy_figures(comparison, accuracy));
  const bool several = comparison.starts.size() > 1, contest = comparison.is_contest();
  if (several) table.columns.emplace_back("starts");
  if (contest) table.columns.emplace_back("first in");
  auto row = table.rows.begin();
  for (const std::size_t i : comparison.distinct()) {
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

std::string cell_of(const Figure& figure, const Spread& spread) {
  const std::string median = figure.shown_on_page(spread.median);
  const std::string lowest = figure.shown_on_page(spread.lowest);
  const std::string highest = figure.shown_on_page(spread.highest);
  return lowest == highest ? median : fmt::format("{} ({} to {})", median, lowest, highest);
}

/// A row for each of these rules, its name first.
report::Table page_table(const Comparison& comparison, const std::vector<Figure>& figures,
                         const std::vector<std::size_t>& rules) {
  report::Table table{{"strategy"}, {}};
  for (const Figure& figure : figures) table.columns.push_back(figure.name);
  for (const std::size_t i : rules) {
    const Contender& contender = comparison.contenders[i];
    std::vector<std::string> row = {contender.name};
    for (const Figure& figure : figures) {
      row.push_back(comparison.same_as(i) ? kNothing : cell_of(figure, figure.of(contender)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The statuses of its runs, each once.
std::string ends_of(const Comparison& comparison, std::size_t i) {
  const Contender& contender = comparison.contenders[i];
  if (!contender.refusal.empty()) return "cannot run: " + contender.refusal;
  if (const auto same = comparison.same_as(i)) {
    return "identical to " + comparison.contenders[*same].name;
  }
  std::vector<std::string> ends;
  for (const ComparedRun& run : contender.runs) {
    const std::string end(to_string(run.result.status));
    if (std::ranges::find(ends, end) == ends.end()) ends.push_back(end);
  }
  return fmt::format("{}", fmt::join(ends, ", "));
}

/// How simple solutions are, from the first start, whose solutions are kept: their rank, or how many
/// variables are not 0.
Figure simplicity_figure(const Comparison& comparison) {
  const auto is_low_rank = [](const Contender& contender) {
    return !contender.runs.empty() && contender.runs.front().result.factors.rank() > 0;
  };
  const auto count = [is_low_rank](const Contender& contender) -> Spread {
    if (contender.runs.empty()) return experiments::spread_of({});
    const Result& result = contender.runs.front().result;
    const Index size =
        is_low_rank(contender) ? result.factors.rank() : (result.x.array() != 0).count();
    return experiments::spread_of({static_cast<double>(size)});
  };
  const bool rank = std::ranges::any_of(comparison.contenders, is_low_rank);
  return {rank ? "rank" : "non-zeros", count, kWhole};
}

}  // namespace

report::Table to_table(const Comparison& comparison) {
  std::vector<Figure> figures = end_figures(comparison);
  const auto calls = [](const ComparedRun& run) { return run.result.counts.oracle_calls; };
  figures.insert(
      figures.begin() + 1,
      {"oracle calls", [calls](const Contender& c) { return spread_over(c, calls); }, kWhole});
  figures.push_back(simplicity_figure(comparison));
  for (Figure& figure : score_figures(comparison)) figures.push_back(std::move(figure));
  std::vector<std::size_t> all(comparison.contenders.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  report::Table table = page_table(comparison, figures, all);
  table.columns.insert(table.columns.begin() + 1, "direction");
  table.columns.emplace_back("ended by");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].insert(table.rows[i].begin() + 1, comparison.contenders[i].direction);
    table.rows[i].push_back(ends_of(comparison, i));
  }
  return table;
}

report::Table cost_table(const Comparison& comparison) {
  std::vector<Figure> figures;
  for (std::size_t k = 0; k < comparison.accuracies.size(); ++k) {
    if (!is_reached(comparison, k)) continue;
    for (Figure& figure : accuracy_figures(comparison, k)) {
      if (figure.name == "iterations")
        continue;  // the oracle is called once in each, or not at all
      figure.name += " to " + comparison.accuracies[k].text;
      figures.push_back(std::move(figure));
    }
  }
  if (figures.empty()) return {};
  const std::vector<std::size_t> rules = comparison.distinct();
  report::Table table = page_table(comparison, figures, rules);
  const std::optional<std::size_t> tightest = comparison.tightest();
  if (!tightest || !comparison.is_contest()) return table;
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
      unreached += fmt::format("No rule came to {}.\n", comparison.goal(k));
    }
  }
  text += '\n' + unreached;
  for (const std::string& sentence : sentences_of(comparison)) text += wrap(sentence) + '\n';
  for (const std::string& ending : endings_of(comparison)) text += wrap(ending) + '\n';
  return text;
}

}  // namespace acgd::cli
