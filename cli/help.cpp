#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/manual.hpp"
#include "cli/streams.hpp"
#include "cli/topics.hpp"
#include "problem/objective_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The flags that a name goes with, without their dashes: those it needs first.
std::vector<std::string> flags_of(const std::string& topic, const std::string& name) {
  std::vector<std::string> flags;
  if (topic != "objectives") return flags;
  const auto& kind = problem::find_kind("objective", name, problem::objective_kinds());
  flags = kind.needs;
  flags.insert(flags.end(), kind.takes.begin(), kind.takes.end());
  return flags;
}

/// The same with what help says about each flag.
Parameters explained(const std::vector<std::string>& names, const CommandWords& solve) {
  Parameters list;
  for (const std::string& name : names) {
    for (const FlagWords& flag : solve.flags) {
      if (flag.name == "--" + name) list.emplace_back(flag.name + " " + flag.value, flag.sentence);
    }
  }
  return list;
}

std::string in_columns(const Parameters& parameters) {
  std::size_t width = 0;
  for (const auto& [name, sentence] : parameters) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, sentence] : parameters) {
    text += fmt::format("    {:<{}}  {}\n", name, width, sentence);
  }
  return text;
}

std::string explain(const Topic& topic, const problem::Kind& kind, const CommandWords& solve) {
  std::string text = to_text(Topic{topic.name, topic.title, {kind}});
  const Explanation* more = find_explanation(topic.name, kind.name);
  Parameters parameters;
  if (more != nullptr) {
    text += "\n";
    for (const std::string& line : more->formula) text += fmt::format("    {}\n", line);
    parameters = more->parameters;
  }
  for (auto& one : explained(flags_of(topic.name, kind.name), solve)) {
    parameters.push_back(std::move(one));
  }
  if (!parameters.empty()) text += "\n" + in_columns(parameters);
  const std::string example = topic.name == "experiments"
                                  ? "acgd reproduce " + kind.name + " --quick"
                              : more != nullptr ? more->example
                                                : "";
  if (!example.empty()) text += fmt::format("\n    {}\n", example);
  return text;
}

CommandWords find_solve(const std::vector<CommandWords>& commands) {
  for (const CommandWords& command : commands) {
    if (command.name == "acgd solve") return command;
  }
  return {};
}

/// acgd list: what there is.
class List final : public Command {
 public:
  std::string name() const override { return "list"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  std::string topic_;
};

/// acgd help TOPIC: a command, a list, or a thing of one of the lists.
class Help final : public Command {
 public:
  std::string name() const override { return "help"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  const Parser* parser_ = nullptr;
  std::string topic_;
  bool man_ = false;
};

}  // namespace

void Help::add_to(Parser& parser) {
  parser_ = &parser;
  Arguments arguments = parser.add_command(name(), "about a command, a list or a name in a list");
  arguments.add("topic", topic_, {"TOPIC", "what about"});
  arguments.add_flag("--man", man_,
                     "about everything, as a page for man: acgd help --man | man -l -");
}

int Help::run(const Context&) {
  if (man_) {
    if (!topic_.empty()) {
      throw InvalidInput(fmt::format("--man: is about everything; leave out {}", topic_));
    }
    put(stdout, manual(parser_->commands()));
    return exit_code::usable;
  }
  if (topic_.empty()) {
    put(stdout, parser_->help());
    return exit_code::usable;
  }
  const std::vector<CommandWords> commands = parser_->commands();
  std::vector<std::string> names = names_of(commands);
  std::vector<std::string> texts;
  if (std::find(names.begin(), names.end(), topic_) != names.end()) {
    texts.push_back(parser_->help("acgd " + topic_));
  }
  // A name may be in several lists, as l1 is a set and a norm, and a command, as completion.
  const CommandWords solve = find_solve(commands);
  for (const Topic& topic : topics()) {
    names.push_back(topic.name);
    if (topic.name == topic_) texts.push_back(to_text(topic));
    for (const problem::Kind& kind : topic.kinds) {
      names.push_back(kind.name);
      if (kind.name == topic_) texts.push_back(explain(topic, kind, solve));
    }
  }
  if (texts.empty()) problem::refuse_name("topic", topic_, names);
  put(stdout, fmt::format("{}", fmt::join(texts, "\n")));
  return exit_code::usable;
}

void List::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "sets, objectives, rules, formats, experiments");
  arguments.add("topic", topic_, {"TOPIC", "one of the lists only"});
}

int List::run(const Context&) {
  if (!topic_.empty()) {
    put(stdout, to_text(problem::find_kind("topic", topic_, topics())));
    return exit_code::usable;
  }
  const char* separator = "";
  for (const Topic& topic : topics()) {
    print(stdout, "{}{}", separator, to_text(topic));
    separator = "\n";
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }
std::unique_ptr<Command> make_help() { return std::make_unique<Help>(); }

}  // namespace acgd::cli
