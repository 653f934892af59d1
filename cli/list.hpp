#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd list: what there is.
class List final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  int run(const Context& context) override;

 private:
  std::string topic_;
};

}  // namespace acgd::cli
