#pragma once

#include "cli/command.hpp"
#include "cli/output_files.hpp"

namespace acgd::cli {

/// acgd data: the real data of the experiments, from where it is published.
class Data final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  CLI::App* fetch_ = nullptr;
  std::vector<std::string> names_;
  OutputPath folder_;
  std::string mirror_;
};

}  // namespace acgd::cli
