#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd list: what there is.
class List final : public Command {
 public:
  std::string name() const override { return "list"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  std::string topic_;
};

}  // namespace acgd::cli
