#include "cli/evaluation_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "cli/standings.hpp"
#include "cli/text.hpp"
#include "report/claims.hpp"

namespace acgd::cli {
namespace {

using experiments::Evaluation;
using experiments::Outcome;
using experiments::PublishedRow;

/// In nine columns, and a sign.
std::string short_number(double x) {
  if (std::abs(x) >= 1e4) return fmt::format("{:.3e}", x);
  return x != 0 && std::abs(x) < 1e-3 ? fmt::format("{:.2e}", x) : fmt::format("{:.4f}", x);
}

/// In seven columns.
std::string short_seconds(double s) {
  return s < 1e-3 ? fmt::format("{:.1e}", s) : fmt::format("{:.3g}", s);
}

/// From how many starts each strategy ended lowest, of those that all of them were run from.
/// Strategies are compared within a seed: from one to the next it is another problem. It is no
/// column of the table, whose rows do not depend on each other.
std::string lowest_from(const std::vector<Outcome>& outcomes) {
  std::size_t starts = outcomes.front().seeds.size();
  for (const Outcome& outcome : outcomes) starts = std::min(starts, outcome.seeds.size());
  std::vector<std::string> list;
  for (const Outcome& outcome : outcomes) {
    int lowest = 0;
    for (std::size_t i = 0; i < starts; ++i) {
      lowest += std::ranges::all_of(outcomes, [&](const Outcome& other) {
        return outcome.seeds[i].value <= other.seeds[i].value;
      });
    }
    list.push_back(fmt::format("{} from {}", outcome.strategy, lowest));
  }
  return fmt::format("Ended lowest of {} starts: {}.", starts, fmt::join(list, ", "));
}

/// strategy, iterations, seconds, set-up, value, gap or gradient norm
report::Table our_table(const Evaluation& evaluation) {
  report::Table table{
      {"strategy", "iterations", "seconds", "set-up", "value", measure_of(evaluation.mode)}, {}};
  for (const Outcome& outcome : evaluation.outcomes) {
    const Result& r = outcome.result;
    table.rows.push_back({outcome.strategy, fmt::format("{}", r.counts.iterations),
                          short_seconds(r.seconds.total), short_seconds(outcome.setup),
                          short_number(r.value), short_number(r.gap)});
  }
  return table;
}

/// Below the rows of adaptive-adjustable, what it came to with the other counting. It is run for
/// comparison alone, and not timed.
void add_other_counting(const Evaluation& evaluation, report::Table& table) {
  for (std::size_t i = evaluation.outcomes.size(); i-- > 0;) {
    const auto& other = evaluation.outcomes[i].other_counting;
    if (!other) continue;
    std::vector<std::string> row = {"  counting=" + other->counting,
                                    fmt::format("{}", other->iterations),
                                    "",
                                    "",
                                    short_number(other->value),
                                    short_number(other->gap)};
    row.resize(table.columns.size());
    table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(row));
  }
}

/// How many times faster than the published run, where it was the same work.
std::optional<double> times_faster(const Outcome& outcome, const PublishedRow& paper) {
  if (!same_work(outcome.row, paper)) return std::nullopt;
  return paper.seconds / outcome.result.seconds.total;
}

/// iterations, seconds, value, gap, times faster
std::vector<std::string> published_cells(const Outcome& outcome, const PublishedRow* paper) {
  if (paper == nullptr) return std::vector<std::string>(5);
  const auto faster = times_faster(outcome, *paper);
  return {paper->iterations ? fmt::format("{}", *paper->iterations) : "",
          fmt::format("{:.2f}", paper->seconds),
          fmt::format("{:.{}f}", paper->value, paper->decimals),
          paper->gap ? fmt::format("{:.{}f}", *paper->gap, paper->decimals) : "",
          faster ? fmt::format("{:.3g}", *faster) : ""};
}

/// What the paper has, in the same order; no columns where that is nothing.
report::Table published_table(const Evaluation& evaluation) {
  report::Table table{
      {"iterations", "seconds", "value", measure_of(evaluation.mode), "times faster"}, {}};
  for (const Outcome& outcome : evaluation.outcomes) {
    table.rows.push_back(published_cells(outcome, published_row(evaluation, outcome.strategy)));
  }
  for (std::size_t j = table.columns.size(); j-- > 0;) {
    const auto empty = [j](const auto& row) { return row[j].empty(); };
    if (!std::ranges::all_of(table.rows, empty)) continue;
    const auto place = static_cast<std::ptrdiff_t>(j);
    table.columns.erase(table.columns.begin() + place);
    for (auto& row : table.rows) row.erase(row.begin() + place);
  }
  return table;
}

/// Of the strategies in every geometry, the one the paper names most efficient.
constexpr const char* kForGeometries = "adaptive-adjustable";

/// Verdicts stand in the first columns, what they are about behind them.
constexpr std::size_t kIndent = 18;

void append(const std::string& about, const std::vector<experiments::Judgement>& judgements,
            std::vector<report::Claim>& claims) {
  for (const experiments::Judgement& judgement : judgements) {
    claims.push_back({.about = about,
                      .claim = judgement.claim,
                      .verdict = std::string(to_string(judgement.verdict)),
                      .paper = judgement.paper,
                      .found = judgement.found,
                      .reason = judgement.reason});
  }
}

/// Below a verdict, behind the indent.
std::string further(const std::string& text) {
  return std::string(kIndent, ' ') + wrap(text, kIndent) + '\n';
}

/// On one line if they fit.
std::string numbers(const report::Claim& claim) {
  const std::string paper = "paper " + claim.paper, here = "here " + claim.found;
  if (claim.found.empty()) return further(paper);
  const std::string both = paper + "; " + here;
  return kIndent + both.size() <= kTextWidth ? further(both) : further(paper) + further(here);
}

}  // namespace

report::Table to_table(const Evaluation& evaluation) {
  report::Table table = our_table(evaluation);
  const report::Table paper = published_table(evaluation);
  for (const std::string& column : paper.columns) {
    table.columns.push_back(column == "times faster" ? column : "paper: " + column);
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].insert(table.rows[i].end(), paper.rows[i].begin(), paper.rows[i].end());
  }
  add_other_counting(evaluation, table);
  return table;
}

std::string to_text(const Evaluation& evaluation) {
  report::Table paper = published_table(evaluation);
  report::Table ours = our_table(evaluation);
  add_other_counting(evaluation, ours);
  const std::string text = to_text(ours);
  if (paper.columns.empty()) return text;
  paper.columns.insert(paper.columns.begin(), "in the paper");
  for (std::size_t i = 0; i < paper.rows.size(); ++i) {
    paper.rows[i].insert(paper.rows[i].begin(), evaluation.outcomes[i].strategy);
  }
  std::erase_if(paper.rows,
                [&](const auto& row) { return published_row(evaluation, row[0]) == nullptr; });
  return text + to_text(paper);
}

std::vector<std::string> notes(const Evaluation& evaluation) {
  std::vector<std::string> sentences = {"Data: " + evaluation.data + "."};
  if (!evaluation.outcomes.empty()) {
    sentences[0] += " Direction: " + evaluation.outcomes[0].result.direction + ".";
  }
  for (const std::string& known : {evaluation.experiment.sources, evaluation.experiment.inferred}) {
    if (!known.empty()) sentences.push_back(known);
  }
  if (evaluation.experiment.sensitive) {
    sentences.emplace_back(
        "Where these runs end depends on the start, and on the last bit of rounding: all "
        "strategies were run from five starts, the same for each, of which the table shows the "
        "first.");
    if (evaluation.outcomes.size() > 1) sentences.push_back(lowest_from(evaluation.outcomes));
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
                          .measure = measure_of(evaluation.mode),
                          .optimal_value = evaluation.optimal_value,
                          .curves = {},
                          .table = to_table(evaluation),
                          .notes = notes(evaluation)};
  section.notes.erase(section.notes.begin());  // the page shows the data elsewhere
  if (!evaluation.quick) section.notes.emplace_back(kAboutThePaper);
  for (const Outcome& outcome : evaluation.outcomes) {
    section.curves.push_back({outcome.strategy, outcome.result.trace});
  }
  const Comparison comparison = to_comparison(evaluation);
  section.verdict = verdict_of(comparison, &experiments::Spent::iterations);
  section.race = to_race(comparison, &experiments::Spent::iterations);
  section.direction = comparison.direction();
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
    run["setup_seconds"] = outcome.setup;
    run["repetitions"] = outcome.repetitions;
    for (const experiments::Row& row : outcome.seeds) run["values_of_seeds"].push_back(row.value);
    if (const auto& other = outcome.other_counting) {
      run["other_counting"] = {{"counting", other->counting},
                               {"iterations", other->iterations},
                               {"value", other->value},
                               {"gap", other->gap}};
    }
    if (const PublishedRow* paper = published_row(evaluation, outcome.strategy)) {
      nlohmann::ordered_json row;
      if (paper->iterations) row["iterations"] = *paper->iterations;
      row["seconds"] = paper->seconds;
      row["value"] = paper->value;
      if (paper->gap) row["gap"] = *paper->gap;
      run["published"] = std::move(row);
      if (const auto faster = times_faster(outcome, *paper)) run["times_faster"] = *faster;
    }
    json["runs"].push_back(std::move(run));
  }
  return json;
}

std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations) {
  std::vector<report::Claim> claims;
  for (const experiments::Evaluation& evaluation : evaluations) {
    append(evaluation.experiment.name, judgements(evaluation), claims);
  }
  append(fmt::format("least-squares, {}", kForGeometries),
         geometry_judgements(evaluations, kForGeometries), claims);
  append("constrained problems together", summary_judgements(evaluations), claims);
  return claims;
}

std::string to_text(const std::vector<report::Claim>& claims) {
  std::string text = wrap(fmt::format("The paper's claims. {}", report::kAboutClaims)) + '\n';
  std::string about;
  for (const report::Claim& claim : claims) {
    if (claim.about != about) text += claim.about + '\n';
    about = claim.about;
    text += fmt::format("  {:<{}}{}\n", claim.verdict, kIndent - 2, wrap(claim.claim, kIndent));
    text += numbers(claim);
    if (!claim.reason.empty()) text += further("(" + claim.reason + ")");
  }
  return text + wrap(report::claims_title(claims) + ".") + '\n';
}

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const report::Claim& claim : claims) {
    nlohmann::ordered_json one = {{"experiment", claim.about},
                                  {"claim", claim.claim},
                                  {"verdict", claim.verdict},
                                  {"paper", claim.paper},
                                  {"found", claim.found}};
    if (!claim.reason.empty()) one["reason"] = claim.reason;
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace acgd::cli
