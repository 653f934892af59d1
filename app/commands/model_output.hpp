#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/commands/arguments.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"

namespace acgd::cli {

/// Data that a run does not see, by which its solution is evaluated.
struct HeldOutArguments {
  OutputPath data, targets;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;
  /// Before anything is read: throws InvalidInput for targets without data, and says where data can
  /// be fetched that is not there.
  void check() const;
  /// Reads it; null if there is none. Throws InvalidInput if the objective predicts nothing.
  problem::Evaluate read(const ProblemArguments& problem, const LoadedProblem& loaded) const;
};

/// What a run has learnt from samples, as it is told and written.

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
