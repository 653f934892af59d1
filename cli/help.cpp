#include "cli/help.hpp"

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
void Help::add_to(Parser& parser) {
  parser_ = &parser;
  Arguments arguments = parser.add_command(name(), "about a command, a list or a name in a list");
  arguments.add("topic", topic_, {"TOPIC", "what about"});
}

int Help::run(const Context&) {
  if (topic_.empty()) {
    fmt::print("{}", parser_->help());
    return exit_code::usable;
  }
  std::vector<std::string> names;
  for (const CommandWords& command : parser_->commands()) {
    if (command.name == topic_) {
      fmt::print("{}", parser_->help(topic_));
      return exit_code::usable;
    }
    names.push_back(command.name);
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
