#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.hpp"

namespace acgd::cli {
namespace {

// Where the shell ends a word at : and =, COMP_WORDS has the pieces; COMP_LINE tells which of them
// belong together. What is offered must then lack what stands before the last of these.
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
std::string flag_case(const std::string& command, const FlagWords& flag) {
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

void add_command(const CommandWords& command, std::string& by_flag, std::string& by_command) {
  const std::string name = command.name.substr(command.name.find(' ') + 1);
  for (const FlagWords& flag : command.flags) {
    if (!flag.value.empty()) by_flag += flag_case(name, flag);
  }
  by_command +=
      fmt::format("    '{}') words='{} {}' ;;\n", name, fmt::join(words_after(command), " "),
                  fmt::join(names_of(command.flags), " "));
  for (const CommandWords& inner : command.commands) add_command(inner, by_flag, by_command);
}

}  // namespace

std::string bash_completion(const std::vector<CommandWords>& commands) {
  std::string by_flag, by_command, with_commands;
  for (const CommandWords& command : commands) {
    add_command(command, by_flag, by_command);
    if (command.commands.empty()) continue;
    const std::string name = names_of({command})[0];
    with_commands += fmt::format(
        "  [[ $command == {} ]] && ((count > 3)) && command+=\" ${{typed[2]}}\"\n", name);
  }
  return fmt::format("{}    _acgd_words '{} --help --version'; return\n  fi\n", kBegin,
                     fmt::join(names_of(commands), " ")) +
         with_commands + "  case \"$command $flag\" in\n" + by_flag + "    *) case $command in\n" +
         by_command + "    esac ;;\n  esac\n" + std::string(kEnd);
}

}  // namespace acgd::cli
