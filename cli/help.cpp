#include "cli/help.hpp"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/exit_code.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

/// App::help() would tell of the command that runs, which is this one.
std::string help_of(const CLI::App& command, const std::string& name) {
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
}

}  // namespace

CLI::App* Help::add_to(CLI::App& program) {
  program_ = &program;
  CLI::App* command = program.add_subcommand("help", "about a command, a list or a name in a list");
  command->add_option("topic", topic_, "what about")->type_name("TOPIC");
  return command;
}

int Help::run(const Context&) {
  if (topic_.empty()) {
    fmt::print("{}", help_of(*program_, "acgd"));
    return exit_code::usable;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : program_->get_subcommands(nullptr)) {
    if (command->get_name() == topic_) {
      fmt::print("{}", help_of(*command, "acgd " + topic_));
      return exit_code::usable;
    }
    names.push_back(command->get_name());
  }
  bool found = false;
  for (const Topic& topic : topics()) {
    names.push_back(topic.name);
    if (topic.name == topic_) {
      fmt::print("{}", to_text(topic));
      return exit_code::usable;
    }
    // A name may be in several lists, as l1 is a set and a norm.
    for (const problem::Kind& kind : topic.kinds) {
      if (kind.name != topic_) continue;
      fmt::print("{}", to_text(Topic{topic.name, topic.title, {kind}}));
      found = true;
    }
  }
  if (!found) problem::refuse_name("topic", topic_, names);
  return exit_code::usable;
}

}  // namespace acgd::cli
