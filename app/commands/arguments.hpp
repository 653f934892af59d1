#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "app/commands/command_words.hpp"
#include "app/spec/parameters.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace acgd::cli {

/// How an argument looks in help texts.
struct Shown {
  std::string value;     ///< what stands for its value, as FILE in --data FILE
  std::string sentence;  ///< what it is
  bool required = false;
  Index least = 0;  ///< of an integer
};

/// The arguments of one command, declared one by one; reading the command line fills the variables.
/// A variable's value beforehand is the default that help shows. A name without dashes is a word
/// without a flag. What is typed is read as problem/words.hpp reads it.
class Arguments {
 public:
  explicit Arguments(CLI::App& command) : command_(command) {}

  /// What follows stands under this heading.
  void begin_group(std::string heading) { group_ = std::move(heading); }

  void add(const char* name, std::string& variable, const Shown& shown);
  void add(const char* name, Index& variable, const Shown& shown);
  void add(const char* name, std::uint64_t& variable, const Shown& shown);
  void add(const char* name, std::optional<std::string>& variable, const Shown& shown);
  void add(const char* name, std::optional<std::uint64_t>& variable, const Shown& shown);
  void add(const char* name, std::optional<std::filesystem::path>& variable, const Shown& shown);
  /// With commas between them, each of them once; those without a flag with spaces.
  void add(const char* name, std::vector<std::string>& variable, const Shown& shown);
  /// A parameter of the library: its name with dashes, and all that its description says. What is
  /// typed becomes its value, and is kept in `typed`.
  void add(const Parameter& parameter, problem::Flags& typed);
  /// Without a value: there or not.
  void add_flag(const char* name, bool& variable, const char* sentence);

 private:
  using Read = std::function<void(const std::string& text)>;
  /// `otherwise` is the default that is shown, if there is one.
  void add_one(const std::string& name, const Shown& shown, const std::string& otherwise,
               Read read);

  CLI::App& command_;
  std::string group_;
};

/// The commands of the program, and which of them was typed.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Arguments add_command(const std::string& name, const std::string& sentence);
  /// A command of a command, as fetch of data.
  Arguments add_command(const std::string& parent, const std::string& name,
                        const std::string& sentence);

  /// An exit code if there is nothing more to do, as help was asked for. Throws InvalidInput if
  /// what was typed is wrong.
  std::optional<int> parse(int argc, const char* const* argv);

  bool was_typed(const std::string& command) const;
  bool was_typed(const std::string& parent, const std::string& command) const;
  std::vector<CommandWords> commands() const;
  /// The sentence of a refusal with its argument as it is typed: max_iterations is
  /// --max-iterations.
  std::string as_typed(const std::string& sentence) const;
  /// The help text of the program, or of a command as "acgd solve".
  std::string help() const;
  std::string help(const std::string& command) const;

 private:
  std::unique_ptr<CLI::App> program_;
};

}  // namespace acgd::cli
