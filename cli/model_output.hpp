#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/problem_arguments.hpp"

/// What a run has learnt from samples, as it is told and written.
namespace acgd::cli {

/// Before a run: throws InvalidInput unless there will be a model that can be written.
void check_model(const ProblemArguments& arguments, const problem::LoadedObjective& objective);

/// The file of --model. `scores` are those of held-out data.
std::string model_json(const ProblemArguments& arguments, const problem::LoadedObjective& objective,
                       const Result& result, const problem::Scores& scores);

/// What was done to samples: classes, weights, missing, dropped, filled, standardize.
nlohmann::ordered_json to_json(const problem::SampleSummary& summary,
                               const problem::SampleChoices& choices);

/// That under "problem", and the "intercept"; nothing of other objectives.
void tell_samples(nlohmann::ordered_json& json, const ProblemArguments& arguments,
                  const problem::LoadedObjective& objective, const Result& result);

}  // namespace acgd::cli
