#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/core/options.hpp"
#include "cli/parser.hpp"
#include "problem/set_kinds.hpp"
#include "problem/step_kinds.hpp"

namespace acgd::cli {

/// Has so many threads work from now on; 0: as many as the machine has. Throws InvalidInput if they
/// are too many.
void use_threads(int count);

/// How a run goes and when it stops. Defaults are those of acgd::Options.
struct RunArguments {
  problem::StepParameters parameters;
  std::optional<std::string> norm;  ///< l2 unless given
  std::optional<double> value_tolerance;
  Options limits = {};  ///< what has no other place here
  int threads = 0;      ///< 0: as many as the machine has
  bool quiet = false;
  Index log_every = 0;  ///< iterations between two lines of the log; 0: there is none

  void add_to(Arguments& arguments);

  /// Throws InvalidInput for what is given and says nothing to these rules.
  void check(const std::vector<problem::Step>& steps) const;

  /// All of it, for one run; sets the number of threads too.
  Options options(const problem::Shape& shape) const;
};

}  // namespace acgd::cli
