#pragma once

#include <optional>
#include <string>

#include "acgd/core/options.hpp"
#include "cli/parser.hpp"
#include "problem/set_kinds.hpp"
#include "problem/step_kinds.hpp"

namespace acgd::cli {

/// How a run goes and when it stops. Defaults are those of acgd::Options.
struct RunArguments {
  problem::StepParameters parameters;
  std::string norm = "l2";
  Options limits = {};  ///< what has no other place here
  int threads = 0;      ///< 0: as many as the machine has
  bool quiet = false;
  Index log_every = 0;  ///< iterations between two lines of the log; 0: there is none

  void add_to(Arguments& arguments);

  /// All of it, for one run; sets the number of threads too.
  Options options(const problem::Shape& shape) const;
};

}  // namespace acgd::cli
