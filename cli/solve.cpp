#include "cli/solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "cli/exit_code.hpp"
#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "cli/run_report.hpp"
#include "cli/watch.hpp"
#include "io/whole_file.hpp"

namespace acgd::cli {
namespace {

using Clock = std::chrono::steady_clock;

void print_summary(const Problem& problem, const Result& result, const problem::Scores& scores) {
  fmt::print("{} ({})\n", to_string(result.status), result.message);
  fmt::print("  value       {:.10g}\n  gap         {:.6g}\n", result.value, result.gap);
  fmt::print("  iterations  {}\n  seconds     {:.3g}\n", result.counts.iterations,
             result.seconds.total);
  fmt::print("  problem     {}\n  set         {}\n", problem.objective.description,
             problem.set->name());
  for (const auto& [name, score] : scores) fmt::print("  {:<10}  {:.6g} (held out)\n", name, score);
}

}  // namespace

void Solve::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "solve a problem of your own");
  problem_.add_to(arguments);
  arguments.add("--test", test_, {"FILE", "held-out data: accuracy and AUC, or RMSE and MAE"});
  arguments.begin_group("Step rule");
  arguments.add("--step", step_, {"RULE", "the step rule; see: acgd list steps"});
  run_.add_to(arguments);
  arguments.begin_group("Output");
  arguments.add("--trace", trace_,
                {"FILE", "CSV: iteration,time_s,value,gap,step,lipschitz,backtracks"});
  arguments.add("--trace-every", trace_every_,
                {"N", "keep rows 0, N, 2N, ... and the last one of the trace"});
  arguments.add("--result", result_,
                {"FILE", "JSON: status, value, gap, counts, seconds, the options as resolved"});
  arguments.add("--solution", solution_,
                {"FILE", "the point as .npy (a low-rank one as .left.npy and .right.npy)"});
  arguments.add("--report", report_, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg_, {"DIR", "the plots as SVG pictures"});
  checkpoint_.add_to(arguments);
}

void Solve::check_outputs() const {
  check_output("trace", trace_);
  check_output("result", result_);
  check_output("solution", solution_);
  check_output("report", report_);
  check_output_folder("svg", svg_);
  require_at_least("trace-every", trace_every_, 1);
}

int Solve::run(const Context& context) {
  check_outputs();
  const problem::Step step = problem::make_step(step_, run_.parameters);
  const auto begin = Clock::now();
  const Problem problem = load(problem_);
  Options options = run_.options(problem.objective.shape);
  options.trace = report_ || svg_;
  options.trace_every = trace_every_;
  options.checkpoint = checkpoint_.options();
  options.resume = checkpoint_.read();
  if (test_ && !problem.objective.test) {
    throw InvalidInput(
        fmt::format("test: the objective {} has nothing to predict", problem_.objective.name));
  }
  const problem::Judge judge = test_ ? problem.objective.test(*test_) : nullptr;
  const double reading = std::chrono::duration<double>(Clock::now() - begin).count();

  Watch watch(trace_, checkpoint_.file, options);
  const Result result = run_problem(problem, step, options, context.interrupt, run_.quiet);
  const int code = watch.finish(result);
  const problem::Scores scores = judge ? judge(result) : problem::Scores();

  if (solution_) write_solution(*solution_, result);
  if (result_) {
    nlohmann::ordered_json json = to_json(result);
    json["seconds"]["reading"] = reading;
    for (const auto& [name, score] : scores) json["test"][name] = score;
    json["problem"] = {{"objective", problem_.objective.name},
                       {"data", problem.objective.description},
                       {"set", problem.set->name()},
                       {"mode", problem_.mode},
                       {"variables", problem.objective.f->dimension()}};
    json["options"] = to_json(options, step);
    json["command"] = context.line;
    json["version"] = ACGD_VERSION;
    io::write_whole(*result_, dump(json));
  }
  if (report_ || svg_) {
    write_report(one_section(problem_, problem, options, {{step.name, result}}, context.line),
                 report_, svg_);
  }
  if (!run_.quiet) print_summary(problem, result, scores);
  return code;
}

}  // namespace acgd::cli
