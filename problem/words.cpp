#include "problem/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "acgd/core/error.hpp"
#include "io/numbers.hpp"

namespace acgd::problem {
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

double to_number(const std::string& argument, std::string_view text) {
  double number = 0;
  const bool whole = !text.empty() && io::scan_number(text, number) == text.data() + text.size();
  if (!whole || !std::isfinite(number)) {
    throw InvalidInput(fmt::format("{} = {}: must be a finite number", argument, text));
  }
  return number;
}

Index to_count(const std::string& argument, std::string_view text, Index least) {
  Index number = 0;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stopped != end || number < least) {
    throw InvalidInput(fmt::format("{} = {}: must be an integer >= {}", argument, text, least));
  }
  return number;
}

void refuse_name(const std::string& argument, std::string_view text,
                 const std::vector<std::string>& names) {
  const auto nearest = std::min_element(
      names.begin(), names.end(),
      [&](const auto& a, const auto& b) { return distance(text, a) < distance(text, b); });
  if (nearest != names.end() && distance(text, *nearest) <= 2) {
    throw InvalidInput(
        fmt::format("{} = {}: there is none of this name; {}?", argument, text, *nearest));
  }
  throw InvalidInput(
      fmt::format("{} = {}: must be one of {}", argument, text, fmt::join(names, ", ")));
}

}  // namespace acgd::problem
