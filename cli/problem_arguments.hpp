#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "acgd/oracle/oracle.hpp"
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
  std::optional<std::uint64_t> seed;

  void add_to(Arguments& arguments);
  /// The files that are read.
  void declare(Paths& paths) const;
};

/// The same with all files read.
struct Problem {
  problem::LoadedObjective objective;
  std::shared_ptr<const Oracle> set;
  Mode mode = Mode::constrained;
  Atom x0;
};

/// Throws InvalidInput for what is given and says nothing here, and for what is not as it must be.
Problem load(const ProblemArguments& arguments);

}  // namespace acgd::cli
