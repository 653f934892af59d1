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
#include "cli/command_words.hpp"
#include "cli/commands.hpp"
#include "cli/evaluation_table.hpp"
#include "cli/live_line.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "cli/result_json.hpp"
#include "cli/run_arguments.hpp"
#include "cli/run_report.hpp"
#include "cli/standings.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"
#include "cli/threads.hpp"
#include "experiments/data_file.hpp"
#include "experiments/evaluation.hpp"
#include "experiments/experiment.hpp"
#include "experiments/strategy.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
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
      problem::refuse_name("strategies", name, known);
    }
  }
}

/// A live line for each run, one after the other.
class Display {
 public:
  Display(bool quiet, Index log_every) : quiet_(quiet), log_every_(log_every) {
    log_lines(log_every, quiet, {});  // throws if it makes no sense
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
  /// What to type to run one of the experiments alone.
  std::string command_of(const std::string& name) const;
  /// Where the environment says that the data is, as a shell takes it in front of a command; empty
  /// where the command itself says it, or nobody.
  std::string environment() const;

  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths(const experiments::Settings& settings) const;

  std::vector<std::string> names_, strategies_;
  bool quick_ = false, twin_ = false, quiet_ = false;
  std::uint64_t seed_ = 1;
  Options options_;  ///< of which the number of threads is asked for
  Index log_every_ = 0;
  /// Of which the counting is asked for; the default is the one that made the tables.
  AdaptiveAdjustable adjustable_{.counting = Counting::published};
  problem::Flags given_;  ///< of these two
  OutputPath data_;
  ReportArguments files_;
};

}  // namespace

void Reproduce::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "the paper's evaluation, or part of it");
  arguments.add("experiments", names_, {"NAME", "which; all unless given"});
  arguments.begin_group("Experiments");
  arguments.add("--strategies", strategies_, {"RULES", "only these, with commas between them"});
  arguments.add_flag("--quick", quick_, "smaller problems: seconds instead of minutes");
  arguments.add("--data", data_,
                {"DIR", "where real data is; else $ACGD_DATA; else a synthetic twin"});
  arguments.add_flag("--twin", twin_, "synthetic twins even where real data is there");
  arguments.add("--seed", seed_, {"N", "of everything that is drawn"});
  Description rule = adjustable_.describe(), options = options_.describe();
  arguments.add(*find(rule, "counting"), given_);
  arguments.begin_group("Running");
  arguments.add(*find(options, "threads"), given_);
  arguments.add_flag("--quiet", quiet_, "print nothing but errors");
  arguments.add("--log-every", log_every_,
                {"N", "a line on standard error at iterations 0, N, 2N, ... and the last one"});
  files_.add_to(arguments, "run");
}

std::string Reproduce::environment() const {
  const auto folder = twin_ || data_ ? std::nullopt : experiments::data_from_environment();
  if (!folder) return "";
  return "ACGD_DATA=" + quoted_word(std::filesystem::absolute(*folder).string()) + " ";
}

std::string Reproduce::command_of(const std::string& name) const {
  std::string command = environment() + "acgd reproduce " + name;
  if (!strategies_.empty()) command += fmt::format(" --strategies {}", fmt::join(strategies_, ","));
  if (quick_) command += " --quick";
  if (twin_) command += " --twin";
  if (data_) command += " --data " + quoted_word(data_->string());
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
  if (twin_ && data_) throw InvalidInput("data: has no effect with --twin");
  use_threads(options_.threads);
  const experiments::Settings settings{.seed = seed_,
                                       .quick = quick_,
                                       .data = data_,
                                       .twin = twin_,
                                       .counting = adjustable_.counting};
  const Paths paths = check_paths(settings);
  std::FILE* const text = paths.text();

  const auto begin = std::chrono::steady_clock::now();
  const std::string command = environment() + context.line;
  report::Report report =
      empty_report(quick_ ? "Small twins of the paper's experiments"
                          : "Adaptive conditional gradients: the paper's evaluation",
                   command);
  nlohmann::ordered_json json = {{"command", command}, {"version", ACGD_VERSION}};
  std::vector<Evaluation> evaluations;
  std::vector<Standing> standings;
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
    standings.push_back({experiment.name, to_comparison(evaluation)});
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
  tell_standings(report, standings);
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

}  // namespace acgd::cli
