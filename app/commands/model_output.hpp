#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/commands/arguments.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"

namespace acgd::commands {

/// Held-out data, on which the solution of a run is evaluated.
struct HeldOutArguments {
  OutputPath data, targets;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;
  /// Before anything is read: throws InvalidInput for targets without data, and tells where missing
  /// data can be fetched.
  void check() const;
  /// Reads the data; null if there is none. Throws InvalidInput if the objective predicts nothing.
  spec::Evaluate read(const ProblemArguments& problem, const LoadedProblem& loaded) const;
};

/// Models of runs, as reported and written.

/// Before a run: throws InvalidInput unless a model can be written.
void check_model(const ProblemArguments& arguments, const spec::LoadedObjective& objective);

/// The contents of --model. `scores` are those of held-out data.
std::string model_json(const ProblemArguments& arguments, const spec::LoadedObjective& objective,
                       const Result& result, const spec::Scores& scores);

/// Preprocessing of samples: classes, weights, missing, dropped, filled, standardize.
nlohmann::ordered_json to_json(const spec::SampleSummary& summary,
                               const spec::SampleChoices& choices);

/// Adds it under "problem", and the "intercept"; nothing for other objectives.
void tell_samples(nlohmann::ordered_json& json, const ProblemArguments& arguments,
                  const spec::LoadedObjective& objective, const Result& result);

}  // namespace acgd::commands
