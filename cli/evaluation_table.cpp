#include "cli/evaluation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/result_json.hpp"

namespace acgd::cli {
namespace {

using experiments::Evaluation;
using experiments::Outcome;
using experiments::PublishedRow;

/// What the paper has beside it, for a problem of the same size.
const PublishedRow* published(const Evaluation& evaluation, const std::string& strategy) {
  if (evaluation.quick) return nullptr;
  for (const PublishedRow& row : evaluation.experiment.published) {
    if (row.strategy == strategy) return &row;
  }
  return nullptr;
}

std::string short_number(double x) {
  return x != 0 && std::abs(x) < 1e-3 ? fmt::format("{:.2e}", x) : fmt::format("{:.4f}", x);
}

/// One number, or the lowest and the highest of several.
std::string value_cell(const Outcome& outcome) {
  if (outcome.values.size() < 2) return short_number(outcome.result.value);
  const auto [low, high] = std::minmax_element(outcome.values.begin(), outcome.values.end());
  return fmt::format("{} to {}", short_number(*low), short_number(*high));
}

}  // namespace

report::Table to_table(const Evaluation& evaluation) {
  report::Table table{{"strategy", "iterations", "seconds", "value", "gap"}, {}};
  if (!evaluation.quick) {
    for (const char* column :
         {"paper: iterations", "paper: seconds", "paper: value", "paper: gap", "times faster"}) {
      table.columns.emplace_back(column);
    }
  }
  for (const Outcome& outcome : evaluation.outcomes) {
    const Result& r = outcome.result;
    std::vector<std::string> row = {outcome.strategy, fmt::format("{}", r.counts.iterations),
                                    fmt::format("{:.3g}", r.seconds.total), value_cell(outcome),
                                    short_number(r.gap)};
    if (const PublishedRow* paper = published(evaluation, outcome.strategy)) {
      row.push_back(paper->iterations ? fmt::format("{}", *paper->iterations) : "");
      row.push_back(fmt::format("{:.2f}", paper->seconds));
      row.push_back(fmt::format("{:.4f}", paper->value));
      row.push_back(paper->gap ? fmt::format("{:.4f}", *paper->gap) : "");
      row.push_back(fmt::format("{:.3g}", paper->seconds / r.seconds.total));
    } else {
      row.resize(table.columns.size());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> notes(const Evaluation& evaluation) {
  std::vector<std::string> sentences = {"Data: " + evaluation.data + "."};
  if (!evaluation.experiment.inferred.empty()) {
    sentences.push_back(evaluation.experiment.inferred);
  }
  if (evaluation.experiment.sensitive) {
    sentences.emplace_back(
        "The last bit of rounding decides where these runs end: values are the lowest and highest "
        "from five seeds; curves, iterations and seconds are those of the first.");
  }
  if (evaluation.interrupted) sentences.emplace_back("Interrupted: not all of it was run.");
  return sentences;
}

report::Section to_section(const Evaluation& evaluation, std::string command) {
  report::Section section{.name = evaluation.experiment.name,
                          .title = evaluation.experiment.title,
                          .description = evaluation.experiment.description,
                          .command = std::move(command),
                          .data = evaluation.data,
                          .measure = evaluation.mode == Mode::constrained ? "gap" : "gradient norm",
                          .optimal_value = evaluation.optimal_value,
                          .curves = {},
                          .table = to_table(evaluation),
                          .notes = notes(evaluation)};
  section.notes.erase(section.notes.begin());  // the page shows the data elsewhere
  if (!evaluation.quick) section.notes.emplace_back(about_the_paper);
  for (const Outcome& outcome : evaluation.outcomes) {
    section.curves.push_back({outcome.strategy, outcome.result.trace});
  }
  return section;
}

nlohmann::ordered_json to_json(const Evaluation& evaluation) {
  nlohmann::ordered_json json = {{"experiment", evaluation.experiment.name},
                                 {"data", evaluation.data},
                                 {"runs", nlohmann::ordered_json::array()}};
  if (evaluation.optimal_value) json["optimal_value"] = *evaluation.optimal_value;
  for (const Outcome& outcome : evaluation.outcomes) {
    nlohmann::ordered_json run = {{"strategy", outcome.strategy}};
    run.update(to_json(outcome.result));
    if (!outcome.values.empty()) run["values_of_seeds"] = outcome.values;
    if (const PublishedRow* paper = published(evaluation, outcome.strategy)) {
      nlohmann::ordered_json row;
      if (paper->iterations) row["iterations"] = *paper->iterations;
      row["seconds"] = paper->seconds;
      row["value"] = paper->value;
      if (paper->gap) row["gap"] = *paper->gap;
      run["published"] = std::move(row);
    }
    json["runs"].push_back(std::move(run));
  }
  return json;
}

}  // namespace acgd::cli
