#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acgd/solve/solve.hpp"
#include "acgd/step/step_rule.hpp"
#include "app/commands/arguments.hpp"
#include "app/commands/outputs.hpp"
#include "app/spec/objectives.hpp"

/// What is typed about samples, in every command that reads some.
namespace acgd::commands {

/// --data, --format, --targets, --target-column, --labels, --features, --weights, --class-weights,
/// --missing, --intercept, --standardize
/// `typed` hears what was typed for numbers, and must stay.
void add_samples(Arguments& arguments, spec::ObjectiveSource& source, spec::Flags& typed);

/// The files that are read.
void declare_samples(Paths& paths, const spec::ObjectiveSource& source);

/// What is minimised, over which set, from where.
struct ProblemArguments {
  spec::ObjectiveSource objective;
  std::string set;
  std::string penalty;  ///< in place of a set
  std::string mode = "constrained";
  std::string x0;
  std::string x_previous;
  std::optional<std::uint64_t> seed;
  spec::Flags typed;  ///< what was, for numbers

  void add_to(Arguments& arguments);
  /// The files that are read.
  void declare(Paths& paths) const;
  /// Throws InvalidInput if there is an x^-1, and none of the rules begins with an estimate.
  void check_steps(std::vector<StepChoice> steps) const;
  /// Throws InvalidInput if it is said where nodes are, and no map is drawn.
  void check_map(bool is_drawn) const;
};

/// The same with all files read.
struct LoadedProblem {
  Problem problem;
  spec::LoadedObjective objective;  ///< problem.f, and what is known of its data
};

/// Throws InvalidInput for what is given and has no effect here, and for what is not as it must be.
LoadedProblem load(const ProblemArguments& arguments);

}  // namespace acgd::commands
