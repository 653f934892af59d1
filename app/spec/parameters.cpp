#include "app/spec/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "app/data/specification.hpp"

namespace acgd::spec {

namespace {

[[noreturn]] void refuse_count(const Owner& owner, std::size_t count) {
  throw InvalidInput(owner.argument, fmt::format("{} has {} parameters, must be {}", owner.name,
                                                 count, owner.syntax));
}

/// The parameter of this name, or a sentence with those that there are.
std::size_t find_index(const Owner& owner, const Description& description, std::string_view name) {
  Description copy = description;
  if (const Parameter* found = find(copy, name)) {
    return static_cast<std::size_t>(found - copy.data());
  }
  std::vector<std::string> names;
  for (const Parameter& parameter : description) names.emplace_back(parameter.name);
  if (names.empty()) {
    throw InvalidInput(owner.argument,
                       fmt::format("{} has no parameters, but {} is given", owner.name, name));
  }
  throw InvalidInput(owner.argument, std::nullopt,
                     unknown_name("parameter of " + owner.name, name, names));
}

/// Numbers are read as everywhere on the command line: 1e4 is an integer, infinity is no number.
void assign_text(Parameter& parameter, const std::string& text) {
  const std::string argument(parameter.name);
  if (auto* real = std::get_if<double*>(&parameter.member)) {
    **real = to_number(argument, text);
  } else if (auto* integer = std::get_if<Index*>(&parameter.member)) {
    **integer = to_count(argument, text, 0);
  } else if (auto* perhaps = std::get_if<std::optional<Index>*>(&parameter.member)) {
    **perhaps = to_count(argument, text, 0);
  } else {
    acgd::assign(parameter, text);
  }
}

/// Names of files, and texts of other sets, have colons of their own.
bool takes_the_rest(const Parameter& parameter) {
  return parameter.name == "file" || parameter.name == "parts";
}

/// Takes the first word from what is left, which is nothing after the last one.
std::string take_word(std::optional<std::string>& left) {
  const std::size_t colon = left->find(':');
  std::string word = left->substr(0, colon);
  if (colon == std::string::npos) {
    left.reset();
  } else {
    left = left->substr(colon + 1);
  }
  return word;
}

}  // namespace

NameAndRest split_name(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {std::string(text), std::nullopt};
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

std::vector<Typed> match(const Owner& owner, const std::optional<std::string>& rest,
                         const Description& description) {
  std::vector<Typed> typed(description.size());
  std::size_t count = 0;
  for (std::optional<std::string> left = rest; left; ++count) {
    const auto next = static_cast<std::size_t>(
        std::find_if(typed.begin(), typed.end(), [](const Typed& one) { return !one.text; }) -
        typed.begin());
    if (next < typed.size() && takes_the_rest(description[next])) {
      const std::string name = std::string(description[next].name) + "=";
      typed[next].text = left->substr(left->starts_with(name) ? name.size() : 0);
      left.reset();
      continue;
    }
    const std::string word = take_word(left);
    if (const std::size_t equals = word.find('='); equals != std::string::npos) {
      Typed& one = typed[find_index(owner, description, word.substr(0, equals))];
      if (one.text) {
        throw InvalidInput(owner.argument, fmt::format("{} is given twice", word));
      }
      one = {word.substr(equals + 1), true};
    } else if (next == typed.size()) {
      refuse_count(owner, split(*rest, ':').size());
    } else {
      typed[next].text = word;
      // The two sides are one word.
      const bool sides = description[next].name == "rows" && next + 1 < typed.size();
      if (sides && !typed[next + 1].text) typed[next + 1].text = "";
    }
  }
  for (std::size_t i = 0; i < owner.required; ++i) {
    if (!typed[i].text) refuse_count(owner, count);
  }
  return typed;
}

void assign(const Owner& owner, const std::vector<Typed>& typed, const Variable& variable,
            Description& description) {
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const auto& [text, by_name] = typed[i];
    if (!text) continue;
    Parameter& parameter = description[i];
    if (parameter.name == "rows" && !by_name) {
      const Sides sides = to_sides(owner.argument, *text, variable.dimension);
      *std::get<std::optional<Index>*>(parameter.member) = sides.rows;
      *std::get<std::optional<Index>*>(description[++i].member) = sides.cols;
    } else if (parameter.name == "side" && text->find('x') != std::string::npos) {
      const Sides sides = to_sides(owner.argument, *text, variable.dimension);
      if (sides.rows != sides.cols) {
        throw InvalidInput(owner.argument, fmt::format("the shape {} must be square", *text));
      }
      *std::get<std::optional<Index>*>(parameter.member) = sides.rows;
    } else {
      assign_text(parameter, *text);
    }
  }
}

void read_parameters(const Owner& owner, const std::string& text, Description& description) {
  try {
    assign(owner, match(owner, split_name(text).rest, description), {}, description);
    validate(description);
  } catch (const InvalidInput& error) {
    throw in_argument(owner.argument, text, error);
  }
}

std::string summary(const Parameter& parameter, bool with_default) {
  std::string text(parameter.sentence);
  if (const auto* word = std::get_if<Word>(&parameter.member)) {
    text += fmt::format(": {}", fmt::join(word->words(), ", "));
  } else if (parameter.range.rule != std::string_view(range::any.rule)) {
    text += fmt::format("; {}", parameter.range.rule);
  }
  const std::string absent = with_default ? default_text(parameter) : "";
  return absent.empty() ? text : text + fmt::format("; {} unless given", absent);
}

std::string dashed(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return text;
}

void set_value(Parameter& parameter, const std::string& text) {
  if (const auto* word = std::get_if<Word>(&parameter.member)) {
    const std::vector<std::string> names(word->words().begin(), word->words().end());
    if (!word->set(text)) throw unknown_name(std::string(parameter.name), text, names);
  } else if (parameter.range.is_time && text != "none") {
    *std::get<double*>(parameter.member) = to_seconds(std::string(parameter.name), text);
  } else {
    acgd::assign(parameter, text);
  }
}

std::vector<std::pair<std::string, std::string>> parameters_of(const Description& description) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const Parameter& parameter : description) {
    list.emplace_back(dashed(parameter.name), summary(parameter, true));
  }
  return list;
}

std::string current_name(const std::string& name, Hints& hints) {
  if (name != "nonconvex") return name;
  hints.emplace_back("nonconvex is called inverse-square-root now");
  return "inverse-square-root";
}

Parameter* find_flag(Description& description, std::string_view rule, const std::string& flag) {
  if (Parameter* parameter = find(description, flag)) return parameter;
  const bool is_old_name = rule == "backtracking" && flag == "beta";
  return is_old_name ? find(description, "growth") : nullptr;
}

void set_parameters(const std::string& argument, const std::string& text, std::string_view rule,
                    const Flags& flags, Description description, Hints& hints) {
  for (const auto& [name, value] : flags) {
    Parameter* parameter = find_flag(description, rule, name);
    if (parameter == nullptr) continue;
    set_value(*parameter, value);
    if (dashed(parameter->name) != dashed(name)) {
      hints.push_back(fmt::format("{} of {} is called {} now", name, rule, parameter->name));
    }
  }
  validate(description);
  Owner owner{.argument = argument, .name = std::string(rule), .syntax = std::string(rule)};
  for (const Parameter& parameter : description) {
    owner.syntax += fmt::format(":{}=", dashed(parameter.name));
  }
  const std::vector<Typed> typed = match(owner, split_name(text).rest, description);
  try {
    for (std::size_t i = 0; i < typed.size(); ++i) {
      if (typed[i].text) set_value(description[i], *typed[i].text);
    }
    validate(description);
  } catch (const InvalidInput& error) {
    throw in_argument(argument, text, error);
  }
}

std::string meaning(std::string_view rule, const Description& description) {
  std::string text(rule);
  for (const Parameter& parameter : description) {
    text += fmt::format(":{}={}", dashed(parameter.name), value_text(parameter));
  }
  return text;
}

void refuse_same(const std::string& argument, const std::vector<std::string>& texts,
                 const std::vector<std::string>& meanings) {
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    const auto first = std::find(meanings.begin(), meanings.end(), meanings[i]) - meanings.begin();
    if (static_cast<std::size_t>(first) == i) continue;
    throw InvalidInput(argument, texts[i],
                       fmt::format("is the same rule as {}: one of them is enough", texts[first]));
  }
}

}  // namespace acgd::spec
