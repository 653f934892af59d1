#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "acgd/direction/along.hpp"
#include "acgd/direction/toward.hpp"
#include "acgd/trace/write_trace.hpp"
#include "acgd/version.hpp"
#include "cli/commands.hpp"
#include "cli/live_line.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "cli/problem_arguments.hpp"
#include "cli/result_json.hpp"
#include "cli/run_arguments.hpp"
#include "cli/run_problem.hpp"
#include "cli/run_report.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"
#include "problem/direction_kinds.hpp"

namespace acgd::cli {
namespace {

/// acgd compare: one problem of the user's own, several rules side by side.
class Compare final : public Command {
 public:
  std::string name() const override { return "compare"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  std::vector<std::string> directions() const;
  /// What was typed of each run: the step rule, behind its direction if there are several.
  std::vector<std::string> run_names() const;
  /// "fixed-0.1.csv" for fixed:0.1
  static std::string trace_name(const std::string& run);

  ProblemArguments problem_;
  RunArguments run_;
  std::vector<std::string> steps_ = {"adaptive-constant", "adaptive-adjustable", "backtracking",
                                     "open-loop"};
  std::vector<std::string> directions_;  ///< empty: the plain one of the mode
  ReportArguments files_;
};

}  // namespace

void Compare::add_to(Parser& parser) {
  Arguments arguments =
      parser.add_command(name(), "the same problem with several step rules side by side");
  problem_.add_to(arguments);
  arguments.begin_group("Step rule");
  arguments.add("--steps", steps_,
                {"RULES", "with commas between them, as short,fixed:0.1,fixed:0.01"});
  arguments.add("--directions", directions_,
                {"RULES",
                 "direction rules, with commas between them, each with each step rule; toward, or "
                 "along in unconstrained mode, unless given"});
  run_.add_to(arguments);
  files_.add_to(arguments, "rule");
}

std::vector<std::string> Compare::directions() const {
  if (!directions_.empty()) return directions_;
  const bool free = problem_.mode == "unconstrained";
  return {std::string(free ? Along::name : Toward::name)};
}

std::vector<std::string> Compare::run_names() const {
  std::vector<std::string> names;
  for (const std::string& direction : directions()) {
    for (const std::string& step : steps_) {
      names.push_back(directions_.size() <= 1 ? step : direction + "+" + step);
    }
  }
  return names;
}

std::string Compare::trace_name(const std::string& run) {
  std::string file = run + ".csv";
  std::replace(file.begin(), file.end(), ':', '-');
  return file;
}

Paths Compare::check_paths() const {
  Paths paths;
  problem_.declare(paths);
  for (const std::string& run : run_names()) {
    if (files_.traces) paths.write("--traces", *files_.traces / trace_name(run));
  }
  files_.declare(paths);
  paths.check();
  files_.check();
  return paths;
}

int Compare::run(const Context& context) {
  const Paths paths = check_paths();
  const std::vector<StepChoice> steps = run_.make_steps(steps_);
  std::vector<DirectionChoice> directions;
  for (const std::string& text : this->directions())
    directions.push_back(problem::make_direction(text));
  problem_.check_map(files_.report || files_.svg);
  const LoadedProblem loaded = load(problem_);
  Options options = run_.options(loaded.objective.shape);
  const bool no_line = run_.quiet || run_.log_every != 0;

  std::vector<NamedResult> results;
  nlohmann::ordered_json json = {{"command", context.line}, {"version", ACGD_VERSION}};
  Outputs outputs;
  int code = exit_code::usable;
  // What was typed tells rules apart that have one name, as fixed:0.1 and fixed:0.2.
  for (std::size_t i = 0; const std::string& name : run_names()) {
    options.direction = directions[i / steps.size()];
    options.step = steps[i++ % steps.size()];
    options.observer = log_lines(run_.log_every, run_.quiet, name);
    experiments::MeasuredRun measured =
        measure_problem(loaded.problem, options, context.interrupt, no_line, name);
    Result& result = measured.result;
    if (files_.traces) {
      outputs.write([&] { write_into(*files_.traces, trace_name(name), to_csv(result.trace)); });
    }
    nlohmann::ordered_json run = {{"name", name}};
    run.update(to_json(result));
    run["setup_seconds"] = measured.setup;
    run["repetitions"] = measured.repetitions;
    run["options"] = to_json(options);
    json["runs"].push_back(std::move(run));
    code = std::max(code, exit_code_of(result.status));
    results.push_back({name, std::move(result), measured.setup});
    if (code == exit_code::interrupted) break;
  }
  if (files_.result) outputs.write([&] { write_output(*files_.result, dump(json)); });
  if (files_.report || files_.svg) {
    outputs.write([&] {
      write_report(one_section(problem_, loaded, options, results, context.line), files_.report,
                   files_.svg);
    });
  }
  if (!run_.quiet) {
    const auto& header = loaded.objective.header;
    if (!header.empty()) print(paths.text(), "header: {}\n", problem::shown_header(header));
    print(paths.text(), "{}", to_text(result_table(results, loaded.problem.mode)));
    for (const NamedResult& r : results) {
      const std::string status(to_string(r.result.status));
      print(paths.text(), "{}\n",
            wrap(fmt::format("{}: {} ({})", r.name, status,
                             message_of(r.result, loaded.problem.mode))));
    }
  }
  return outputs.exit_code(code);
}

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace acgd::cli
