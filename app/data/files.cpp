#include "app/data/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"

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

std::optional<std::string> fingerprint(const std::filesystem::path& data) {
  constexpr std::uintmax_t kPiece = 1 << 20, kMostPieces = 64;
  std::string sums, piece;
  std::uintmax_t total = 0;
  std::vector<std::filesystem::path> files;
  try {
    files = data_files(data);
    for (const std::filesystem::path& file : files) {
      if (!std::filesystem::is_regular_file(file)) return std::nullopt;
      std::ifstream input(file, std::ios::binary);
      const std::uintmax_t size = std::filesystem::file_size(file);
      const std::uintmax_t pieces = std::min(kMostPieces, (size + kPiece - 1) / kPiece);
      const bool is_whole = size <= kMostPieces * kPiece;
      sums += fmt::format("{} {}", file.filename().string(), size);
      for (std::uintmax_t k = 0; k < pieces; ++k) {
        const std::uintmax_t begin = is_whole ? k * kPiece : (size - kPiece) * k / (pieces - 1);
        piece.resize(std::min(kPiece, size - begin));
        input.seekg(static_cast<std::streamoff>(begin));
        if (!input.read(piece.data(), std::ssize(piece))) return std::nullopt;
        sums += fmt::format(" {:x}", acgd::checksum(piece));
      }
      total += size;
    }
  } catch (const std::runtime_error&) {  // who reads them will say so
    return std::nullopt;
  }
  return fmt::format("{}{} bytes, checksum {:016x}",
                     files.size() > 1 ? fmt::format("{} files, ", files.size()) : "", total,
                     acgd::checksum(sums));
}

namespace {

/// The same where ranks see the very same files of one machine; empty where that is not known.
std::string identity(const std::filesystem::path& data) {
  std::string text;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), text);
  if (text.empty()) return "";
  try {
    for (const std::filesystem::path& file : data_files(data)) {
      struct stat about = {};
      if (stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return "";
      text += fmt::format(" {} {} {} {}.{}", about.st_dev, about.st_ino, about.st_size,
                          about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
    }
  } catch (const std::runtime_error&) {  // who reads them will say so
    return "";
  }
  return text;
}

}  // namespace

void require_same_files(const Team& team, const std::string& flag,
                        const std::filesystem::path& data) {
  if (team.size() == 1) return;
  // Ranks of one machine have nothing to compare, and read no byte twice.
  const auto seen = gather_texts(team, identity(data));
  if (!seen[0].empty() && std::ranges::count(seen, seen[0]) == team.size()) return;
  constexpr std::size_t kMostShown = 8;
  std::map<std::string, std::vector<std::size_t>> ranks_with;
  const auto all = gather_texts(team, fingerprint(data).value_or(""));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!all[rank].empty()) ranks_with[all[rank]].push_back(rank);
  }
  if (ranks_with.size() < 2) return;
  std::vector<std::string> told;
  for (auto& [content, ranks] : ranks_with) {
    const bool is_long = ranks.size() > kMostShown;
    if (is_long) ranks.resize(kMostShown);
    told.push_back(fmt::format("{} on rank{} {}{}", content, ranks.size() > 1 ? "s" : "",
                               fmt::join(ranks, ", "), is_long ? ", ..." : ""));
  }
  throw InvalidInput(fmt::format("{} {}: has {}: must be the same file on all ranks", flag,
                                 data.string(), fmt::join(told, "; ")));
}

}  // namespace acgd::io
