#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/output_files.hpp"

namespace acgd::cli {

/// acgd reproduce: the paper's evaluation, or some of its experiments.
class Reproduce final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  /// What to type to run one of the experiments alone.
  std::string command_of(const std::string& name) const;

  std::vector<std::string> names_, strategies_;
  bool quick_ = false, twin_ = false, quiet_ = false;
  std::uint64_t seed_ = 1;
  int threads_ = 0;
  std::string counting_ = "paper";
  OutputPath data_, traces_, result_, report_, svg_;
};

}  // namespace acgd::cli
