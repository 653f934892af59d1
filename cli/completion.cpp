#include "cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_code.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

/// What a flag may be followed by.
struct Values {
  std::string flag;
  std::vector<std::string> words;
};

std::vector<std::string> names_of(const std::string& topic) {
  std::vector<std::string> names;
  for (const problem::Kind& kind : problem::find_kind("topic", topic, topics()).kinds) {
    names.push_back(kind.name);
  }
  return names;
}

std::vector<Values> values() {
  return {{"--objective", names_of("objectives")},
          {"--set", names_of("sets")},
          {"--step", names_of("steps")},
          {"--steps", names_of("steps")},
          {"--norm", names_of("norms")},
          {"--mode", {"constrained", "unconstrained"}},
          {"--labels", {"auto", "keep", "01", "pm1"}},
          {"--counting", {"paper", "published"}},
          {"--loss", {"huber:1", "squared"}},
          {"--x0", {"zero", "vertex", "gaussian"}}};
}

/// Words that follow a command without a flag.
std::vector<std::string> words_after(const std::string& command) {
  if (command == "reproduce") return names_of("experiments");
  if (command == "completion") return {"bash", "zsh", "fish"};
  if (command == "data") return {"list", "fetch"};
  std::vector<std::string> names;
  if (command == "list" || command == "help") {
    for (const Topic& topic : topics()) names.push_back(topic.name);
  }
  return names;
}

std::string bash(const Parser& parser) {
  std::vector<std::string> names;
  std::string by_command;
  for (const CommandWords& command : parser.commands()) {
    names.push_back(command.name);
    by_command +=
        fmt::format("    {}) words=\"{} {}\" ;;\n", command.name,
                    fmt::join(words_after(command.name), " "), fmt::join(command.flags, " "));
  }
  std::string by_flag;
  for (const Values& v : values()) {
    by_flag += fmt::format("    {}) words=\"{}\" ;;\n", v.flag, fmt::join(v.words, " "));
  }
  return fmt::format(
      "_acgd() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\")); return\n"
      "  fi\n"
      "  case $before in\n{}"
      "    --*) [ \"${{word#-}}\" = \"$word\" ] && {{ COMPREPLY=($(compgen -f -- \"$word\")); "
      "return; }} ;;\n"
      "  esac\n"
      "  [ -n \"$words\" ] || case ${{COMP_WORDS[1]}} in\n{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o default -F _acgd acgd\n",
      fmt::join(names, " "), by_flag, by_command);
}

std::string fish(const Parser& parser) {
  std::string script = "complete -c acgd -f\n";
  for (const CommandWords& command : parser.commands()) {
    const std::string seen =
        fmt::format("complete -c acgd -n '__fish_seen_subcommand_from {}'", command.name);
    script += fmt::format("complete -c acgd -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                          command.sentence);
    for (const std::string& flag : command.flags) {
      script += fmt::format("{} -l {} -F\n", seen, flag.substr(2));
    }
    const std::vector<std::string> words = words_after(command.name);
    if (!words.empty()) script += fmt::format("{} -a '{}'\n", seen, fmt::join(words, " "));
  }
  for (const Values& v : values()) {
    script += fmt::format("complete -c acgd -l {} -x -a '{}'\n", v.flag.substr(2),
                          fmt::join(v.words, " "));
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
  if (shell_ == "bash") {
    fmt::print("{}", bash(*parser_));
  } else if (shell_ == "zsh") {
    fmt::print("autoload -U +X bashcompinit && bashcompinit\n{}", bash(*parser_));
  } else if (shell_ == "fish") {
    fmt::print("{}", fish(*parser_));
  } else {
    problem::refuse_name("shell", shell_, {"bash", "zsh", "fish"});
  }
  return exit_code::usable;
}

}  // namespace acgd::cli
