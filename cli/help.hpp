#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd help TOPIC: a command, a list, or a thing of one of the lists.
class Help final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  CLI::App* program_ = nullptr;
  std::string topic_;
};

}  // namespace acgd::cli
