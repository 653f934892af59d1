#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"

namespace acgd::spec {

/// One way to say something on the command line, as lists, help and completions show it.
struct Kind {
  std::string name;      ///< "l1"
  std::string syntax;    ///< "l1:R"
  std::string sentence;  ///< what it is
  /// What may follow the name: {"gamma", "optimism: ...; 0.25 unless given"}.
  std::vector<std::pair<std::string, std::string>> parameters = {};
};

/// Reading what users type: numbers, lists with colons, names with a suggestion for typing errors.

/// "lp:3:2" -> {"lp", "3", "2"}
std::vector<std::string> split(std::string_view text, char separator);

/// The number that the whole text is; throws InvalidInput naming the argument otherwise. Infinity
/// and NaN are no numbers here. Numbers are read as those in files are.
double to_number(const InvalidInput::Argument& argument, std::string_view text);

/// An integer >= least, however it is written: 10000, 1e4.
Index to_count(const InvalidInput::Argument& argument, std::string_view text, Index least);

/// Seconds: 90, 90s, 1.5min, 2h, 50ms.
double to_seconds(const InvalidInput::Argument& argument, std::string_view text);

/// The sides of a matrix, as in 20x30.
struct Sides {
  Index rows = 0;
  Index cols = 0;
};
/// Throws InvalidInput unless they make `entries` in all.
Sides to_sides(const std::string& argument, std::string_view text, Index entries);

/// The name that was probably meant: one that begins with the text, else one that differs from it
/// in a letter or two, else one that the text is part of, as tolerance of --gap-tolerance.
std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& names);

/// The error for a text that is none of the names, with a suggestion.
InvalidInput unknown_name(const InvalidInput::Argument& argument, std::string_view text,
                          const std::vector<std::string>& names);

/// The error inside the text that was typed for an argument, as in
/// "set = l1:-1: radius = -1: must be positive", or the error itself if it names the argument.
InvalidInput in_argument(const std::string& argument, const std::string& text,
                         const InvalidInput& error);

/// The one of the kinds that has this name, or unknown_name().
template <class AnyKind>
const AnyKind& find_kind(const std::string& argument, std::string_view name,
                         const std::vector<AnyKind>& kinds) {
  std::vector<std::string> names;
  for (const AnyKind& kind : kinds) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw unknown_name(argument, name, names);
}

/// The kinds without what is made of them.
template <class AnyKind>
std::vector<Kind> plain_kinds(const std::vector<AnyKind>& kinds) {
  return {kinds.begin(), kinds.end()};
}

}  // namespace acgd::spec
