#include "cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/data_sets.hpp"
#include "cli/explanation.hpp"
#include "cli/streams.hpp"
#include "cli/topics.hpp"
#include "problem/radius_words.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

/// The names of a list; one that a parameter must follow ends with its colon.
Values values_in(const std::string& topic) {
  Values values;
  for (const problem::Kind& kind : problem::find_kind("topic", topic, topics()).kinds) {
    const bool needs_more = kind.syntax.starts_with(kind.name + ":");
    values.words.push_back(needs_more ? kind.name + ":" : kind.name);
    for (const auto& [parameter, sentence] : kind.parameters) {
      values.parameters.push_back(kind.name + ":" + parameter + "=");
    }
    const Explanation* more = find_explanation(topic, kind.name);
    if (more == nullptr) continue;
    if (!kind.parameters.empty()) {
      values.parameters.insert(values.parameters.end(), more->values.begin(), more->values.end());
      continue;
    }
    values.filled.insert(values.filled.end(), more->values.begin(), more->values.end());
    if (needs_more && more->values.empty()) values.files_behind.push_back(kind.name + ":");
  }
  return values;
}

Values list_of(const std::string& topic) {
  Values values = values_in(topic);
  values.is_list = true;
  return values;
}

void add_flag(const std::string& seen, const FlagWords& flag, std::string& script) {
  const Values values = values_of(flag);
  std::vector<std::string> words = values.words;
  words.insert(words.end(), values.filled.begin(), values.filled.end());
  words.insert(words.end(), values.parameters.begin(), values.parameters.end());
  std::string how;
  if (values.files || values.folders) how += " -r -F";
  if (!flag.value.empty() && how.empty()) how += " -x";
  if (!words.empty()) how += fmt::format(" -a '{}'", fmt::join(words, " "));
  script += fmt::format("{} -l {}{}\n", seen, flag.name.substr(2), how);
}

std::string fish_completion(const std::vector<CommandWords>& commands) {
  std::string script = "complete -c acgd -f\n";
  for (const CommandWords& command : commands) {
    const std::string name = names_of({command})[0];
    const std::string seen =
        fmt::format("complete -c acgd -n '__fish_seen_subcommand_from {}'", name);
    script += fmt::format("complete -c acgd -n __fish_use_subcommand -a {} -d '{}'\n", name,
                          command.sentence);
    for (const FlagWords& flag : command.flags) add_flag(seen, flag, script);
    for (const CommandWords& inner : command.commands) {
      for (const FlagWords& flag : inner.flags) add_flag(seen, flag, script);
    }
    const std::vector<std::string> words = words_after(command);
    if (!words.empty()) script += fmt::format("{} -a '{}'\n", seen, fmt::join(words, " "));
  }
  return script;
}

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

}  // namespace

std::vector<std::string> names_in(const std::string& topic) {
  std::vector<std::string> names;
  for (const problem::Kind& kind : problem::find_kind("topic", topic, topics()).kinds) {
    names.push_back(kind.name);
  }
  return names;
}

Values values_of(const FlagWords& flag) {
  if (flag.name == "--objective") return values_in("objectives");
  if (flag.name == "--set" && flag.value == "SHAPE") return {.words = problem::sets_with_radius()};
  if (flag.name == "--set") return values_in("sets");
  if (flag.name == "--step") return values_in("steps");
  if (flag.name == "--steps" || flag.name == "--strategies") return list_of("steps");
  if (flag.name == "--direction") return values_in("directions");
  if (flag.name == "--directions") return list_of("directions");
  if (flag.name == "--norm") return values_in("norms");
  if (flag.name == "--x0") return {.words = {"zero", "vertex", "gaussian"}, .files = true};
  if (flag.name == "--loss") {
    return {.words = {"huber:", "squared"}, .filled = {"huber:0.1", "huber:1", "huber:10"}};
  }
  if (flag.name == "--class-weights") return {.words = {"balanced"}};
  if (flag.value.starts_with("FILE")) return {.files = true};
  if (flag.value == "DIR") return {.folders = true};
  // The words themselves, as in paper|published; N|SECONDS is not one.
  if (flag.value.find('|') != std::string::npos && std::islower(flag.value[0]) != 0) {
    return {.words = problem::split(flag.value, '|')};
  }
  return {};
}

std::vector<std::string> words_after(const CommandWords& command) {
  if (!command.commands.empty()) return names_of(command.commands);
  if (command.name == "acgd reproduce") return names_in("experiments");
  if (command.name == "acgd completion") return {"bash", "zsh", "fish"};
  std::vector<std::string> names;
  if (command.name == "acgd data fetch" || command.name == "acgd data make") {
    for (const DataSet& set : data_sets()) names.push_back(set.name);
  }
  if (command.name == "acgd list" || command.name == "acgd help") {
    for (const Topic& topic : topics()) names.push_back(topic.name);
  }
  if (command.name == "acgd help") {
    for (const Topic& topic : topics()) {
      for (const std::string& name : names_in(topic.name)) names.push_back(name);
    }
  }
  return names;
}

void Completion::add_to(Parser& parser) {
  parser_ = &parser;
  Arguments arguments =
      parser.add_command(name(), "a script for your shell, as in: source <(acgd completion bash)");
  arguments.add("shell", shell_, {"SHELL", "bash, zsh or fish", true});
}

int Completion::run(const Context&) {
  const std::vector<CommandWords> commands = parser_->commands();
  if (shell_ == "bash") {
    put(stdout, bash_completion(commands));
  } else if (shell_ == "zsh") {
    print(stdout, "autoload -U +X bashcompinit && bashcompinit\n{}", bash_completion(commands));
  } else if (shell_ == "fish") {
    put(stdout, fish_completion(commands));
  } else {
    problem::refuse_name("shell", shell_, {"bash", "zsh", "fish"});
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_completion() { return std::make_unique<Completion>(); }

}  // namespace acgd::cli
