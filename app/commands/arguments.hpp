#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "app/spec/parameters.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace acgd::commands {

/// Help and range of an argument.
struct ArgumentInfo {
  std::string value;     ///< placeholder of its value, as FILE in --data FILE
  std::string sentence;  ///< what it is
  bool required = false;
  Index least = 0;  ///< smallest value of an integer
};

/// Sets a variable from the text of an argument.
using Assignments = std::vector<std::function<void()>>;

/// The arguments of one command, declared one by one; Parser::parse() fills the variables. A
/// variable's value beforehand is the default in the help. A name without dashes is a positional
/// argument. Values are parsed by app/data/specification.hpp.
class Arguments {
 public:
  Arguments(CLI::App& command, Assignments& assignments)
      : command_(command), assignments_(assignments) {}

  /// Later arguments have this heading in the help.
  void begin_group(std::string heading) { group_ = std::move(heading); }

  void add(const char* name, std::string& variable, const ArgumentInfo& info);
  void add(const char* name, Index& variable, const ArgumentInfo& info);
  void add(const char* name, std::uint64_t& variable, const ArgumentInfo& info);
  void add(const char* name, std::optional<std::string>& variable, const ArgumentInfo& info);
  void add(const char* name, std::optional<std::uint64_t>& variable, const ArgumentInfo& info);
  void add(const char* name, std::optional<std::filesystem::path>& variable,
           const ArgumentInfo& info);
  /// A list without repetitions: separated by commas, or by spaces if it is positional.
  void add(const char* name, std::vector<std::string>& variable, const ArgumentInfo& info);
  /// A parameter of the library, with dashes in its name. The text is assigned to it and added to
  /// `typed`.
  void add(const Parameter& parameter, spec::Flags& typed);
  /// A flag without a value.
  void add_flag(const char* name, bool& variable, const char* sentence);

 private:
  using Read = std::function<void(const std::string& text)>;
  /// `otherwise` is the default in the help; empty if there is none.
  void add_one(const std::string& name, const ArgumentInfo& info, const std::string& otherwise,
               Read read);
  void add_switch(const std::string& name, const std::string& sentence, std::function<void()> set);

  CLI::App& command_;
  Assignments& assignments_;
  std::string group_;
};

/// The commands of the program and their arguments. CLI11 parses the command line.
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

  /// Parses the command line and sets the variables. Returns an exit code if it has shown the help
  /// or the version. Throws InvalidInput.
  std::optional<int> parse(int argc, const char* const* argv);

  bool was_typed(const std::string& command) const;
  bool was_typed(const std::string& parent, const std::string& command) const;
  const CLI::App& program() const { return *program_; }
  /// The error with the flag of its argument: max_iterations is --max-iterations.
  InvalidInput with_flag(const InvalidInput& error) const;

 private:
  std::unique_ptr<CLI::App> program_;
  Assignments assignments_;
};

/// The help of the program or of a command.
std::string help_of(const CLI::App& command);
/// "acgd data fetch"
std::string full_name(const CLI::App& command);
std::vector<const CLI::App*> commands_of(const CLI::App& command);
std::vector<std::string> command_names(const CLI::App& command);

/// A flag of a command.
struct Flag {
  std::string name;      ///< "--data"
  std::string value;     ///< its placeholder, "FILE"; empty if the flag takes none
  std::string sentence;  ///< what it is
  bool required = false;
};
std::vector<Flag> flags_of(const CLI::App& command);
std::vector<std::string> flag_names(const CLI::App& command);

}  // namespace acgd::commands
