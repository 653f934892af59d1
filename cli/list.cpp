#include "cli/list.hpp"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/exit_code.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {

CLI::App* List::add_to(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("list", "sets, objectives, rules, formats, experiments");
  command->add_option("topic", topic_, "one of the lists only")->type_name("TOPIC");
  return command;
}

int List::run(const Context&) {
  if (!topic_.empty()) {
    fmt::print("{}", to_text(problem::find_kind("topic", topic_, topics())));
    return exit_code::usable;
  }
  const char* separator = "";
  for (const Topic& topic : topics()) {
    fmt::print("{}{}", separator, to_text(topic));
    separator = "\n";
  }
  return exit_code::usable;
}

}  // namespace acgd::cli
