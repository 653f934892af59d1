// The only file that knows CLI11, which takes seconds to compile.
#include "cli/parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <sstream>

#include "acgd/version.hpp"
#include "cli/exit_code.hpp"
#include "cli/streams.hpp"

namespace acgd::cli {
namespace {

std::string help_of(const CLI::App& command, const std::string& name) {
  // App::help() would tell of the command that was typed instead.
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
}

CLI::App& find(CLI::App& parent, const std::string& name) { return *parent.get_subcommand(name); }

}  // namespace

CLI::Option* Arguments::finish(CLI::Option* option, const Shown& shown, bool show_default) {
  option->type_name(shown.value)->required(shown.required);
  if (!group_.empty()) option->group(group_);
  if (show_default) option->capture_default_str();
  return option;
}

void Arguments::add(const char* name, std::string& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, !variable.empty());
}
void Arguments::add(const char* name, double& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, std::isfinite(variable));
}
void Arguments::add(const char* name, int& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, variable != 0);
}
void Arguments::add(const char* name, Index& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, variable != 0);
}
void Arguments::add(const char* name, std::uint64_t& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, true);
}
void Arguments::add(const char* name, std::optional<std::string>& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, false);
}
void Arguments::add(const char* name, std::optional<double>& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, false);
}
void Arguments::add(const char* name, std::optional<int>& variable, const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, false);
}
void Arguments::add(const char* name, std::optional<std::filesystem::path>& variable,
                    const Shown& shown) {
  finish(command_.add_option(name, variable, shown.sentence), shown, false);
}
void Arguments::add(const char* name, std::vector<std::string>& variable, const Shown& shown) {
  CLI::Option* option = command_.add_option(name, variable, shown.sentence);
  if (name[0] == '-') option->delimiter(',');
  finish(option, shown, !variable.empty());
}
void Arguments::add_flag(const char* name, bool& variable, const char* sentence) {
  CLI::Option* option = command_.add_flag(name, variable, sentence);
  if (!group_.empty()) option->group(group_);
}

Parser::Parser()
    : program_(std::make_unique<CLI::App>(
          "Projection-free optimisation with adaptive conditional gradients", "acgd")) {
  program_->set_version_flag("--version", "acgd " ACGD_VERSION);
  program_->require_subcommand(0, 1);
}

Parser::~Parser() = default;

Arguments Parser::add_command(const std::string& name, const std::string& sentence) {
  return Arguments(*program_->add_subcommand(name, sentence));
}

Arguments Parser::add_command(const std::string& parent, const std::string& name,
                              const std::string& sentence) {
  CLI::App& command = find(*program_, parent);
  command.require_subcommand(1);
  return Arguments(*command.add_subcommand(name, sentence));
}

std::optional<int> Parser::parse(int argc, const char* const* argv) {
  try {
    program_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Requests for help and the version come as errors, too.
    if (error.get_exit_code() == 0) {
      std::ostringstream text;
      const int code = program_->exit(error, text, text);
      put(stdout, text.str());
      return code;
    }
    print(stderr, "acgd: {}; see acgd --help\n", error.what());
    return exit_code::bad_input;
  }
  if (!program_->get_subcommands().empty()) return std::nullopt;
  fmt::print("{}", help());
  return exit_code::bad_input;
}

bool Parser::was_typed(const std::string& command) const {
  return find(*program_, command).parsed();
}

bool Parser::was_typed(const std::string& parent, const std::string& command) const {
  return find(find(*program_, parent), command).parsed();
}

std::vector<CommandWords> Parser::commands() const {
  std::vector<CommandWords> list;
  for (const CLI::App* command : program_->get_subcommands(nullptr)) {
    CommandWords words{command->get_name(), command->get_description(), {}};
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) words.flags.push_back("--" + name);
    }
    list.push_back(std::move(words));
  }
  return list;
}

std::string Parser::help() const { return help_of(*program_, "acgd"); }

std::string Parser::help(const std::string& command) const {
  return help_of(find(*program_, command), "acgd " + command);
}

}  // namespace acgd::cli
