#include "app/commands/reproduce.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/trace/trace.hpp"
#include "acgd/version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/comparison.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/run_arguments.hpp"
#include "app/commands/run_problem.hpp"
#include "app/commands/run_report.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/commands/threads.hpp"
#include "app/data/specification.hpp"
#include "app/experiments/data.hpp"
#include "app/experiments/evaluation.hpp"
#include "app/experiments/experiment.hpp"
#include "app/report/html.hpp"

namespace acgd::commands {

namespace {

using experiments::Evaluation;
using experiments::Outcome;
using experiments::PublishedRow;

/// A number in nine columns and a sign.
std::string short_number(double x) {
  if (std::abs(x) >= 1e4) return fmt::format("{:.3e}", x);
  return x != 0 && std::abs(x) < 1e-3 ? fmt::format("{:.2e}", x) : fmt::format("{:.4f}", x);
}

/// A time in seven columns.
std::string short_seconds(double s) {
  return s < 1e-3 ? fmt::format("{:.1e}", s) : fmt::format("{:.3g}", s);
}

/// For each strategy, the number of starts from which it ended lowest, of the starts that all
/// strategies were run from. Not a column of the table, whose rows are independent of each other.
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

/// Columns: strategy, iterations, seconds, set-up, value, gap or gradient norm.
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

/// Adds the result of adaptive-adjustable with the other counting below its row. That run is not
/// timed.
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

/// Published time / our time, if the work was the same.
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

/// The published numbers in the same order; no columns if nothing was published.
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

/// The strategy for the comparison of geometries, which the paper calls the most efficient.
constexpr const char* kForGeometries = "adaptive-adjustable";

/// Column at which claims begin, after their status.
constexpr std::size_t kIndent = 18;

void append(const std::string& about, const std::vector<experiments::ClaimResult>& claim_results,
            std::vector<report::Claim>& claims) {
  for (const experiments::ClaimResult& claim_result : claim_results) {
    claims.push_back({.about = about,
                      .claim = claim_result.claim,
                      .status = std::string(to_string(claim_result.status)),
                      .paper = claim_result.paper,
                      .found = claim_result.found,
                      .reason = claim_result.reason});
  }
}

/// Further lines of a claim, indented.
std::string further(const std::string& text) {
  return std::string(kIndent, ' ') + wrap(text, kIndent) + '\n';
}

/// Published and found numbers, on one line if they fit.
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
        "The results of these runs depend on the start and on the last bit of rounding: all "
        "strategies were run from the same five starts, of which the table shows the "
        "first.");
    if (evaluation.outcomes.size() > 1) sentences.push_back(lowest_from(evaluation.outcomes));
  }
  if (evaluation.interrupted) sentences.emplace_back("Interrupted: not all runs were made.");
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
  section.summary = summary_of(comparison, &experiments::Spent::iterations);
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
    append(evaluation.experiment.name, claim_results(evaluation), claims);
  }
  append(fmt::format("least-squares, {}", kForGeometries),
         geometry_claim_results(evaluations, kForGeometries), claims);
  append("constrained problems together", summary_claim_results(evaluations), claims);
  return claims;
}

std::string to_text(const std::vector<report::Claim>& claims) {
  std::string text = wrap(fmt::format("The paper's claims. {}", report::kAboutClaims)) + '\n';
  std::string about;
  for (const report::Claim& claim : claims) {
    if (claim.about != about) text += claim.about + '\n';
    about = claim.about;
    text += fmt::format("  {:<{}}{}\n", claim.status, kIndent - 2, wrap(claim.claim, kIndent));
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
                                  {"status", claim.status},
                                  {"paper", claim.paper},
                                  {"found", claim.found}};
    if (!claim.reason.empty()) one["reason"] = claim.reason;
    json.push_back(std::move(one));
  }
  return json;
}

namespace {

using experiments::Evaluation;
using experiments::Experiment;

std::vector<Experiment> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return experiments::all();
  std::vector<Experiment> list;
  for (const std::string& name : names) list.push_back(experiments::find(name));
  return list;
}

void check_strategies(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto& known = experiments::constrained_strategies();
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw spec::unknown_name("strategies", name, known);
    }
  }
}

/// A live line for each run, one after the other.
class Display {
 public:
  Display(bool quiet, Index log_every) : quiet_(quiet), log_every_(log_every) {
    log_lines(log_every, quiet, {});  // throws if the arguments are invalid
  }

  void show(const std::string& title, const Options& limits, const Record& record) {
    if (log_every_ != 0) {
      log_lines(log_every_, quiet_, title)(record);
      return;
    }
    if (record.iteration == 0 || !line_) line_.emplace(quiet_, limits, title);
    line_->show(record);
  }
  void clear() { line_.reset(); }

 private:
  bool quiet_;
  Index log_every_;
  std::optional<LiveLine> line_;
};

std::string trace_name(const std::string& experiment, const std::string& strategy) {
  return experiment + "-" + strategy + ".csv";
}

void write_traces(const std::filesystem::path& folder, const Evaluation& evaluation) {
  for (const experiments::Outcome& outcome : evaluation.outcomes) {
    write_into(folder, trace_name(evaluation.experiment.name, outcome.strategy),
               to_csv(outcome.result.trace));
  }
}

/// acgd reproduce: the paper's evaluation, or some of its experiments.
class Reproduce final : public Command {
 public:
  std::string name() const override { return "reproduce"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  /// The command that runs one of the experiments alone.
  std::string command_of(const std::string& name) const;
  /// The assignment of ACGD_DATA to put before a command; empty if it is not set or the command has
  /// --data.
  std::string environment() const;

  /// Collects and checks all input and output files. Throws InvalidInput if they cannot be used.
  Paths check_paths(const experiments::Settings& settings) const;

  std::vector<std::string> names_, strategies_;
  bool quick_ = false, synthetic_ = false, quiet_ = false;
  std::uint64_t seed_ = 1;
  Options options_;  ///< only the number of threads is used
  Index log_every_ = 0;
  /// Only the counting is used; the default is that of the authors' code, which produced the
  /// tables.
  AdaptiveAdjustable adjustable_{.counting = Counting::published};
  spec::Flags given_;  ///< flags of options_ and adjustable_
  OutputPath data_;
  ReportArguments files_;
};

}  // namespace

void Reproduce::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "repeat the paper's evaluation, or part of it");
  arguments.add("experiments", names_, {"NAME", "experiments; default: all"});
  arguments.begin_group("Experiments");
  arguments.add("--strategies", strategies_,
                {"RULES", "only these strategies, separated by commas"});
  arguments.add_flag("--quick", quick_, "smaller problems; takes seconds instead of minutes");
  arguments.add(
      "--data", data_,
      {"DIR", "folder of the real data; default: $ACGD_DATA; synthetic stand-ins if absent"});
  arguments.add_flag("--synthetic", synthetic_,
                     "use synthetic stand-ins even if the real data exists");
  arguments.add("--seed", seed_, {"N", "random seed"});
  Description rule = adjustable_.describe(), options = options_.describe();
  arguments.add(*find(rule, "counting"), given_);
  arguments.begin_group("Running");
  arguments.add(*find(options, "threads"), given_);
  arguments.add_flag("--quiet", quiet_, "print nothing but errors");
  arguments.add(
      "--log-every", log_every_,
      {"N", "print a line to standard error at iterations 0, N, 2N, ... and the last one"});
  files_.add_to(arguments, "run");
}

std::string Reproduce::environment() const {
  const auto folder = synthetic_ || data_ ? std::nullopt : experiments::data_from_environment();
  if (!folder) return "";
  return "ACGD_DATA=" + shell_quoted(std::filesystem::absolute(*folder).string()) + " ";
}

std::string Reproduce::command_of(const std::string& name) const {
  std::string command = environment() + "acgd reproduce " + name;
  if (!strategies_.empty()) command += fmt::format(" --strategies {}", fmt::join(strategies_, ","));
  if (quick_) command += " --quick";
  if (synthetic_) command += " --synthetic";
  if (data_) command += " --data " + shell_quoted(data_->string());
  if (seed_ != 1) command += fmt::format(" --seed {}", seed_);
  for (const auto& [flag, value] : given_) command += fmt::format(" --{} {}", flag, value);
  return command;
}

Paths Reproduce::check_paths(const experiments::Settings& settings) const {
  Paths paths;
  for (const std::string& name : experiments::data_file_names()) {
    paths.read("--data", experiments::data_file(settings, name));
  }
  for (const Experiment& experiment : chosen(names_)) {
    for (const std::string& strategy : experiments::constrained_strategies()) {
      if (files_.traces)
        paths.write("--traces", *files_.traces / trace_name(experiment.name, strategy));
    }
  }
  files_.declare(paths);
  paths.check();
  files_.check();
  return paths;
}

int Reproduce::run(const Context& context) {
  const std::vector<Experiment> list = chosen(names_);
  check_strategies(strategies_);
  if (synthetic_ && data_) throw InvalidInput("data", "has no effect with --synthetic");
  use_threads(options_.threads);
  const experiments::Settings settings{.seed = seed_,
                                       .quick = quick_,
                                       .data = data_,
                                       .synthetic = synthetic_,
                                       .counting = adjustable_.counting};
  const Paths paths = check_paths(settings);
  std::FILE* const text = paths.text();

  const auto begin = std::chrono::steady_clock::now();
  const std::string command = environment() + context.line;
  report::Report report =
      empty_report(quick_ ? "Smaller versions of the paper's experiments"
                          : "Adaptive conditional gradients: the paper's evaluation",
                   command);
  nlohmann::ordered_json json = {{"command", command}, {"version", ACGD_VERSION}};
  std::vector<Evaluation> evaluations;
  std::vector<RankedExperiment> ranking;
  int code = exit_code::usable;
  Outputs outputs;
  Display display(quiet_, log_every_);
  for (const Experiment& experiment : list) {
    Evaluation evaluation = experiments::evaluate(
        experiment, settings,
        {.strategies = strategies_,
         .interrupt = context.interrupt,
         .watch = [&](const std::string& strategy, const Options& limits, const Record& record) {
           display.show(experiment.name + " " + strategy, limits, record);
         }});
    display.clear();
    if (files_.traces) outputs.write([&] { write_traces(*files_.traces, evaluation); });
    if (files_.result) json["experiments"].push_back(to_json(evaluation));
    report::Section section = to_section(evaluation, command_of(experiment.name));
    if (!quiet_) {
      print(text, "{}: {}\n{}", experiment.name, experiment.title, to_text(evaluation));
      for (const std::string& note : notes(evaluation)) print(text, "{}\n", wrap(note));
      print(text, "\n");
      std::fflush(stdout);
    }
    for (const auto& outcome : evaluation.outcomes) {
      code = std::max(code, exit_code_of(outcome.result.status));
    }
    if (files_.report || files_.svg) report.sections.push_back(std::move(section));
    ranking.push_back({experiment.name, to_comparison(evaluation)});
    const bool interrupted = evaluation.interrupted;
    for (auto& outcome : evaluation.outcomes) outcome.result.trace = {};
    evaluations.push_back(std::move(evaluation));
    if (interrupted) {
      code = exit_code::interrupted;
      break;
    }
  }
  report.claims = to_claims(evaluations);
  if (quick_) {
    report.preface = kAboutQuick;
    report.full_command = "acgd reproduce --report report.html";
  }
  report_ranking(report, ranking);
  if (files_.result) {
    json["claims"] = to_json(report.claims);
    outputs.write([&] { write_output(*files_.result, dump(json)); });
  }
  outputs.write([&] { write_report(report, files_.report, files_.svg); });
  if (!quiet_) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (quick_) {
      print(text, "{}\n\n", wrap(kAboutQuick));
    } else {
      print(text, "{}\n\n{}\n", wrap(kAboutThePaper), to_text(report.claims));
    }
    print(text, "{:.1f} s in all.", spent.count());
    if (files_.report) print(text, " Report: {}", files_.report->string());
    print(text, "\n");
  }
  return outputs.exit_code(code);
}

std::unique_ptr<Command> make_reproduce() { return std::make_unique<Reproduce>(); }

}  // namespace acgd::commands
