#pragma once

#include "cli/command.hpp"
#include "cli/output_files.hpp"
#include "cli/problem_arguments.hpp"
#include "cli/run_arguments.hpp"

namespace acgd::cli {

/// acgd solve: one problem of the user's own, one rule.
class Solve final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  void check_outputs() const;

  ProblemArguments problem_;
  RunArguments run_;
  std::string step_ = "adaptive-adjustable";
  OutputPath trace_, result_, solution_, report_, svg_, test_;
};

}  // namespace acgd::cli
