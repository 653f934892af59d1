#include "app/data/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "acgd/core/error.hpp"
#include "app/data/text_input.hpp"
#include "app/data/words.hpp"

namespace acgd::problem {

std::optional<Index> column_number(const std::string& text) {
  Index number = 0;
  const char* last = text.data() + text.size();
  const auto [end, trouble] = std::from_chars(text.data(), last, number);
  if (trouble != std::errc() || end != last || number == 0) return std::nullopt;
  return number > 0 ? number - 1 : number;
}

std::optional<Index> find_column(const std::string& text, const io::TableColumns& columns) {
  const auto named = std::find(columns.names.begin(), columns.names.end(), text);
  if (named != columns.names.end()) return named - columns.names.begin();
  std::optional<Index> place = column_number(text);
  if (!place) return std::nullopt;
  if (*place < 0) *place += columns.count;
  return *place >= 0 && *place < columns.count ? place : std::nullopt;
}

Index find_column(const std::string& argument, const std::string& text,
                  const io::TableColumns& columns, const std::filesystem::path& file) {
  if (const auto place = find_column(text, columns)) {
    if (std::count(columns.names.begin(), columns.names.end(), text) > 1) {
      throw InvalidInput(
          fmt::format("{} = {}: several columns of {} are called so; a number tells which",
                      argument, text, file.string()));
    }
    return *place;
  }
  if (column_number(text)) {
    throw InvalidInput(
        fmt::format("{} = {}: {} has {} columns", argument, text, file.string(), columns.count));
  }
  if (columns.names.empty()) {
    throw InvalidInput(
        fmt::format("{} = {}: {} has no header with names; a number tells the column, from 1 to {}",
                    argument, text, file.string(), columns.count));
  }
  throw InvalidInput(fmt::format("{} = {}: no column of {} is called so{}", argument, text,
                                 file.string(), suggestion(text, columns.names)));
}

std::string suggestion(const std::string& text, const std::vector<std::string>& names) {
  constexpr std::size_t shortest = 3;
  const auto meant = text.size() < shortest ? std::nullopt : nearest(text, names);
  return meant ? fmt::format("; did you mean {}?", io::shown_name(*meant)) : "";
}

std::string name_of_column(Index column, const io::TableColumns& columns) {
  if (columns.names.empty()) return fmt::format("{}", column + 1);
  const std::string& name = columns.names[column];
  const bool is_unique = std::count(columns.names.begin(), columns.names.end(), name) == 1;
  return is_unique ? name : fmt::format("{}", column + 1);
}

}  // namespace acgd::problem
