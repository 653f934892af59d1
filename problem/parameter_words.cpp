#include "problem/parameter_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

[[noreturn]] void refuse_count(const Owner& owner, std::size_t count) {
  throw InvalidInput(fmt::format("{}: {} has {} parameters, must be {}", owner.argument, owner.name,
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
    throw InvalidInput(
        fmt::format("{}: {} has no parameters, but {} is given", owner.argument, owner.name, name));
  }
  refuse_name(fmt::format("{}: parameter of {}", owner.argument, owner.name), name, names);
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
        throw InvalidInput(fmt::format("{}: {} is given twice", owner.argument, word));
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
        throw InvalidInput(fmt::format("{}: the shape {} must be square", owner.argument, *text));
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
    refuse_typed(owner.argument, text, error);
  }
}

std::string told(const Parameter& parameter, bool with_default) {
  std::string text(parameter.sentence);
  if (const auto* word = std::get_if<Word>(&parameter.member)) {
    text += fmt::format(": {}", fmt::join(word->words(), ", "));
  } else if (parameter.range.rule != std::string_view(range::any.rule)) {
    text += fmt::format("; {}", parameter.range.rule);
  }
  const std::string absent = with_default ? acgd::told(parameter) : "";
  return absent.empty() ? text : text + fmt::format("; {} unless given", absent);
}

}  // namespace acgd::problem
