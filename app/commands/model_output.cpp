#include "app/commands/model_output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "app/commands/data.hpp"
#include "app/spec/model_file.hpp"
#include "app/spec/ratings_model.hpp"

namespace acgd::commands {

void HeldOutArguments::add_to(Arguments& arguments) {
  arguments.add("--test", data, {"FILE", "held-out data: accuracy and AUC, or RMSE and MAE"});
  arguments.add("--test-targets", targets,
                {"FILE", "what the held-out samples should predict; else found as in --data"});
}

void HeldOutArguments::declare(Paths& paths) const {
  paths.read("--test", data);
  paths.read("--test-targets", targets);
}

void HeldOutArguments::check() const {
  if (targets && !data) throw InvalidInput("test-targets", "has no effect without --test");
  if (data) tell_where_to_fetch(*data);
}

spec::Evaluate HeldOutArguments::read(const ProblemArguments& problem,
                                      const LoadedProblem& loaded) const {
  if (!data) return nullptr;
  if (!loaded.objective.test) {
    throw InvalidInput(
        "test", fmt::format("the objective {} has nothing to predict", problem.objective.name));
  }
  return loaded.objective.test({*data, targets});
}

void check_model(const ProblemArguments& arguments, const spec::LoadedObjective& objective) {
  if (objective.completion) return;
  if (!objective.model) {
    throw InvalidInput("model", fmt::format("the objective {} is not made of samples or ratings",
                                            arguments.objective.name));
  }
  spec::check_names(objective.samples->layout);
}

std::string model_json(const ProblemArguments& arguments, const spec::LoadedObjective& objective,
                       const Result& result, const spec::Scores& scores) {
  const auto finish = [&](auto model) {
    model.set = arguments.mode == "constrained" ? arguments.set : "";
    if constexpr (requires { model.penalty; }) model.penalty = arguments.penalty;
    for (const auto& [name, score] : scores) model.scores.emplace_back("test " + name, score);
    return spec::to_json(model);
  };
  return objective.completion ? finish(objective.completion(result))
                              : finish(objective.model(result));
}

nlohmann::ordered_json to_json(const spec::SampleSummary& summary,
                               const spec::SampleChoices& choices) {
  nlohmann::ordered_json entry;
  if (!summary.layout.coding.classes.empty()) entry["classes"] = summary.layout.coding.classes;
  if (!summary.weights.empty()) entry["weights"] = summary.weights;
  if (summary.balanced) entry["class-weights"] = "balanced";
  entry["missing"] = choices.missing;
  entry["dropped"] = summary.dropped;
  entry["filled"] = summary.filled;
  entry["standardize"] = choices.standardize;
  if (summary.blocks > 0) entry["blocks"] = summary.blocks;
  return entry;
}

void tell_samples(nlohmann::ordered_json& json, const ProblemArguments& arguments,
                  const spec::LoadedObjective& objective, const Result& result) {
  if (!objective.samples) return;
  json["problem"].update(to_json(*objective.samples, arguments.objective.samples));
  if (arguments.objective.ridge != 0) json["problem"]["ridge"] = arguments.objective.ridge;
  const Vector intercept = objective.model(result).intercept;
  if (intercept.size() == 0) return;
  json["intercept"] = std::vector<double>(intercept.begin(), intercept.end());
}

}  // namespace acgd::commands
