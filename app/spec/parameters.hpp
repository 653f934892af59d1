#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "app/data/specification.hpp"

/// Parameters as users type them behind a name: in order, or by name, as in lp:3:2, lp:3:radius=2.
namespace acgd::spec {

/// A name, and what follows its colon.
struct NameAndRest {
  std::string name;
  std::optional<std::string> rest;
};
NameAndRest split_name(std::string_view text);

/// Whose parameters they are, for sentences.
struct Owner {
  std::string argument;      ///< "set"
  std::string name;          ///< "lp"
  std::string syntax;        ///< "lp:P:R"
  std::size_t required = 0;  ///< number of leading parameters that must be given
};

/// What was typed for a parameter.
struct Typed {
  std::optional<std::string> text = {};
  bool by_name = false;
};

/// What was typed for each of the parameters. A file, and the parts of a product, take all that is
/// left, colons included;
/// MxN stands in the place of rows. Throws InvalidInput for a name that no parameter has, and for
/// too few or too many.
std::vector<Typed> match(const Owner& owner, const std::optional<std::string>& rest,
                         const Description& description);

/// Gives the parameters the values that were typed. Throws InvalidInput for a text that is no
/// value; MxN must fit the variable, and so must NxN, which may be typed for a side.
void assign(const Owner& owner, const std::vector<Typed>& typed, const Variable& variable,
            Description& description);

/// Gives the parameters the values that stand behind the name in `text`, and validates them. Throws
/// InvalidInput with the argument and the text in front.
void read_parameters(const Owner& owner, const std::string& text, Description& description);

/// A parameter in a line: "the radius; must be positive and finite; 1 unless given".
std::string summary(const Parameter& parameter, bool with_default);

/// Rules and their parameters as users type them: adaptive-constant:gamma=0.5:beta=3, fixed:0.1.

/// "initial-lipschitz" of initial_lipschitz
std::string dashed(std::string_view name);

/// Gives a parameter the value that was typed. Throws InvalidInput, with the word that was probably
/// meant, if it does not fit.
void set_value(Parameter& parameter, const std::string& text);

/// Each of them with all that its description says, in a line.
std::vector<std::pair<std::string, std::string>> parameters_of(const Description& description);

/// What was typed as flags, by the name of the parameter: it is for all rules that have it.
using Flags = std::map<std::string, std::string>;

/// Sentences about old words that were typed.
using Hints = std::vector<std::string>;

/// A rule of the library, with its defaults.
template <class Choice>
struct RuleKind : Kind {
  Choice choice;
};

template <class Choice>
std::vector<RuleKind<Choice>> rule_kinds(const std::vector<Choice>& rules) {
  std::vector<RuleKind<Choice>> kinds;
  for (Choice rule : rules) {
    const std::string name(rule.name());
    kinds.push_back({{name, name, std::string(rule.sentence()), parameters_of(rule.describe())},
                     std::move(rule)});
  }
  return kinds;
}

/// The parameter that a flag means for a rule, or null if it has none of this name.
Parameter* find_flag(Description& description, std::string_view rule, const std::string& flag);

/// The new name of a rule that had another one once, with a hint; any other name as it is.
std::string current_name(const std::string& name, Hints& hints);

/// Gives the parameters of a rule the values of flags, then those that were typed behind its name.
/// Throws InvalidInput if they do not fit.
void set_parameters(const std::string& argument, const std::string& text, std::string_view rule,
                    const Flags& flags, Description description, Hints& hints);

/// The rule that a text names, with its parameters. Flags that it does not have are left out.
template <class Choice>
Choice make_rule(const std::string& argument, const std::string& text,
                 const std::vector<RuleKind<Choice>>& kinds, const Flags& flags, Hints* hints) {
  Hints ignored;
  Hints& told = hints != nullptr ? *hints : ignored;
  const std::string name = current_name(split_name(text).name, told);
  Choice choice = find_kind(argument, name, kinds).choice;
  set_parameters(argument, text, name, flags, choice.describe(), told);
  return choice;
}

/// A rule with all its parameters: the same text of two that are one.
std::string meaning(std::string_view rule, const Description& description);

/// Throws InvalidInput if two of the texts mean one rule, however they are written; `meanings` are
/// theirs, in order.
void refuse_same(const std::string& argument, const std::vector<std::string>& texts,
                 const std::vector<std::string>& meanings);

/// The same of the rules themselves.
template <class Choice>
void refuse_same(const std::string& argument, const std::vector<std::string>& texts,
                 std::vector<Choice> rules) {
  std::vector<std::string> meanings;
  for (Choice& rule : rules) meanings.push_back(meaning(rule.name(), rule.describe()));
  refuse_same(argument, texts, meanings);
}

}  // namespace acgd::spec
