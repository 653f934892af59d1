#pragma once

#include <string>
#include <vector>

#include "app/commands/arguments.hpp"

namespace acgd::commands {

/// The values that may follow a flag.
struct Values {
  std::vector<std::string> words = {};   ///< "l1:", "simplex"
  std::vector<std::string> filled = {};  ///< after a colon: "l1:10"
  /// After any colon of a word with this beginning: "fixed:length=", "fixed:0.1".
  std::vector<std::string> parameters = {};
  std::vector<std::string> files_behind = {};  ///< "dag:", which is followed by a file
  bool is_list = false;                        ///< words separated by commas
  bool files = false;
  bool folders = false;
};

Values values_of(const Flag& flag);

/// Positional arguments of a command.
std::vector<std::string> words_after(const CLI::App& command);

/// A completion script for bash; also valid for zsh.
std::string bash_completion(const CLI::App& program);

/// The names in a list, such as "sets".
std::vector<std::string> names_in(const std::string& topic);

}  // namespace acgd::commands
