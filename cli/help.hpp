#pragma once

#include "cli/command.hpp"

namespace acgd::cli {

/// acgd help TOPIC: a command, a list, or a thing of one of the lists.
class Help final : public Command {
 public:
  std::string name() const override { return "help"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  const Parser* parser_ = nullptr;
  std::string topic_;
};

}  // namespace acgd::cli
