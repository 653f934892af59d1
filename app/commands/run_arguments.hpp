#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/solve/options.hpp"
#include "app/commands/arguments.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sets.hpp"

namespace acgd::commands {

/// How a run goes and when it stops: the numbers and flags of acgd::Options, and parameters of step
/// rules. Names, defaults and sentences are those of their descriptions.
struct RunArguments {
  Options limits = {};
  spec::Flags given;                ///< of the limits
  spec::Flags parameters;           ///< of step rules
  std::optional<std::string> norm;  ///< l2 unless given
  bool quiet = false;
  Index log_every = 0;  ///< iterations between two lines of the log; 0: there is none

  void add_to(Arguments& arguments);

  /// The rules that were typed, with the parameters that flags have; old words get a hint on
  /// standard error. Throws InvalidInput for what is given and has no effect on these rules.
  std::vector<StepChoice> make_steps(const std::vector<std::string>& texts) const;

  /// All but the rules, for one run; sets the number of threads too.
  Options options(const spec::Shape& shape) const;

 private:
  std::vector<spec::StepKind> rules_ = spec::step_kinds();  ///< flags are read into them
};

}  // namespace acgd::commands
