#include "cli/reproduce.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "cli/claims_table.hpp"
#include "cli/command_line.hpp"
#include "cli/evaluation_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/live_line.hpp"
#include "cli/result_json.hpp"
#include "cli/run_arguments.hpp"
#include "cli/run_report.hpp"
#include "cli/text_table.hpp"
#include "cli/trace_csv.hpp"
#include "cli/wrap.hpp"
#include "experiments/data_file.hpp"
#include "experiments/evaluation.hpp"
#include "experiments/strategy.hpp"
#include "io/whole_file.hpp"
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
  explicit Display(bool quiet) : quiet_(quiet) {}

  void show(const std::string& title, const Options& limits, const Record& record) {
    if (record.iteration == 0 || !line_) line_.emplace(quiet_, limits, title);
    line_->show(record);
  }
  void clear() { line_.reset(); }

 private:
  bool quiet_;
  std::optional<LiveLine> line_;
};

void write_traces(const std::filesystem::path& folder, const Evaluation& evaluation) {
  for (const experiments::Outcome& outcome : evaluation.outcomes) {
    io::write_whole(folder / (evaluation.experiment.name + "-" + outcome.strategy + ".csv"),
                    to_csv(outcome.result.trace));
  }
}

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
  arguments.add("--counting", counting_,
                {"paper|published", "how adaptive-adjustable counts backtracks"});
  arguments.begin_group("Running");
  arguments.add("--threads", threads_,
                {"N", "how many; all of the machine unless given", false, 1});
  arguments.add_flag("--quiet", quiet_, "print nothing but errors");
  arguments.begin_group("Output");
  arguments.add("--traces", traces_, {"DIR", "a CSV trace for each run"});
  arguments.add("--result", result_, {"FILE", "JSON: everything about each run"});
  arguments.add("--report", report_, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg_, {"DIR", "the plots as SVG pictures"});
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
  if (counting_ != "paper") command += " --counting " + counting_;
  if (threads_ != 0) command += fmt::format(" --threads {}", threads_);
  return command;
}

int Reproduce::run(const Context& context) {
  const std::vector<Experiment> list = chosen(names_);
  check_strategies(strategies_);
  check_output("result", result_);
  check_output("report", report_);
  check_output_folder("traces", traces_);
  check_output_folder("svg", svg_);
  if (counting_ != "paper" && counting_ != "published") {
    problem::refuse_name("counting", counting_, {"paper", "published"});
  }
  if (twin_ && data_) throw InvalidInput("data: says nothing with --twin");
  use_threads(threads_);
  const experiments::Settings settings{
      .seed = seed_,
      .quick = quick_,
      .data = data_,
      .twin = twin_,
      .counting = counting_ == "published" ? Counting::published : Counting::paper};

  const auto begin = std::chrono::steady_clock::now();
  const std::string command = environment() + context.line;
  report::Report report =
      empty_report("Adaptive conditional gradients: the paper's evaluation", command);
  nlohmann::ordered_json json = {{"command", command}, {"version", ACGD_VERSION}};
  std::vector<Evaluation> evaluations;
  int code = exit_code::usable;
  Display display(quiet_);
  for (const Experiment& experiment : list) {
    Evaluation evaluation = experiments::evaluate(
        experiment, settings,
        {.strategies = strategies_,
         .interrupt = context.interrupt,
         .watch = [&](const std::string& strategy, const Options& limits, const Record& record) {
           display.show(experiment.name + " " + strategy, limits, record);
         }});
    display.clear();
    if (traces_) write_traces(*traces_, evaluation);
    if (result_) json["experiments"].push_back(to_json(evaluation));
    report::Section section = to_section(evaluation, command_of(experiment.name));
    if (!quiet_) {
      fmt::print("{}: {}\n{}", experiment.name, experiment.title, to_text(evaluation));
      for (const std::string& note : notes(evaluation)) fmt::print("{}\n", wrap(note));
      fmt::print("\n");
      std::fflush(stdout);
    }
    for (const auto& outcome : evaluation.outcomes) {
      code = std::max(code, exit_code_of(outcome.result.status));
    }
    if (report_ || svg_) report.sections.push_back(std::move(section));
    const bool interrupted = evaluation.interrupted;
    for (auto& outcome : evaluation.outcomes) outcome.result.trace = {};
    evaluations.push_back(std::move(evaluation));
    if (interrupted) {
      code = exit_code::interrupted;
      break;
    }
  }
  report.claims = to_claims(evaluations);
  if (quick_) report.claims_note = about_quick_claims;
  if (result_) json["claims"] = to_json(report.claims);
  if (result_) io::write_whole(*result_, dump(json));
  write_report(report, report_, svg_);
  if (!quiet_) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (!quick_) fmt::print("{}\n\n", wrap(about_the_paper));
    fmt::print("{}\n", to_text(report.claims, report.claims_note));
    fmt::print("{:.1f} s in all.", spent.count());
    if (report_) fmt::print(" Report: {}", report_->string());
    fmt::print("\n");
  }
  return code;
}

}  // namespace acgd::cli
