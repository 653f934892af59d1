#include "app/commands/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/help.hpp"
#include "app/commands/streams.hpp"
#include "app/data/specification.hpp"
#include "app/spec/sets.hpp"

namespace acgd::commands {

namespace {

/// The names of a list; names that need a parameter end with a colon.
Values values_in(const std::string& topic) {
  Values values;
  for (const spec::Kind& kind : spec::find_kind("topic", topic, topics()).kinds) {
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

void add_flag(const std::string& seen, const Flag& flag, std::string& script) {
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

std::string fish_completion(const CLI::App& program) {
  std::string script = "complete -c acgd -f\n";
  for (const CLI::App* command : commands_of(program)) {
    const std::string name = command->get_name();
    const std::string seen =
        fmt::format("complete -c acgd -n '__fish_seen_subcommand_from {}'", name);
    script += fmt::format("complete -c acgd -n __fish_use_subcommand -a {} -d '{}'\n", name,
                          command->get_description());
    for (const Flag& flag : flags_of(*command)) add_flag(seen, flag, script);
    for (const CLI::App* inner : commands_of(*command)) {
      for (const Flag& flag : flags_of(*inner)) add_flag(seen, flag, script);
    }
    const std::vector<std::string> words = words_after(*command);
    if (!words.empty()) script += fmt::format("{} -a '{}'\n", seen, fmt::join(words, " "));
  }
  return script;
}

/// acgd completion SHELL: a completion script for commands, flags and names.
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
  for (const spec::Kind& kind : spec::find_kind("topic", topic, topics()).kinds) {
    names.push_back(kind.name);
  }
  return names;
}

Values values_of(const Flag& flag) {
  if (flag.name == "--objective") return values_in("objectives");
  if (flag.name == "--set" && flag.value == "SHAPE") return {.words = spec::sets_with_radius()};
  if (flag.name == "--set") return values_in("sets");
  if (flag.name == "--penalty") return {.words = spec::penalty_names()};
  if (flag.name == "--step") return values_in("steps");
  if (flag.name == "--steps" || flag.name == "--strategies") return list_of("steps");
  if (flag.name == "--direction") return values_in("directions");
  if (flag.name == "--directions") return list_of("directions");
  if (flag.name == "--norm") return values_in("norms");
  if (flag.name == "--x0") return {.words = {"zero", "vertex", "gaussian"}, .files = true};
  if (flag.name == "--loss") {
    return {.words = {"huber:", "squared", "logistic"},
            .filled = {"huber:0.1", "huber:1", "huber:10"}};
  }
  if (flag.name == "--class-weights") return {.words = {"balanced"}};
  if (flag.value.starts_with("FILE")) return {.files = true};
  if (flag.value == "DIR") return {.folders = true};
  // Alternatives in lower case, as paper|published, are the words themselves; N|SECONDS is not.
  if (flag.value.find('|') != std::string::npos && std::islower(flag.value[0]) != 0) {
    return {.words = spec::split(flag.value, '|')};
  }
  return {};
}

std::vector<std::string> words_after(const CLI::App& command) {
  if (!commands_of(command).empty()) return command_names(command);
  const std::string full = full_name(command);
  if (full == "acgd reproduce") return names_in("experiments");
  if (full == "acgd completion") return {"bash", "zsh", "fish"};
  std::vector<std::string> names;
  if (full == "acgd data fetch" || full == "acgd data make") {
    for (const DataSet& set : data_sets()) names.push_back(set.name);
  }
  if (full == "acgd list" || full == "acgd help") {
    for (const Topic& topic : topics()) names.push_back(topic.name);
  }
  if (full == "acgd help") {
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
  const CLI::App& program = parser_->program();
  if (shell_ == "bash") {
    put(stdout, bash_completion(program));
  } else if (shell_ == "zsh") {
    print(stdout, "autoload -U +X bashcompinit && bashcompinit\n{}", bash_completion(program));
  } else if (shell_ == "fish") {
    put(stdout, fish_completion(program));
  } else {
    throw spec::unknown_name("shell", shell_, {"bash", "zsh", "fish"});
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_completion() { return std::make_unique<Completion>(); }

namespace {

// If the shell splits words at : and =, COMP_WORDS contains the parts, and COMP_LINE shows which of
// them belong together. Completions must then omit the text before the last part.
constexpr std::string_view kBegin = R"script(# Completion of acgd for bash; zsh after bashcompinit.
_acgd_offer() {  # the lines of the standard input, with $before_last in front
  local line
  while IFS= read -r line; do COMPREPLY+=("$before_last$line"); done
  local behind=$word i
  [[ $COMP_WORDBREAKS == *:* ]] && behind=${behind##*:}
  [[ $COMP_WORDBREAKS == *=* ]] && behind=${behind##*=}
  behind=${word%"$behind"}
  if [[ -n $behind ]]; then
    for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=${COMPREPLY[i]#"$behind"}; done
  fi
}
_acgd_option() { type compopt > /dev/null 2>&1 && compopt -o "$1" 2> /dev/null; }
_acgd_files() {  # -f or -d, what they begin with, what stands before it
  _acgd_option filenames
  before_last=$3
  _acgd_offer < <(compgen "$1" -- "$2")
}
_acgd_words() {  # those that go on as $last does
  _acgd_offer < <(compgen -W "$1" -- "$last")
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]] && _acgd_option nospace
}
_acgd() {
  local -a typed=()
  local rest=${COMP_LINE:0:$COMP_POINT} piece i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    if ((i == 0)) || [[ $rest == [[:space:]]* ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      ((i == COMP_CWORD)) && piece=$rest
      typed+=("$piece")
    else
      ((i == COMP_CWORD)) && piece=$rest
      typed[${#typed[@]}-1]+=$piece
    fi
    rest=${rest#"$piece"}
  done
  local count=${#typed[@]} words= filled= parameters= files= list= command=
  local word=${typed[count-1]} flag=${typed[count-2]}
  local last before_last=
  [[ $word == --*=* ]] && flag=${word%%=*} word=${word#*=}
  last=$word
  COMPREPLY=()
  command=${typed[1]}
  if ((count == 2)); then
)script";

constexpr std::string_view kEnd = R"script(  if [[ -n $list && $last == *,* ]]; then
    before_last=${last%,*}, last=${last##*,}
    # Each of them once.
    local given
    for given in ${before_last//,/ }; do words=" $words " words=${words/ $given / }; done
  fi
  if [[ -n $files ]]; then
    [[ -n $words ]] && _acgd_offer < <(compgen -W "$words" -- "$last")
    _acgd_files "$files" "$last" ""
  elif [[ $last == *:* && -n $parameters ]]; then
    local one rule=${last%%:*}
    before_last+=${last%"${last##*:}"} last=${last##*:} words=
    for one in $parameters; do [[ $one == "$rule":* ]] && words+=" ${one#*:}"; done
    _acgd_words "$words"
  elif [[ $last == *:* ]]; then
    _acgd_words "$filled"
  else
    _acgd_words "$words"
  fi
}
complete -F _acgd acgd
)script";

/// "    'solve --set') words='l1: l2:' filled='l1:10' ;;"
std::string flag_case(const std::string& command, const Flag& flag) {
  const Values values = values_of(flag);
  std::string text = fmt::format("    '{} {}')", command, flag.name);
  for (const std::string& name : values.files_behind) {
    text += fmt::format(
        " [[ $word == {0}* ]] && {{ _acgd_files -f \"${{word#{0}}}\" {0}; return; }};", name);
  }
  return text + fmt::format(" words='{}' filled='{}' parameters='{}' list={} files={} ;;\n",
                            fmt::join(values.words, " "), fmt::join(values.filled, " "),
                            fmt::join(values.parameters, " "), values.is_list ? "yes" : "",
                            values.files     ? "-f"
                            : values.folders ? "-d"
                                             : "");
}

void add_command(const CLI::App& command, std::string& by_flag, std::string& by_command) {
  const std::string name = full_name(command).substr(std::string_view("acgd ").size());
  for (const Flag& flag : flags_of(command)) {
    if (!flag.value.empty()) by_flag += flag_case(name, flag);
  }
  by_command +=
      fmt::format("    '{}') words='{} {}' ;;\n", name, fmt::join(words_after(command), " "),
                  fmt::join(flag_names(command), " "));
  for (const CLI::App* inner : commands_of(command)) add_command(*inner, by_flag, by_command);
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string by_flag, by_command, with_commands;
  for (const CLI::App* command : commands_of(program)) {
    add_command(*command, by_flag, by_command);
    if (commands_of(*command).empty()) continue;
    with_commands +=
        fmt::format("  [[ $command == {} ]] && ((count > 3)) && command+=\" ${{typed[2]}}\"\n",
                    command->get_name());
  }
  return fmt::format("{}    _acgd_words '{} --help --version'; return\n  fi\n", kBegin,
                     fmt::join(command_names(program), " ")) +
         with_commands + "  case \"$command $flag\" in\n" + by_flag + "    *) case $command in\n" +
         by_command + "    esac ;;\n  esac\n" + std::string(kEnd);
}

}  // namespace acgd::commands
