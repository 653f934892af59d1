#include "cli/solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "cli/data_sets.hpp"
#include "cli/log_lines.hpp"
#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "cli/run_report.hpp"
#include "cli/solution_file.hpp"
#include "cli/streams.hpp"
#include "cli/summary.hpp"
#include "cli/watch.hpp"

namespace acgd::cli {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

void Solve::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "solve a problem of your own");
  problem_.add_to(arguments);
  arguments.add("--test", test_, {"FILE", "held-out data: accuracy and AUC, or RMSE and MAE"});
  arguments.add("--test-targets", test_targets_,
                {"FILE", "what the held-out samples should predict; else found as in --data"});
  arguments.begin_group("Step rule");
  arguments.add("--step", step_, {"RULE", "the step rule; see: acgd list steps"});
  run_.add_to(arguments);
  arguments.begin_group("Output");
  arguments.add(
      "--trace", trace_,
      {"FILE", "CSV: iteration,time_s,value,gap,step,lipschitz,backtracks; - is standard output"});
  arguments.add("--trace-every", trace_every_,
                {"N", "keep rows 0, N, 2N, ... and the last one of the trace", false, 1});
  arguments.add(
      "--result", result_,
      {"FILE",
       "JSON: status, value, gap, counts, seconds, the options as resolved; - is standard "
       "output"});
  arguments.add("--solution", solution_,
                {"FILE",
                 "the point as .npy, .csv, .txt or .json (a low-rank one as .left.npy and "
                 ".right.npy)"});
  arguments.add("--report", report_, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg_, {"DIR", "the plots as SVG pictures"});
  checkpoint_.add_to(arguments);
}

Paths Solve::check_paths() const {
  Paths paths;
  problem_.declare(paths);
  paths.read("--test", test_);
  paths.read("--test-targets", test_targets_);
  paths.write("--trace", trace_);
  if (trace_ && !is_direct(*trace_)) paths.write("--trace", TraceStream::partial_of(*trace_));
  paths.write("--result", result_);
  const SolutionFile solution(solution_);
  solution.declare(paths);
  paths.write("--report", report_);
  paths.write_all("--svg", svg_, ".svg");
  checkpoint_.declare(paths);
  paths.check();
  check_output("trace", trace_);
  check_output("result", result_);
  solution.check();
  check_output("report", report_);
  check_output_folder("svg", svg_);
  return paths;
}

void Solve::check_idle(const problem::Step& step) const {
  run_.check({step});
  if (trace_every_ && !trace_ && !report_ && !svg_) {
    throw InvalidInput("trace-every: says nothing without --trace, --report or --svg");
  }
  if (test_targets_ && !test_) throw InvalidInput("test-targets: says nothing without --test");
}

std::vector<std::string> Solve::written() const {
  std::vector<std::string> names;
  for (const OutputPath& path : {trace_, result_, report_, svg_, checkpoint_.file}) {
    if (path) names.push_back(shown_output(*path).string());
  }
  return names;
}

int Solve::run(const Context& context) {
  const Paths paths = check_paths();
  const problem::Step step = problem::make_step(step_, run_.parameters);
  check_idle(step);
  if (test_) tell_where_to_fetch(*test_);
  const auto begin = Clock::now();
  const Problem problem = load(problem_);
  Options options = run_.options(problem.objective.shape);
  options.observer = log_lines(run_.log_every, run_.quiet, step.name);
  options.trace = report_ || svg_;
  options.trace_every = trace_every_.value_or(1);
  options.checkpoint = checkpoint_.options();
  options.resume = checkpoint_.read();
  if (test_ && !problem.objective.test) {
    throw InvalidInput(
        fmt::format("test: the objective {} has nothing to predict", problem_.objective.name));
  }
  const problem::Judge judge = test_ ? problem.objective.test({*test_, test_targets_}) : nullptr;
  const double reading = std::chrono::duration<double>(Clock::now() - begin).count();

  Watch watch(trace_, checkpoint_.file, options);
  const bool no_line = run_.quiet || run_.log_every != 0;
  Result result = run_problem(problem, step, options, context.interrupt, no_line, "");
  const int code = watch.finish(result);
  const std::string ended = watch.ended(result);
  const problem::Scores scores = judge ? judge(result) : problem::Scores();

  Outputs outputs;
  std::vector<std::string> files = written();
  if (solution_) {
    outputs.write([&] {
      files.push_back(
          SolutionFile(solution_).write(result, problem::variable_names(problem.objective)));
    });
  }
  if (result_) {
    nlohmann::ordered_json json = to_json(result);
    json["status"] = ended;
    json["seconds"]["reading"] = reading;
    for (const auto& [name, score] : scores) json["test"][name] = score;
    json["problem"] = {{"objective", problem_.objective.name},
                       {"data", problem.objective.description},
                       {"targets", problem.objective.targets},
                       {"set", problem.set->name()},
                       {"mode", problem_.mode},
                       {"variables", problem.objective.f->dimension()}};
    if (!problem.objective.header.empty()) json["problem"]["header"] = problem.objective.header;
    json["options"] = to_json(options, step);
    json["command"] = context.line;
    json["version"] = ACGD_VERSION;
    outputs.write([&] { write_output(*result_, dump(json)); });
  }
  if (report_ || svg_) {
    const report::Report page =
        one_section(problem_, problem, options, {{step.name, result}}, context.line);
    outputs.write([&] { write_report(page, report_, svg_); });
  }
  if (!run_.quiet) {
    print(paths.text(), "{}", to_text(Summary{problem, result, ended, scores, files}));
  }
  return outputs.exit_code(code);
}

}  // namespace acgd::cli
