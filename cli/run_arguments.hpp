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

  void add_to(Arguments& arguments);

  /// All of it, for one run; sets the number of threads too.
  Options options(const problem::Shape& shape) const;
};

}  // namespace acgd::cli
