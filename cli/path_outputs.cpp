#include "cli/path_outputs.hpp"

#include <nlohmann/json.hpp>

#include "acgd/version.hpp"
#include "cli/result_json.hpp"
#include "cli/run_report.hpp"

namespace acgd::cli {

void PathOutputs::add_to(Arguments& arguments) {
  arguments.begin_group("Output");
  arguments.add("--model", model, {"FILE", "JSON: the model, for acgd predict"});
  arguments.add("--result", result, {"FILE", "JSON: everything about each fit"});
  arguments.add("--report", report, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg, {"DIR", "the plots as SVG pictures"});
}

void PathOutputs::declare(Paths& paths) const {
  paths.write("--model", model);
  paths.write("--result", result);
  paths.write("--report", report);
  paths.write_all("--svg", svg, ".svg");
}

void PathOutputs::check() const {
  check_output("model", model);
  check_output("result", result);
  check_output("report", report);
  check_output_folder("svg", svg);
}

int PathOutputs::write(const Context& context, const std::function<std::string()>& model_json,
                       nlohmann::ordered_json json, report::PathReport& page, int code) const {
  Outputs outputs;
  if (model) outputs.write([&] { write_output(*model, model_json()); });
  json["command"] = context.line;
  json["version"] = ACGD_VERSION;
  if (result) outputs.write([&] { write_output(*result, dump(json)); });
  sign(page, context.line);
  outputs.write([&] { write_report(page, report, svg); });
  return outputs.exit_code(code);
}

std::vector<std::string> PathOutputs::written() const {
  std::vector<std::string> names;
  for (const OutputPath& path : {model, result, report, svg}) {
    if (path) names.push_back(shown_output(*path).string());
  }
  return names;
}

}  // namespace acgd::cli
