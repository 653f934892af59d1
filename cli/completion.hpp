#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd completion SHELL: a script that makes the shell complete commands, flags and names.
class Completion final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  CLI::App* program_ = nullptr;
  std::string shell_;
};

}  // namespace acgd::cli
