#include "cli/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "acgd/version.hpp"
#include "cli/exit_code.hpp"
#include "cli/result_json.hpp"
#include "cli/run_problem.hpp"
#include "cli/run_report.hpp"
#include "cli/text_table.hpp"
#include "cli/trace_csv.hpp"
#include "cli/wrap.hpp"
#include "io/whole_file.hpp"

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

int Compare::run(const Context& context) {
  check_output("result", result_);
  check_output("report", report_);
  check_output_folder("traces", traces_);
  check_output_folder("svg", svg_);
  std::vector<problem::Step> steps;
  for (const std::string& name : steps_) {
    steps.push_back(problem::make_step_of_many(name, run_.parameters));
  }
  problem::check_parameters(steps_, run_.parameters);
  run_.check(steps);
  const Problem problem = load(problem_);
  const Options options = run_.options(problem.objective.shape);

  std::vector<NamedResult> results;
  nlohmann::ordered_json json = {{"command", context.line}, {"version", ACGD_VERSION}};
  int code = exit_code::usable;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    experiments::MeasuredRun measured =
        measure_problem(problem, steps[i], options, context.interrupt, run_.quiet);
    Result& result = measured.result;
    // What was typed tells rules apart that have one name, as fixed:0.1 and fixed:0.2.
    const std::string& name = steps_[i];
    if (traces_) {
      std::string file = name + ".csv";
      std::replace(file.begin(), file.end(), ':', '-');
      io::write_whole(*traces_ / file, to_csv(result.trace));
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
  if (result_) io::write_whole(*result_, dump(json));
  if (report_ || svg_) {
    write_report(one_section(problem_, problem, options, results, context.line), report_, svg_);
  }
  if (!run_.quiet) {
    fmt::print("{}", to_text(result_table(results)));
    for (const NamedResult& r : results) {
      const std::string status(to_string(r.result.status));
      fmt::print("{}\n", wrap(fmt::format("{}: {} ({})", r.name, status, r.result.message)));
    }
  }
  return code;
}

}  // namespace acgd::cli
