#include "io/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "acgd/core/file_error.hpp"

namespace acgd::io {
namespace {

constexpr std::string_view kWildcards = "*?";

/// Whether `name` is `pattern` with letters for * and ?. Where they part, the last * takes one
/// letter more.
bool fits(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  std::size_t star = std::string_view::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// A name as a number between two texts: part-, 00012 and .svm.
struct Numbered {
  std::string digits;
  std::string behind;
  std::uint64_t number = 0;
};

std::optional<Numbered> take_number(std::string_view name, std::size_t prefix) {
  const std::string_view rest = name.substr(prefix);
  const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
  Numbered result{std::string(rest.substr(0, end)), std::string(rest.substr(end))};
  const auto [stopped, trouble] = std::from_chars(rest.data(), rest.data() + end, result.number);
  if (trouble != std::errc()) return std::nullopt;
  return result;
}

/// The name of the first file that is missing in between, if the names are numbered.
std::optional<std::string> find_missing(std::string_view pattern,
                                        const std::vector<std::filesystem::path>& files) {
  std::string_view prefix = pattern.substr(0, pattern.find_first_of(kWildcards));
  while (!prefix.empty() && prefix.back() >= '0' && prefix.back() <= '9') prefix.remove_suffix(1);
  std::vector<Numbered> names;
  for (const std::filesystem::path& file : files) {
    const auto name = take_number(file.filename().string(), prefix.size());
    if (!name) return std::nullopt;
    names.push_back(*name);
  }
  std::sort(names.begin(), names.end(),
            [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
  if (names.front().number > 1) return std::nullopt;
  std::optional<std::size_t> hole;  // behind which of them
  for (std::size_t k = 0; k + 1 < names.size(); ++k) {
    const std::uint64_t step = names[k + 1].number - names[k].number;
    if (step == 0) return std::nullopt;
    if (step > 1 && !hole) hole = k;
  }
  if (!hole) return std::nullopt;
  const Numbered& before = names[*hole];
  const bool has_zeros = before.digits.size() == names[*hole + 1].digits.size();
  return fmt::format("{}{:0{}}{}", prefix, before.number + 1, has_zeros ? before.digits.size() : 1,
                     before.behind == names[*hole + 1].behind ? before.behind : "...");
}

}  // namespace

std::vector<std::filesystem::path> data_files(const std::filesystem::path& data) {
  const std::string pattern = data.filename().string();
  std::error_code unknown;
  if (pattern.find_first_of(kWildcards) == std::string::npos ||
      std::filesystem::exists(data, unknown)) {
    return {data};
  }
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = data.parent_path();
  std::filesystem::directory_iterator entries(folder.empty() ? "." : folder, unknown);
  for (const auto& entry : entries) {
    const std::string name = entry.path().filename().string();
    const bool is_hidden = name.starts_with('.') && !pattern.starts_with('.');
    if (!is_hidden && fits(pattern, name)) files.push_back(folder / name);
  }
  if (files.empty()) throw FileError(data, "no file has a name like this");
  std::sort(files.begin(), files.end());
  if (const auto missing = find_missing(pattern, files)) {
    throw FileError(data, fmt::format("{} is missing: must be there, as those before and behind "
                                      "it are",
                                      *missing));
  }
  return files;
}

}  // namespace acgd::io
