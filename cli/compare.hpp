#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "cli/problem_arguments.hpp"
#include "cli/run_arguments.hpp"

namespace acgd::cli {

/// acgd compare: one problem of the user's own, several rules side by side.
class Compare final : public Command {
 public:
  std::string name() const override { return "compare"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  /// "fixed-0.1.csv" for fixed:0.1
  static std::string trace_name(const std::string& step);

  ProblemArguments problem_;
  RunArguments run_;
  std::vector<std::string> steps_ = {"adaptive-constant", "adaptive-adjustable", "backtracking",
                                     "open-loop"};
  OutputPath traces_, result_, report_, svg_;
};

}  // namespace acgd::cli
