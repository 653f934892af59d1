#include "cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bash_completion.hpp"
#include "cli/exit_code.hpp"
#include "cli/streams.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

void add_flag(const std::string& seen, const FlagWords& flag, std::string& script) {
  const Values values = values_of(flag);
  std::vector<std::string> words = values.words;
  words.insert(words.end(), values.filled.begin(), values.filled.end());
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

}  // namespace

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

}  // namespace acgd::cli
