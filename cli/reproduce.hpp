#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/output_files.hpp"
#include "cli/paths.hpp"
#include "experiments/experiment.hpp"

namespace acgd::cli {

/// acgd reproduce: the paper's evaluation, or some of its experiments.
class Reproduce final : public Command {
 public:
  std::string name() const override { return "reproduce"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  /// What to type to run one of the experiments alone.
  std::string command_of(const std::string& name) const;
  /// Where the environment says that the data is, as a shell takes it in front of a command; empty
  /// where the command itself says it, or nobody.
  std::string environment() const;

  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths(const experiments::Settings& settings) const;

  std::vector<std::string> names_, strategies_;
  bool quick_ = false, twin_ = false, quiet_ = false;
  std::uint64_t seed_ = 1;
  int threads_ = 0;
  Index log_every_ = 0;
  std::string counting_ = "paper";
  OutputPath data_, traces_, result_, report_, svg_;
};

}  // namespace acgd::cli
