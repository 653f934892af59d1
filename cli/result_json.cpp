#include "cli/result_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace acgd::cli {

using Json = nlohmann::ordered_json;

Json to_json(const Result& result) {
  const Counts& counts = result.counts;
  const Seconds& seconds = result.seconds;
  return {{"status", to_string(result.status)},
          {"usable", is_usable(result.status)},
          {"converged", is_converged(result.status)},
          {"message", result.message},
          {"value", result.value},
          {"gap", result.gap},
          {"best_value", result.best_value},
          {"best_gap", result.best_gap},
          {"counts",
           {{"iterations", counts.iterations},
            {"gradients", counts.gradients},
            {"oracle_calls", counts.oracle_calls},
            {"trials", counts.trials}}},
          {"seconds",
           {{"total", seconds.total},
            {"gradient", seconds.gradient},
            {"oracle", seconds.oracle},
            {"step", seconds.step},
            {"update", seconds.update}}}};
}

Json to_json(const Options& options, const problem::Step& step) {
  Json json = {{"step", step.name}};
  for (const auto& [name, value] : step.settings) {
    std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  }
  json["norm"] = options.norm->name();
  json["max-iterations"] = options.max_iterations;
  json["time-limit"] = options.time_limit;
  json["gap-tolerance"] = options.gap_tolerance;
  json["relative-gap-tolerance"] = options.relative_gap_tolerance;
  json["gradient-tolerance"] = options.gradient_tolerance;
  if (options.optimal_value) {
    json["optimal-value"] = *options.optimal_value;
    json["value-tolerance"] = options.value_tolerance;
  }
  return json;
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace acgd::cli
