#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd completion SHELL: a script that makes the shell complete commands, flags and names.
class Completion final : public Command {
 public:
  std::string name() const override { return "completion"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  const Parser* parser_ = nullptr;
  std::string shell_;
};

}  // namespace acgd::cli
