#include "cli/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "acgd/version.hpp"
#include "cli/exit_code.hpp"
#include "cli/log_lines.hpp"
#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "cli/run_report.hpp"
#include "cli/streams.hpp"
#include "cli/text_table.hpp"
#include "cli/trace_csv.hpp"
#include "cli/wrap.hpp"

namespace acgd::cli {

void Compare::add_to(Parser& parser) {
  Arguments arguments =
      parser.add_command(name(), "the same problem with several step rules side by side");
  problem_.add_to(arguments);
  arguments.begin_group("Step rule");
  arguments.add("--steps", steps_, {"RULES", "the step rules, with commas between them"});
  run_.add_to(arguments);
  arguments.begin_group("Output");
  arguments.add("--traces", traces_, {"DIR", "a CSV trace for each rule"});
  arguments.add("--result", result_, {"FILE", "JSON: everything about each run"});
  arguments.add("--report", report_, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg_, {"DIR", "the plots as SVG pictures"});
}

std::string Compare::trace_name(const std::string& step) {
  std::string file = step + ".csv";
  std::replace(file.begin(), file.end(), ':', '-');
  return file;
}

Paths Compare::check_paths() const {
  Paths paths;
  problem_.declare(paths);
  for (const std::string& step : steps_) {
    if (traces_) paths.write("--traces", *traces_ / trace_name(step));
  }
  paths.write("--result", result_);
  paths.write("--report", report_);
  paths.write_all("--svg", svg_, ".svg");
  paths.check();
  check_output("result", result_);
  check_output("report", report_);
  check_output_folder("traces", traces_);
  check_output_folder("svg", svg_);
  return paths;
}

int Compare::run(const Context& context) {
  const Paths paths = check_paths();
  std::vector<problem::Step> steps;
  for (const std::string& name : steps_) {
    steps.push_back(problem::make_step_of_many(name, run_.parameters));
  }
  problem::check_parameters(steps_, run_.parameters);
  run_.check(steps);
  const Problem problem = load(problem_);
  Options options = run_.options(problem.objective.shape);
  const bool no_line = run_.quiet || run_.log_every != 0;

  std::vector<NamedResult> results;
  nlohmann::ordered_json json = {{"command", context.line}, {"version", ACGD_VERSION}};
  Outputs outputs;
  int code = exit_code::usable;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    options.observer = log_lines(run_.log_every, run_.quiet, steps_[i]);
    experiments::MeasuredRun measured =
        measure_problem(problem, steps[i], options, context.interrupt, no_line);
    Result& result = measured.result;
    // What was typed tells rules apart that have one name, as fixed:0.1 and fixed:0.2.
    const std::string& name = steps_[i];
    if (traces_) {
      outputs.write([&] { write_into(*traces_, trace_name(name), to_csv(result.trace)); });
    }
    nlohmann::ordered_json run = to_json(result);
    run["setup_seconds"] = measured.setup;
    run["repetitions"] = measured.repetitions;
    run["options"] = to_json(options, steps[i]);
    json["runs"].push_back(std::move(run));
    code = std::max(code, exit_code_of(result.status));
    results.push_back({name, std::move(result), measured.setup});
    if (code == exit_code::interrupted) break;
  }
  if (result_) outputs.write([&] { write_output(*result_, dump(json)); });
  if (report_ || svg_) {
    outputs.write([&] {
      write_report(one_section(problem_, problem, options, results, context.line), report_, svg_);
    });
  }
  if (!run_.quiet) {
    const auto& header = problem.objective.header;
    if (!header.empty()) print(paths.text(), "header: {}\n", problem::shown_header(header));
    print(paths.text(), "{}", to_text(result_table(results, problem.mode)));
    for (const NamedResult& r : results) {
      const std::string status(to_string(r.result.status));
      print(paths.text(), "{}\n",
            wrap(fmt::format("{}: {} ({})", r.name, status, message_of(r.result, problem.mode))));
    }
  }
  return outputs.exit_code(code);
}

}  // namespace acgd::cli
