#include "app/data/specification.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "acgd/core/error.hpp"
#include "app/data/numbers.hpp"

namespace acgd::spec {

namespace {

/// How many letters have to be changed, added or left out to make one of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

double to_number(const InvalidInput::Argument& argument, std::string_view text) {
  double number = 0;
  const bool whole = !text.empty() && data::scan_number(text, number) == text.data() + text.size();
  if (!whole || !std::isfinite(number)) {
    throw InvalidInput(argument, text, "must be a finite number");
  }
  return number;
}

Index to_count(const InvalidInput::Argument& argument, std::string_view text, Index least) {
  Index number = 0;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const char* end = digits.data() + digits.size();
  auto [stopped, error] = std::from_chars(digits.data(), end, number);
  double value = 0;  // beyond 2^53 a double does not tell one integer from the next
  if (stopped != end && !text.empty() &&
      data::scan_number(text, value) == text.data() + text.size() && std::trunc(value) == value &&
      std::abs(value) <= 0x1p53) {
    number = static_cast<Index>(value);
    stopped = end;
  }
  if (error != std::errc() || stopped != end || number < least) {
    throw InvalidInput(argument, text, fmt::format("must be an integer >= {}", least));
  }
  return number;
}

double to_seconds(const InvalidInput::Argument& argument, std::string_view text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  for (const Unit& unit : {Unit{"ms", 1e-3}, Unit{"s", 1}, Unit{"min", 60}, Unit{"h", 3600}}) {
    if (!text.ends_with(unit.name)) continue;
    double number = 0;
    const std::string_view digits = text.substr(0, text.size() - unit.name.size());
    const bool whole =
        !digits.empty() && data::scan_number(digits, number) == digits.data() + digits.size();
    if (whole && std::isfinite(number)) return number * unit.seconds;
  }
  try {
    return to_number(argument, text);
  } catch (const InvalidInput&) {
    throw InvalidInput(argument, text, "must be seconds, as 90 or 90s, or 50ms, 5min, 2h");
  }
}

Sides to_sides(const std::string& argument, std::string_view text, Index entries) {
  const std::vector<std::string> parts = split(text, 'x');
  if (parts.size() != 2) {
    throw InvalidInput(argument, fmt::format("the shape {} must be ROWSxCOLS", text));
  }
  Sides sides;
  try {
    sides = {to_count("rows", parts[0], 1), to_count("cols", parts[1], 1)};
  } catch (const InvalidInput& error) {
    throw InvalidInput(argument, std::nullopt, error);
  }
  // As a quotient, for the product may be beyond all integers.
  if (sides.rows > entries / sides.cols || sides.rows * sides.cols != entries) {
    throw InvalidInput(
        argument,
        fmt::format("the shape {}x{} must have as many entries as there are variables, {}",
                    sides.rows, sides.cols, entries));
  }
  return sides;
}

std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  // Dashes are no part of a word that one remembers.
  const std::string_view part = text.substr(std::min(text.find_first_not_of('-'), text.size()));
  const bool long_enough = part.size() >= 3;
  for (const std::string& name : names) {
    if (long_enough && name.starts_with(text)) return name;
  }
  const auto closest = std::min_element(
      names.begin(), names.end(),
      [&](const auto& a, const auto& b) { return distance(text, a) < distance(text, b); });
  if (distance(text, *closest) <= 2) return *closest;
  for (const std::string& name : names) {
    if (long_enough && name.find(part) != std::string::npos) return name;
  }
  return std::nullopt;
}

InvalidInput unknown_name(const InvalidInput::Argument& argument, std::string_view text,
                          const std::vector<std::string>& names) {
  if (const auto meant = nearest(text, names)) {
    return {argument, text, "unknown name", fmt::format("did you mean {}?", *meant)};
  }
  return {argument, text, fmt::format("must be one of {}", fmt::join(names, ", "))};
}

InvalidInput in_argument(const std::string& argument, const std::string& text,
                         const InvalidInput& error) {
  return error.argument() == argument ? error : InvalidInput(argument, text, error);
}

}  // namespace acgd::spec
