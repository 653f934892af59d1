#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/oracle/known_sets.hpp"

/// Parameters as users type them behind a name: in order, or by name, as in lp:3:2, lp:3:radius=2.
namespace acgd::problem {

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
  std::size_t required = 0;  ///< so many of the first parameters must be given
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
std::string told(const Parameter& parameter, bool with_default);

}  // namespace acgd::problem
