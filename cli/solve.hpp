#pragma once

#include "cli/checkpoint_arguments.hpp"
#include "cli/command.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "cli/problem_arguments.hpp"
#include "cli/run_arguments.hpp"

namespace acgd::cli {

/// acgd solve: one problem of the user's own, one rule.
class Solve final : public Command {
 public:
  std::string name() const override { return "solve"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  /// Throws InvalidInput for what is given and says nothing here.
  void check_idle(const problem::Step& step) const;
  /// What is on the disk after a run, the solution left out.
  std::vector<std::string> written() const;

  ProblemArguments problem_;
  RunArguments run_;
  std::string step_ = "adaptive-adjustable";
  OutputPath trace_, result_, solution_, report_, svg_, test_, test_targets_;
  std::optional<Index> trace_every_;
  CheckpointArguments checkpoint_;
};

}  // namespace acgd::cli
