#pragma once

#include "cli/output_files.hpp"
#include "cli/parser.hpp"
#include "cli/paths.hpp"
#include "cli/problem_arguments.hpp"

namespace acgd::cli {

/// Data that a run does not see, by which its solution is judged.
struct HeldOutArguments {
  OutputPath data, targets;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;
  /// Before anything is read: throws InvalidInput for targets without data, and says where data can
  /// be fetched that is not there.
  void check() const;
  /// Reads it; null if there is none. Throws InvalidInput if the objective predicts nothing.
  problem::Judge read(const ProblemArguments& problem, const LoadedProblem& loaded) const;
};

}  // namespace acgd::cli
