#include "app/commands/command_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "acgd/core/error.hpp"
#include "app/data/specification.hpp"

namespace acgd::cli {

namespace {

/// A word of the command line in its role.
struct Typed {
  enum class Role { flag, unknown_flag, plain };
  Role role;
  std::string name;                 ///< "--data" of "--data=a.csv"
  const FlagWords* flag = nullptr;  ///< if it is a known one
  bool has_value = false;
  std::string value = {};
};

bool is_flag(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

const FlagWords* find_flag(const CommandWords& command, const std::string& name) {
  for (const FlagWords& flag : command.flags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

std::vector<Typed> roles(const CommandWords& command, const std::vector<std::string>& words) {
  std::vector<Typed> list;
  bool only_plain = false;  // behind --
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--" && !only_plain) {
      only_plain = true;
      continue;
    }
    if (only_plain || !is_flag(words[i])) {
      list.push_back({Typed::Role::plain, words[i]});
      continue;
    }
    const std::size_t equals = words[i].find('=');
    Typed typed{Typed::Role::flag, words[i].substr(0, equals)};
    typed.flag = find_flag(command, typed.name);
    typed.has_value = equals != std::string::npos;
    if (typed.has_value) typed.value = words[i].substr(equals + 1);
    const bool more = i + 1 < words.size();
    if (typed.flag == nullptr) {
      typed.role = Typed::Role::unknown_flag;
      // What follows is its value, as far as anybody can tell.
      if (!typed.has_value && more && !is_flag(words[i + 1])) ++i;
    } else if (!typed.flag->value.empty() && !typed.has_value && more &&
               find_flag(command, words[i + 1]) == nullptr) {
      typed.has_value = true;
      typed.value = words[++i];
    }
    list.push_back(std::move(typed));
  }
  return list;
}

[[noreturn]] void refuse(const CommandWords& command, const std::string& sentence) {
  throw InvalidInput(fmt::format("{}; see: {} --help", sentence, command.name));
}

void check_unknown(const CommandWords& command, const std::vector<Typed>& typed) {
  std::vector<std::string> unknown;
  for (const Typed& word : typed) {
    if (word.role != Typed::Role::unknown_flag) continue;
    const auto meant = problem::nearest(word.name, names_of(command.flags));
    unknown.push_back(meant ? fmt::format("{} ({}?)", word.name, *meant) : word.name);
  }
  if (unknown.empty()) return;
  refuse(command, fmt::format("unknown flag{}: {}", unknown.size() > 1 ? "s" : "",
                              fmt::join(unknown, ", ")));
}

void check_plain(const CommandWords& command, const std::vector<Typed>& typed) {
  std::vector<std::string> plain;
  for (const Typed& word : typed) {
    if (word.role == Typed::Role::plain) plain.push_back(word.name);
  }
  if (plain.size() > command.most_words) {
    const std::string& extra = plain[command.most_words];
    const auto meant = problem::nearest("--" + extra, names_of(command.flags));
    refuse(command, fmt::format("{}: a word that {} does not expect{}", extra, command.name,
                                meant ? fmt::format("; {}?", *meant) : ""));
  }
  if (plain.empty() && !command.needs_word.empty()) {
    refuse(command, fmt::format("{} {}: the word is missing", command.name, command.needs_word));
  }
}

void check_flags(const CommandWords& command, const std::vector<Typed>& typed) {
  std::set<std::string> seen;
  for (const Typed& word : typed) {
    if (word.flag == nullptr) continue;
    const bool wants_value = !word.flag->value.empty();
    if (wants_value && !word.has_value) {
      refuse(command,
             fmt::format("{0}: its value is missing, as in {0} {1}", word.name, word.flag->value));
    }
    if (!wants_value && word.has_value) {
      refuse(command, fmt::format("{} = {}: it takes no value", word.name, word.value));
    }
    if (!seen.insert(word.name).second) {
      refuse(command, fmt::format("{}: given twice", word.name));
    }
  }
  for (const FlagWords& flag : command.flags) {
    if (flag.required && !seen.contains(flag.name)) {
      refuse(command, fmt::format("{} {}: is missing", flag.name, flag.value));
    }
  }
}

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> names_of(const std::vector<CommandWords>& commands) {
  std::vector<std::string> names;
  for (const CommandWords& command : commands) {
    names.push_back(command.name.substr(command.name.rfind(' ') + 1));
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<FlagWords>& flags) {
  std::vector<std::string> names;
  for (const FlagWords& flag : flags) names.push_back(flag.name);
  return names;
}

bool asks_for_help(const CommandWords& command, const std::vector<std::string>& words) {
  const std::vector<Typed> typed = roles(command, words);
  return std::any_of(typed.begin(), typed.end(), [](const Typed& word) {
    return word.role != Typed::Role::plain && (word.name == "--help" || word.name == "-h");
  });
}

void check_words(const CommandWords& command, const std::vector<std::string>& words) {
  const std::vector<Typed> typed = roles(command, words);
  check_unknown(command, typed);
  check_plain(command, typed);
  check_flags(command, typed);
}

namespace {

/// Throws InvalidInput: a flag stands where a command must.
[[noreturn]] void refuse_early_flag(const CommandWords& program,
                                    const std::vector<std::string>& words) {
  const std::string name = words[0].substr(0, words[0].find('='));
  for (const CommandWords& command : program.commands) {
    if (find_flag(command, name) == nullptr) continue;
    throw InvalidInput(fmt::format("{0}: a command comes first, as in {1} {0}; see: {2} --help",
                                   name, command.name, program.name));
  }
  check_unknown(program, roles(program, {name}));
  throw InvalidInput(fmt::format("{}: must be followed by one of {}; see: {} --help", program.name,
                                 fmt::join(names_of(program.commands), ", "), program.name));
}

}  // namespace

CommandWords take_command(const CommandWords& program, std::vector<std::string>& words) {
  CommandWords command = program;
  while (!command.commands.empty()) {
    const std::vector<std::string> names = names_of(command.commands);
    if (!words.empty() && is_flag(words[0])) {
      if (asks_for_help(command, words)) break;
      refuse_early_flag(command, words);
    }
    if (words.empty()) {
      throw InvalidInput(fmt::format("{}: must be followed by one of {}; see: {} --help",
                                     command.name, fmt::join(names, ", "), command.name));
    }
    const auto found = std::find(names.begin(), names.end(), words[0]);
    if (found == names.end()) {
      const auto meant = problem::nearest(words[0], names);
      throw InvalidInput(
          meant ? fmt::format("{}: unknown command; did you mean {} {}? See: {} --help", words[0],
                              command.name, *meant, command.name)
                : fmt::format("{}: unknown command, must be one of {}; see: {} --help", words[0],
                              fmt::join(names, ", "), command.name));
    }
    words.erase(words.begin());
    CommandWords inner = std::move(command.commands[found - names.begin()]);
    command = std::move(inner);
  }
  return command;
}

std::string quoted_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string command_line(int argc, const char* const* argv) {
  std::string text = "acgd";  // however it was found
  for (int i = 1; i < argc; ++i) text += ' ' + quoted_word(argv[i]);
  return text;
}

}  // namespace acgd::cli
