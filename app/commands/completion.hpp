#pragma once

#include <string>
#include <vector>

#include "app/commands/command_words.hpp"

namespace acgd::cli {

/// What may follow a flag.
struct Values {
  std::vector<std::string> words = {};   ///< "l1:", "simplex"
  std::vector<std::string> filled = {};  ///< behind a colon: "l1:10"
  /// Behind any colon of a word that begins so: "fixed:length=", "fixed:0.1".
  std::vector<std::string> parameters = {};
  std::vector<std::string> files_behind = {};  ///< "dag:", which a file follows
  bool is_list = false;                        ///< of words, with commas between them
  bool files = false;
  bool folders = false;
};

Values values_of(const FlagWords& flag);

/// Words that follow a command without a flag.
std::vector<std::string> words_after(const CommandWords& command);

/// A script for bash that completes the words of these commands; zsh takes it, too.
std::string bash_completion(const std::vector<CommandWords>& commands);

/// The names of the kinds in a list, as "sets".
std::vector<std::string> names_in(const std::string& topic);

}  // namespace acgd::cli
