#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acgd/solve/solve.hpp"
#include "acgd/step/step_rule.hpp"
#include "cli/parser.hpp"
#include "cli/paths.hpp"
#include "problem/objective_kinds.hpp"

namespace acgd::cli {

/// What is minimised, over which set, from where.
struct ProblemArguments {
  problem::ObjectiveSource objective;
  std::string set;
  std::string mode = "constrained";
  std::string x0;
  std::string x_previous;
  std::optional<std::uint64_t> seed;
  problem::Flags typed;  ///< what was, for numbers

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
  problem::LoadedObjective objective;  ///< problem.f, and what is known of its data
};

/// Throws InvalidInput for what is given and has no effect here, and for what is not as it must be.
LoadedProblem load(const ProblemArguments& arguments);

}  // namespace acgd::cli
