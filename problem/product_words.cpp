#include "problem/product_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "acgd/core/error.hpp"
#include "problem/parameter_words.hpp"
#include "problem/set_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

const Kind* kind_named(std::string_view name) {
  const auto& kinds = set_kinds();
  const auto found =
      std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

/// N*SET or SET. A * that does not follow digits belongs to the name of a file.
PartWords to_part(const std::string& text) {
  const std::size_t star = text.find('*');
  const std::size_t colon = text.find(':');
  if (star == std::string::npos || star > colon) return {.count = "", .set = text};
  return {.count = text.substr(0, star), .set = text.substr(star + 1), .has_count = true};
}

/// Whether a part can begin so.
bool begins_part(const std::string& text) {
  const PartWords part = to_part(text.substr(0, text.find(',')));
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (part.has_count) return !part.count.empty() && std::ranges::all_of(part.count, is_digit);
  return kind_named(split_name(part.set).name) != nullptr;
}

/// "parts[1] = 5*l1:2", as messages begin.
std::string called(std::size_t i, const PartWords& part) {
  return fmt::format("parts[{}] = {}{}{}", i, part.count, part.has_count ? "*" : "", part.set);
}

/// How many variables each part has: what was typed, what its sides say, or what is left.
std::vector<Index> sizes_of(const std::vector<PartWords>& parts, Index dimension) {
  constexpr Index kOpen = 0;
  std::vector<Index> sizes;
  std::size_t open = parts.size();
  Index taken = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartWords& part = parts[i];
    const auto implied = size_of_set(part.set);
    if (part.has_count) {
      sizes.push_back(to_count(fmt::format("parts[{}]: number of variables", i), part.count, 1));
    } else {
      sizes.push_back(implied.value_or(kOpen));
    }
    // No sum of what is left can be beyond all integers.
    if (sizes.back() > dimension - taken) {
      throw InvalidInput(
          fmt::format("{}: its {} variables and those before are more than {}, which "
                      "there are in all",
                      called(i, part), sizes.back(), dimension));
    }
    taken += sizes.back();
    if (sizes.back() != kOpen) continue;
    if (open < parts.size()) {
      throw InvalidInput(
          fmt::format("{}: only one part may leave open how many variables it has, and parts[{}] "
                      "does; say N*{}",
                      called(i, part), open, part.set));
    }
    open = i;
  }
  if (open < parts.size()) {
    if (taken == dimension) {
      throw InvalidInput(fmt::format("{}: none of the {} variables is left for it",
                                     called(open, parts[open]), dimension));
    }
    sizes[open] = dimension - taken;
  } else if (taken != dimension) {
    throw InvalidInput(
        fmt::format("the parts have {} variables in all, must have {}", taken, dimension));
  }
  return sizes;
}

}  // namespace

std::vector<PartWords> split_parts(const std::string& text) {
  std::vector<PartWords> parts;
  std::string left = text;
  while (true) {
    std::size_t comma = left.find(',');
    const auto names_file = [&] {
      const std::string set = to_part(left.substr(0, comma)).set;
      return split_name(set).name != "product" && file_of_set(set).has_value();
    };
    while (comma != std::string::npos && names_file() && !begins_part(left.substr(comma + 1))) {
      comma = left.find(',', comma + 1);
    }
    parts.push_back(to_part(left.substr(0, comma)));
    if (comma == std::string::npos) return parts;
    left = left.substr(comma + 1);
  }
}

std::vector<std::shared_ptr<const Oracle>> make_parts(const std::string& text,
                                                      const Variable& variable) {
  const std::vector<PartWords> parts = split_parts(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].set.empty()) {
      throw InvalidInput(fmt::format("parts[{}]: there is none, must be N*SET or SET", i));
    }
    if (split_name(parts[i].set).name != "product") continue;
    throw InvalidInput(fmt::format(
        "{}: a product within a product must be typed as its parts, one after the other",
        called(i, parts[i])));
  }
  const std::vector<Index> sizes = sizes_of(parts, variable.dimension);
  std::vector<std::shared_ptr<const Oracle>> sets;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sets.push_back(make_set(fmt::format("parts[{}]", i), parts[i].set, {.dimension = sizes[i]}));
    if (sets.back()->dimension() == sizes[i]) continue;
    throw InvalidInput(fmt::format("{}: the set has {} variables, must have {}",
                                   called(i, parts[i]), sets.back()->dimension(), sizes[i]));
  }
  return sets;
}

}  // namespace acgd::problem
