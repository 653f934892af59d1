#include "problem/rule_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"

namespace acgd::problem {

std::string dashed(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return text;
}

void set_value(Parameter& parameter, const std::string& text) {
  if (const auto* word = std::get_if<Word>(&parameter.member)) {
    const std::vector<std::string> names(word->words().begin(), word->words().end());
    if (!word->set(text)) refuse_name(std::string(parameter.name), text, names);
  } else if (parameter.range.is_time && text != "none") {
    *std::get<double*>(parameter.member) = to_seconds(std::string(parameter.name), text);
  } else {
    acgd::assign(parameter, text);
  }
}

std::vector<std::pair<std::string, std::string>> parameters_of(const Description& description) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const Parameter& parameter : description) {
    list.emplace_back(dashed(parameter.name), told(parameter, true));
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
    refuse_typed(argument, text, error);
  }
}

std::string meaning(std::string_view rule, const Description& description) {
  std::string text(rule);
  for (const Parameter& parameter : description) {
    text += fmt::format(":{}={}", dashed(parameter.name), shown(parameter));
  }
  return text;
}

void refuse_same(const std::string& argument, const std::vector<std::string>& texts,
                 const std::vector<std::string>& meanings) {
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    const auto first = std::find(meanings.begin(), meanings.end(), meanings[i]) - meanings.begin();
    if (static_cast<std::size_t>(first) == i) continue;
    throw InvalidInput(fmt::format("{} = {}: is the same rule as {}: one of them is enough",
                                   argument, texts[i], texts[static_cast<std::size_t>(first)]));
  }
}

}  // namespace acgd::problem
