#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace acgd::cli {

/// A flag as help, completions and errors see it.
struct FlagWords {
  std::string name;      ///< "--data"
  std::string value;     ///< "FILE"; empty if none follows it
  std::string sentence;  ///< what it is
  bool required = false;
};

/// A command likewise.
struct CommandWords {
  std::string name;  ///< "acgd data fetch"
  std::string sentence;
  std::vector<FlagWords> flags = {};
  std::size_t most_words = 0;               ///< without a flag
  std::string needs_word = {};              ///< what stands for the word that must follow, if any
  std::vector<CommandWords> commands = {};  ///< of the command, as list and fetch of data
};

/// The last word of each.
std::vector<std::string> names_of(const std::vector<CommandWords>& commands);
std::vector<std::string> names_of(const std::vector<FlagWords>& flags);

/// Whether help is asked for among the words of a command.
bool asks_for_help(const CommandWords& command, const std::vector<std::string>& words);

/// Throws InvalidInput unless a command can be made of the words that follow its name: one sentence
/// with everything that is unknown, in the order it was typed, and what was probably meant.
void check_words(const CommandWords& command, const std::vector<std::string>& words);

/// Takes the names of commands off the words, as data and fetch, and returns the last one's. Throws
/// InvalidInput if they name none.
CommandWords take_command(const CommandWords& program, std::vector<std::string>& words);

/// The word in quotes, if a shell would not take it as it is.
std::string quoted_word(std::string_view word);

/// What was typed, with quotes where a shell needs them to understand it again.
std::string command_line(int argc, const char* const* argv);

}  // namespace acgd::cli
