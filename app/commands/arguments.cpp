#include "app/commands/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "acgd/version.hpp"
#include "app/commands/streams.hpp"
#include "app/data/specification.hpp"

namespace acgd::commands {

namespace {

CLI::App& find(CLI::App& parent, const std::string& name) { return *parent.get_subcommand(name); }

/// Placeholder of the value in help texts.
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

void require_distinct(const std::string& name, const std::vector<std::string>& list) {
  for (auto item = list.begin(); item != list.end(); ++item) {
    if (std::find(list.begin(), item, *item) == item) continue;
    throw InvalidInput(name, fmt::format("{}", fmt::join(list, ",")),
                       fmt::format("{} is given twice", *item));
  }
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool is_flag(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

/// "--data" of "--data=a.csv"
std::string flag_name(const std::string& word) { return word.substr(0, word.find('=')); }

/// The program, and the commands that were typed, as data and fetch.
std::vector<const CLI::App*> typed_commands(const CLI::App& program) {
  std::vector<const CLI::App*> typed = {&program};
  while (!typed.back()->get_subcommands().empty()) {
    typed.push_back(typed.back()->get_subcommands().front());
  }
  return typed;
}

/// Words that CLI11 has assigned to no argument, in order.
std::vector<std::string> extras(const CLI::App& command) {
  std::vector<std::string> words = command.remaining();
  std::erase(words, "--");
  return words;
}

std::string see_help(const CLI::App& command) {
  return fmt::format("see: {} --help", full_name(command));
}

InvalidInput unknown_command(const CLI::App& parent, const std::string& word) {
  const std::vector<std::string> names = command_names(parent);
  if (const auto meant = spec::nearest(word, names)) {
    return {word, std::nullopt, "unknown command",
            fmt::format("did you mean {0} {1}? See: {0} --help", full_name(parent), *meant)};
  }
  return {word, std::nullopt,
          fmt::format("unknown command, must be one of {}", fmt::join(names, ", ")),
          see_help(parent)};
}

/// Unknown flags of a command, with suggestions.
InvalidInput unknown_flags(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> unknown;
  for (const std::string& word : words) {
    if (!is_flag(word)) continue;
    const auto meant = spec::nearest(flag_name(word), flag_names(command));
    unknown.push_back(meant ? fmt::format("{} ({}?)", flag_name(word), *meant) : flag_name(word));
  }
  return InvalidInput({.rule = fmt::format("unknown flag{}: {}", unknown.size() > 1 ? "s" : "",
                                           fmt::join(unknown, ", ")),
                       .hint = see_help(command)});
}

/// A flag where a command is expected.
InvalidInput early_flag(const CLI::App& parent, const std::vector<std::string>& words) {
  const std::string name = flag_name(words.front());
  for (const CLI::App* command : commands_of(parent)) {
    if (command->get_option_no_throw(name) == nullptr) continue;
    return {name, std::nullopt,
            fmt::format("a command comes first, as in {} {}", full_name(*command), name),
            see_help(parent)};
  }
  return unknown_flags(parent, words);
}

InvalidInput unexpected(const CLI::App& command, const std::string& word) {
  const auto meant = spec::nearest("--" + word, flag_names(command));
  return {word, std::nullopt,
          fmt::format("unexpected argument of {}{}", full_name(command),
                      meant ? fmt::format(", {}?", *meant) : ""),
          see_help(command)};
}

InvalidInput missing_value(const CLI::App& command, const CLI::Option& option) {
  const std::string name = option.get_name();
  return {name, std::nullopt,
          fmt::format("its value is missing, as in {} {}", name, option.get_type_name()),
          see_help(command)};
}

/// The option that has taken the name of a flag as its value, or null.
const CLI::Option* option_without_value(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!takes_value(*option) || option->get_positional()) continue;
    for (const std::string& value : option->results()) {
      if (is_flag(value) && command.get_option_no_throw(value) != nullptr) return option;
    }
  }
  return nullptr;
}

bool asks_for_help(const std::vector<const CLI::App*>& typed) {
  const CLI::App& command = *typed.back();
  for (const CLI::App* parent : typed) {
    if (parent->get_help_ptr()->count() > 0) return true;
  }
  const CLI::Option* before = option_without_value(command);  // "--data --help"
  return before != nullptr && command.get_help_ptr()->check_name(before->results().back());
}

/// Throws InvalidInput for words that CLI11 has assigned to no argument or to a wrong one.
void check_words(const std::vector<const CLI::App*>& typed) {
  const CLI::App& command = *typed.back();
  for (const CLI::App* parent : typed) {
    const std::vector<std::string> words = extras(*parent);
    if (commands_of(*parent).empty() || words.empty()) continue;
    if (is_flag(words.front())) throw early_flag(*parent, words);
  }
  if (const CLI::Option* option = option_without_value(command)) {
    throw missing_value(command, *option);
  }
  for (const CLI::App* parent : typed) {  // the program has those behind "--"
    const std::vector<std::string> words = extras(*parent);
    if (std::ranges::any_of(words, is_flag)) throw unknown_flags(*parent, words);
    if (!words.empty()) throw unexpected(command, words.front());
  }
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string>& values = option->results();
    const bool is_list = option->get_items_expected_max() > 1;
    if (values.size() > 1 && !is_list) {
      throw InvalidInput(option->get_name(), std::nullopt, "given twice", see_help(command));
    }
    if (takes_value(*option) || values.empty() || values.front() == "true") continue;
    throw InvalidInput(option->get_name(), values.front(), "it takes no value", see_help(command));
  }
}

/// The error for a command line that ends where a value is expected.
InvalidInput error_of(const CLI::App& command, const CLI::ArgumentMismatch& mismatch,
                      const std::string& last_word) {
  const CLI::Option* last = command.get_option_no_throw(flag_name(last_word));
  return last != nullptr ? missing_value(command, *last) : InvalidInput(mismatch.what());
}

InvalidInput error_of(const CLI::App& command, const CLI::RequiredError&) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const std::string value = option->get_type_name();
    const InvalidInput::Argument argument =
        option->get_positional() ? InvalidInput::Argument(value)
                                 : InvalidInput::Argument(option->get_name(), " " + value);
    return {argument, std::nullopt, "is missing", see_help(command)};
  }
  return {full_name(command), std::nullopt,
          fmt::format("must be followed by one of {}", fmt::join(command_names(command), ", ")),
          see_help(command)};
}

}  // namespace

std::string help_of(const CLI::App& command) {
  // App::help() would show the command that was typed instead.
  return command.get_formatter()->make_help(&command, full_name(command),
                                            CLI::AppFormatMode::Normal);
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
  return command.get_subcommands(nullptr);
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* inner : commands_of(command)) names.push_back(inner->get_name());
  return names;
}

std::vector<Flag> flags_of(const CLI::App& command) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) continue;
    flags.push_back({option->get_name(), takes_value(*option) ? option->get_type_name() : "",
                     option->get_description(), option->get_required()});
  }
  return flags;
}

std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const Flag& flag : flags_of(command)) names.push_back(flag.name);
  return names;
}

void Arguments::add_one(const std::string& name, const ArgumentInfo& info,
                        const std::string& otherwise, Read read) {
  CLI::Option* option = command_.add_option_function<std::string>(
      name, [](const std::string&) {}, info.sentence);
  option->type_name(info.value)->required(info.required);
  if (!group_.empty()) option->group(group_);
  if (!otherwise.empty()) option->default_str(otherwise);
  assignments_.push_back([option, read = std::move(read)] {
    if (option->count() > 0) read(option->results().front());
  });
}

void Arguments::add_switch(const std::string& name, const std::string& sentence,
                           std::function<void()> set) {
  CLI::Option* option = command_.add_flag(name)->description(sentence);
  if (!group_.empty()) option->group(group_);
  assignments_.push_back([option, set = std::move(set)] {
    if (option->count() > 0) set();
  });
}

void Arguments::add(const char* name, std::string& variable, const ArgumentInfo& info) {
  add_one(name, info, variable, [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, Index& variable, const ArgumentInfo& info) {
  add_one(name, info, variable != 0 ? fmt::format("{}", variable) : "",
          [&variable, name, least = info.least](const std::string& text) {
            variable = spec::to_count(name, text, least);
          });
}
void Arguments::add(const char* name, std::uint64_t& variable, const ArgumentInfo& info) {
  add_one(name, info, fmt::format("{}", variable),
          [&variable, name, least = info.least](const std::string& text) {
            variable = static_cast<std::uint64_t>(spec::to_count(name, text, least));
          });
}
void Arguments::add(const char* name, std::optional<std::string>& variable,
                    const ArgumentInfo& info) {
  add_one(name, info, "", [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, std::optional<std::uint64_t>& variable,
                    const ArgumentInfo& info) {
  add_one(name, info, "", [&variable, name, least = info.least](const std::string& text) {
    variable = static_cast<std::uint64_t>(spec::to_count(name, text, least));
  });
}
void Arguments::add(const char* name, std::optional<std::filesystem::path>& variable,
                    const ArgumentInfo& info) {
  add_one(name, info, "", [&variable](const std::string& text) { variable = text; });
}
void Arguments::add(const char* name, std::vector<std::string>& variable,
                    const ArgumentInfo& info) {
  if (name[0] == '-') {
    add_one(name, info, fmt::format("{}", fmt::join(variable, ",")),
            [&variable, name](const std::string& text) {
              variable = spec::split(text, ',');
              require_distinct(name, variable);
            });
    return;
  }
  CLI::Option* option = command_.add_option_function<std::vector<std::string>>(
      name, [](const std::vector<std::string>&) {}, info.sentence);
  option->type_name(info.value)->required(info.required);
  assignments_.push_back([option, &variable, name] {
    if (option->count() == 0) return;
    variable = option->results();
    require_distinct(name, variable);
  });
}
void Arguments::add(const Parameter& parameter, spec::Flags& typed) {
  const std::string name = "--" + spec::dashed(parameter.name);
  std::string sentence(parameter.sentence);
  if (parameter.range.is_time) sentence += ", as 90, 90s, 5min or 2h";
  const Arguments::Read read = [parameter = parameter, name,
                                &typed](const std::string& text) mutable {
    try {
      spec::set_value(parameter, text);
    } catch (const InvalidInput& error) {  // "max_iterations = x: ...", which was typed otherwise
      throw error.with_argument(name);
    }
    typed[std::string(parameter.name)] = text;
  };
  if (std::holds_alternative<bool*>(parameter.member)) {
    add_switch(name, sentence, [read] { read("true"); });
    return;
  }
  if (const std::string otherwise = default_text(parameter); !otherwise.empty()) {
    sentence += fmt::format("; {} unless given", otherwise);
  }
  add_one(name, {placeholder(parameter), sentence}, "", read);
}
void Arguments::add_flag(const char* name, bool& variable, const char* sentence) {
  add_switch(name, sentence, [&variable] { variable = true; });
}

Parser::Parser()
    : program_(std::make_unique<CLI::App>(
          "Projection-free optimisation with adaptive conditional gradients", "acgd")) {
  program_->set_version_flag("--version", "acgd " ACGD_VERSION);
  program_->require_subcommand(1);
}

Parser::~Parser() = default;

Arguments Parser::add_command(const std::string& name, const std::string& sentence) {
  return Arguments(*program_->add_subcommand(name, sentence), assignments_);
}

Arguments Parser::add_command(const std::string& parent, const std::string& name,
                              const std::string& sentence) {
  CLI::App& command = find(*program_, parent);
  command.require_subcommand(1);
  return Arguments(*command.add_subcommand(name, sentence), assignments_);
}

std::optional<int> Parser::parse(int argc, const char* const* argv) {
  if (argc < 2) {
    put(stdout, help_of(*program_));
    return exit_code::bad_input;
  }
  std::optional<InvalidInput> error;
  try {
    program_->parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    print(stdout, "acgd {}\n", ACGD_VERSION);
    return exit_code::usable;
  } catch (const CLI::CallForHelp&) {  // below, where other errors have not prevented it
  } catch (const CLI::ArgumentMismatch& mismatch) {
    error = error_of(*typed_commands(*program_).back(), mismatch, argv[argc - 1]);
  } catch (const CLI::RequiredError& required) {
    error = error_of(*typed_commands(*program_).back(), required);
  } catch (const CLI::ParseError& other) {
    error = InvalidInput(other.what());
  }
  const std::vector<const CLI::App*> typed = typed_commands(*program_);
  const CLI::App& command = *typed.back();
  const std::vector<std::string> words = extras(command);
  if (!commands_of(command).empty() && !words.empty() && !is_flag(words.front())) {
    throw unknown_command(command, words.front());
  }
  if (asks_for_help(typed)) {
    put(stdout, help_of(command));
    return exit_code::usable;
  }
  check_words(typed);
  if (error) throw *error;
  for (const auto& assign : assignments_) assign();
  return std::nullopt;
}

bool Parser::was_typed(const std::string& command) const {
  return find(*program_, command).parsed();
}

bool Parser::was_typed(const std::string& parent, const std::string& command) const {
  return find(find(*program_, parent), command).parsed();
}

InvalidInput Parser::with_flag(const InvalidInput& error) const {
  if (error.argument().empty() || !error.place().empty()) return error;
  std::string name = error.argument();
  std::replace(name.begin(), name.end(), '_', '-');
  for (const CLI::App* command : typed_commands(*program_)) {
    // Several are typed behind one flag, as the rules of --steps.
    for (const std::string& flag : {"--" + name, "--" + name + "s"}) {
      if (command->get_option_no_throw(flag) != nullptr) return error.with_argument(flag);
    }
  }
  return error;
}

}  // namespace acgd::commands
