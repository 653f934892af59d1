#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"
#include "problem/kind.hpp"

/// Reading what users type: numbers, lists with colons, names with a suggestion for typing errors.
namespace acgd::problem {

/// "lp:3:2" -> {"lp", "3", "2"}
std::vector<std::string> split(std::string_view text, char separator);

/// The number that the whole text is; throws InvalidInput naming the argument otherwise. Infinity
/// and NaN are no numbers here. Numbers are read as those in files are.
double to_number(const std::string& argument, std::string_view text);

/// An integer >= least.
Index to_count(const std::string& argument, std::string_view text, Index least);

/// Throws InvalidInput: the text is none of the names, and perhaps one of them was meant.
[[noreturn]] void refuse_name(const std::string& argument, std::string_view text,
                              const std::vector<std::string>& names);

/// The one of the kinds that has this name, or refuse_name().
template <class AnyKind>
const AnyKind& find_kind(const std::string& argument, std::string_view name,
                         const std::vector<AnyKind>& kinds) {
  std::vector<std::string> names;
  for (const AnyKind& kind : kinds) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  refuse_name(argument, name, names);
}

/// The kinds without what is made of them.
template <class AnyKind>
std::vector<Kind> plain_kinds(const std::vector<AnyKind>& kinds) {
  return {kinds.begin(), kinds.end()};
}

}  // namespace acgd::problem
