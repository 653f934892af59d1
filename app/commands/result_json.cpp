#include "app/commands/result_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/spec/parameters.hpp"

namespace acgd::commands {

using Json = nlohmann::ordered_json;

namespace {

Json json_of(const Parameter& parameter) {
  return std::visit(
      [](const auto& member) -> Json {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, Word>) {
          return member.get();
        } else if constexpr (requires { member->has_value(); }) {
          return *member ? Json(**member) : Json();
        } else {
          return *member;
        }
      },
      parameter.member);
}

}  // namespace

Json to_json(const Counts& counts) {
  return {{"iterations", counts.iterations},
          {"gradients", counts.gradients},
          {"oracle_calls", counts.oracle_calls},
          {"trials", counts.trials}};
}

Json to_json(const Result& result) {
  const Seconds& seconds = result.seconds;
  return {{"status", to_string(result.status)},
          {"usable", is_usable(result.status)},
          {"converged", is_converged(result.status)},
          {"message", result.message},
          {"value", result.value},
          {"penalty", result.penalty},
          {"gap", result.gap},
          {"lower_bound", result.lower_bound},
          {"best_value", result.best_value},
          {"best_gap", result.best_gap},
          {"direction", result.direction},
          {"atoms", result.atoms.size()},
          {"counts", to_json(result.counts)},
          {"seconds",
           {{"total", seconds.total},
            {"gradient", seconds.gradient},
            {"oracle", seconds.oracle},
            {"step", seconds.step},
            {"update", seconds.update}}}};
}

Json to_json(Options options) {
  Json json = {{"step", options.step.name()}};
  for (const Parameter& parameter : options.step.describe()) {
    json[spec::dashed(parameter.name)] =
        is_absent(parameter) ? Json(parameter.absent) : json_of(parameter);
  }
  json["direction"] = options.direction.name();
  for (const Parameter& parameter : options.direction.describe()) {
    json[spec::dashed(parameter.name)] = json_of(parameter);
  }
  json["norm"] = options.norm->name();
  for (const Parameter& parameter : options.describe()) {
    json[spec::dashed(parameter.name)] = is_absent(parameter) ? Json() : json_of(parameter);
  }
  return json;
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace acgd::commands
