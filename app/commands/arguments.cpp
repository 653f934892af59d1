// The only file that knows CLI11, which takes seconds to compile.
#include "app/commands/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "app/commands/streams.hpp"
#include "app/data/specification.hpp"

namespace acgd::cli {

namespace {

std::string help_of(const CLI::App& command, const std::string& name) {
  // App::help() would tell of the command that was typed instead.
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
}

CLI::App& find(CLI::App& parent, const std::string& name) { return *parent.get_subcommand(name); }

/// What stands for its value in help texts.
std::string placeholder(const Parameter& parameter) {
  if (parameter.range.is_time) return "SECONDS";
  if (const auto* word = std::get_if<Word>(&parameter.member)) {
    return fmt::format("{}", fmt::join(word->words(), "|"));
  }
  if (std::holds_alternative<std::optional<bool>*>(parameter.member)) return "true|false";
  const bool real = std::holds_alternative<double*>(parameter.member) ||
                    std::holds_alternative<std::optional<double>*>(parameter.member);
  return real ? "NUMBER" : "N";
}

void refuse_repetition(const std::string& name, const std::vector<std::string>& list) {
  for (auto item = list.begin(); item != list.end(); ++item) {
    if (std::find(list.begin(), item, *item) == item) continue;
    throw InvalidInput(
        fmt::format("{} = {}: {} is given twice", name, fmt::join(list, ","), *item));
  }
}

CommandWords words_of(const CLI::App& command, const std::string& name) {
  CommandWords words{name, command.get_description()};
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      words.most_words = option->get_items_expected_max() > 1 ? std::string::npos : 1;
      if (option->get_required()) words.needs_word = option->get_type_name();
    }
    for (const std::string& flag : option->get_lnames()) {
      const bool has_value = option->get_items_expected_max() > 0;
      words.flags.push_back({"--" + flag, has_value ? option->get_type_name() : "",
                             option->get_description(), option->get_required()});
    }
  }
  for (const CLI::App* inner : command.get_subcommands(nullptr)) {
    words.commands.push_back(words_of(*inner, name + " " + inner->get_name()));
  }
  return words;
}

}  // namespace

void Arguments::add_one(const std::string& name, const Shown& shown, const std::string& otherwise,
                        Read read) {
  CLI::Option* option =
      command_.add_option_function<std::string>(name, std::move(read), shown.sentence);
  option->type_name(shown.value)->required(shown.required);
  if (!group_.empty()) option->group(group_);
  if (!otherwise.empty()) option->default_str(otherwise);
}

void Arguments::add(const char* name, std::string& variable, const Shown& shown) {
  add_one(name, shown, variable, [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, Index& variable, const Shown& shown) {
  add_one(name, shown, variable != 0 ? fmt::format("{}", variable) : "",
          [&variable, name, least = shown.least](const std::string& text) {
            variable = problem::to_count(name, text, least);
          });
}
void Arguments::add(const char* name, std::uint64_t& variable, const Shown& shown) {
  add_one(name, shown, fmt::format("{}", variable),
          [&variable, name, least = shown.least](const std::string& text) {
            variable = static_cast<std::uint64_t>(problem::to_count(name, text, least));
          });
}
void Arguments::add(const char* name, std::optional<std::string>& variable, const Shown& shown) {
  add_one(name, shown, "", [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, std::optional<std::uint64_t>& variable, const Shown& shown) {
  add_one(name, shown, "", [&variable, name, least = shown.least](const std::string& text) {
    variable = static_cast<std::uint64_t>(problem::to_count(name, text, least));
  });
}
void Arguments::add(const char* name, std::optional<std::filesystem::path>& variable,
                    const Shown& shown) {
  add_one(name, shown, "", [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, std::vector<std::string>& variable, const Shown& shown) {
  if (name[0] == '-') {
    add_one(name, shown, fmt::format("{}", fmt::join(variable, ",")),
            [&variable, name](const std::string& text) {
              variable = problem::split(text, ',');
              refuse_repetition(name, variable);
            });
    return;
  }
  CLI::Option* option = command_.add_option_function<std::vector<std::string>>(
      name,
      [&variable, name](const std::vector<std::string>& list) {
        variable = list;
        refuse_repetition(name, variable);
      },
      shown.sentence);
  option->type_name(shown.value)->required(shown.required);
}
void Arguments::add(const Parameter& parameter, problem::Flags& typed) {
  const std::string name = "--" + problem::dashed(parameter.name);
  std::string sentence(parameter.sentence);
  if (parameter.range.is_time) sentence += ", as 90, 90s, 5min or 2h";
  const Arguments::Read read = [parameter = parameter, name,
                                &typed](const std::string& text) mutable {
    try {
      problem::set_value(parameter, text);
    } catch (const InvalidInput& error) {  // "max_iterations = x: ...", which was typed otherwise
      throw InvalidInput(name + std::string(error.what()).substr(parameter.name.size()));
    }
    typed[std::string(parameter.name)] = text;
  };
  if (std::holds_alternative<bool*>(parameter.member)) {
    CLI::Option* option = command_.add_flag_callback(
        name, [read] { read("true"); }, sentence);
    if (!group_.empty()) option->group(group_);
    return;
  }
  if (const std::string otherwise = default_text(parameter); !otherwise.empty()) {
    sentence += fmt::format("; {} unless given", otherwise);
  }
  add_one(name, {placeholder(parameter), sentence}, "", read);
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
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    put(stdout, help());
    return words.empty() ? exit_code::bad_input : exit_code::usable;
  }
  if (words[0] == "--version") {
    print(stdout, "acgd {}\n", ACGD_VERSION);
    return exit_code::usable;
  }
  const CommandWords command = take_command(words_of(*program_, "acgd"), words);
  if (asks_for_help(command, words)) {
    put(stdout, help(command.name));
    return exit_code::usable;
  }
  check_words(command, words);
  try {
    program_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    throw InvalidInput(fmt::format("{}; see: {} --help", error.what(), command.name));
  }
  return std::nullopt;
}

bool Parser::was_typed(const std::string& command) const {
  return find(*program_, command).parsed();
}

bool Parser::was_typed(const std::string& parent, const std::string& command) const {
  return find(find(*program_, parent), command).parsed();
}

std::vector<CommandWords> Parser::commands() const { return words_of(*program_, "acgd").commands; }

std::string Parser::as_typed(const std::string& sentence) const {
  std::string name = sentence.substr(0, sentence.find_first_of(": "));
  const std::string rest = sentence.substr(name.size());
  if (!rest.starts_with(": ") && !rest.starts_with(" = ")) return sentence;
  std::replace(name.begin(), name.end(), '_', '-');
  std::vector<CLI::App*> typed = program_->get_subcommands();
  for (std::size_t i = 0; i < typed.size(); ++i) {  // "data", and "make" behind it
    const std::vector<CLI::App*> behind = typed[i]->get_subcommands();
    typed.insert(typed.end(), behind.begin(), behind.end());
  }
  for (const CLI::App* command : typed) {
    // Several are typed behind one flag, as the rules of --steps.
    for (const std::string& flag : {"--" + name, "--" + name + "s"}) {
      if (command->get_option_no_throw(flag) != nullptr) return flag + rest;
    }
  }
  return sentence;
}

std::string Parser::help() const { return help_of(*program_, "acgd"); }

std::string Parser::help(const std::string& command) const {
  const std::vector<std::string> names = problem::split(command, ' ');
  const CLI::App* app = program_.get();
  for (auto name = names.begin() + 1; name != names.end(); ++name) app = app->get_subcommand(*name);
  return help_of(*app, command);
}

}  // namespace acgd::cli
