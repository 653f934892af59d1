#pragma once

#include "cli/command.hpp"
#include "cli/output_files.hpp"

namespace acgd::cli {

/// acgd data: the real data of the experiments, from where it is published.
class Data final : public Command {
 public:
  std::string name() const override { return "data"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  const Parser* parser_ = nullptr;
  std::vector<std::string> names_;
  OutputPath folder_;
  std::string mirror_;
};

}  // namespace acgd::cli
