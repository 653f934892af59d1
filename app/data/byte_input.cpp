#include "app/data/byte_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"
#include "app/data/limits.hpp"

namespace acgd::data {

namespace {

constexpr std::string_view kWildcards = "*?";

/// Whether `name` matches `pattern`. On a mismatch, the last * takes one letter more.
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

/// A file name split around its number: part-, 00012 and .svm.
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
  constexpr std::uintmax_t kPart = 1 << 20, kMostParts = 64;
  std::string sums, part;
  std::uintmax_t total = 0;
  std::vector<std::filesystem::path> files;
  try {
    files = data_files(data);
    for (const std::filesystem::path& file : files) {
      if (!std::filesystem::is_regular_file(file)) return std::nullopt;
      std::ifstream input(file, std::ios::binary);
      const std::uintmax_t size = std::filesystem::file_size(file);
      const std::uintmax_t parts = std::min(kMostParts, (size + kPart - 1) / kPart);
      const bool is_whole = size <= kMostParts * kPart;
      sums += fmt::format("{} {}", file.filename().string(), size);
      for (std::uintmax_t k = 0; k < parts; ++k) {
        const std::uintmax_t begin = is_whole ? k * kPart : (size - kPart) * k / (parts - 1);
        part.resize(std::min(kPart, size - begin));
        input.seekg(static_cast<std::streamoff>(begin));
        if (!input.read(part.data(), std::ssize(part))) return std::nullopt;
        sums += fmt::format(" {:x}", acgd::checksum(part));
      }
      total += size;
    }
  } catch (const std::runtime_error&) {  // reported by the reader
    return std::nullopt;
  }
  return fmt::format("{}{} bytes, checksum {:016x}",
                     files.size() > 1 ? fmt::format("{} files, ", files.size()) : "", total,
                     acgd::checksum(sums));
}

namespace {

/// Equal on ranks that see the same files of one machine; empty if that is not known.
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
  } catch (const std::runtime_error&) {  // reported by the reader
    return "";
  }
  return text;
}

}  // namespace

void require_same_files(const Team& team, const std::string& flag,
                        const std::filesystem::path& data) {
  if (team.size() == 1) return;
  // Ranks of one machine need not compare.
  const auto seen = gather_texts(team, identity(data));
  if (!seen[0].empty() && std::ranges::count(seen, seen[0]) == team.size()) return;
  constexpr std::size_t kMostShown = 8;
  std::map<std::string, std::vector<std::size_t>> ranks_with;
  const auto all = gather_texts(team, fingerprint(data).value_or(""));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!all[rank].empty()) ranks_with[all[rank]].push_back(rank);
  }
  if (ranks_with.size() < 2) return;
  std::vector<std::string> contents;
  for (auto& [content, ranks] : ranks_with) {
    const bool is_long = ranks.size() > kMostShown;
    if (is_long) ranks.resize(kMostShown);
    contents.push_back(fmt::format("{} on rank{} {}{}", content, ranks.size() > 1 ? "s" : "",
                                   fmt::join(ranks, ", "), is_long ? ", ..." : ""));
  }
  throw InvalidInput(fmt::format("{} {}: has {}: must be the same file on all ranks", flag,
                                 data.string(), fmt::join(contents, "; ")));
}

namespace {

bool is_plain(const std::filesystem::path& file) {
  if (is_standard_input(file)) return false;
  struct stat about = {};
  if (stat(file.c_str(), &about) != 0) throw FileError(file, "cannot be opened", errno);
  if (!S_ISREG(about.st_mode)) return false;
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(file, "cannot be opened", errno);
  // Two bytes only: there may be many files, and every rank opens all of them.
  std::array<char, 2> begin = {};
  const ssize_t got = read(descriptor, begin.data(), begin.size());
  const int error = errno;
  close(descriptor);
  if (got < 0) throw FileError(file, "cannot be read", error);
  return begin != std::array{'\x1f', '\x8b'};  // as gzip files begin
}

/// size part / parts, for sizes whose product with `part` is too large.
std::uint64_t cut(std::uint64_t size, Index part, Index parts) {
  const auto p = static_cast<std::uint64_t>(part);
  const auto n = static_cast<std::uint64_t>(parts);
  return size / n * p + size % n * p / n;
}

}  // namespace

bool is_sliceable(const std::filesystem::path& data) {
  const std::vector<std::filesystem::path> files = data_files(data);
  return std::all_of(files.begin(), files.end(), is_plain);
}

std::vector<FileRange> ranges_of(const std::filesystem::path& data, const Slice& slice) {
  if (slice.parts < 1 || slice.part < 0 || slice.part >= slice.parts) {
    throw InvalidInput(fmt::format("slice {} of {}: must be from 0 to below their number",
                                   slice.part, slice.parts));
  }
  std::vector<FileRange> ranges;
  std::uint64_t size = 0;
  for (const std::filesystem::path& file : data_files(data)) {
    if (!is_plain(file)) {
      throw InvalidInput(file.string(),
                         "cannot be read in parts: must be a file on a disk, not compressed");
    }
    const std::uint64_t first = size;
    size += std::filesystem::file_size(file);
    ranges.push_back({file, first, size});
  }
  const std::uint64_t first = cut(size, slice.part, slice.parts);
  const std::uint64_t last = cut(size, slice.part + 1, slice.parts);
  for (FileRange& range : ranges) {
    const std::uint64_t begin = range.first;
    range.first = std::clamp(first, begin, range.last) - begin;
    range.last = std::clamp(last, begin, range.last) - begin;
  }
  std::erase_if(ranges, [](const FileRange& range) { return range.first == range.last; });
  return ranges;
}

namespace {

// zlib copies plain files through its own buffer unless more than twice as much is asked for.
constexpr std::uint64_t kBuffer = 64 << 10;
constexpr std::uint64_t kSmallestBuffer = 4 << 10;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

// The highest rate of deflate.
constexpr std::uint64_t kMostDeflated = 1032;

/// Closing it leaves standard input open.
gzFile open_standard_input() {
  const int descriptor = dup(STDIN_FILENO);
  gzFile handle = descriptor < 0 ? nullptr : gzdopen(descriptor, "rb");
  if (handle == nullptr && descriptor >= 0) close(descriptor);
  return handle;
}

}  // namespace

ByteInput::ByteInput(std::filesystem::path file) : file_(std::move(file)) {
  errno = 0;
  const bool standard = is_standard_input(file_);
  if (standard) file_ = "standard input";  // in messages
  handle_.reset(standard ? open_standard_input() : gzopen(file_.c_str(), "rbe"));
  if (handle_ == nullptr) throw FileError(file_, "cannot be opened", errno);
  struct stat about = {};
  const int failed = standard ? fstat(STDIN_FILENO, &about) : stat(file_.c_str(), &about);
  if (failed == 0 && S_ISREG(about.st_mode)) size_ = static_cast<std::uint64_t>(about.st_size);
  gzbuffer(handle_.get(), static_cast<unsigned>(std::clamp(size_, kSmallestBuffer, kBuffer)));
}

std::size_t ByteInput::read(std::span<char> to) {
  std::size_t filled = 0;
  while (filled < to.size()) {
    const auto wanted = static_cast<unsigned>(std::min(to.size() - filled, kMostAtOnce));
    errno = 0;
    const int got = gzread(handle_.get(), to.data() + filled, wanted);
    const int system = errno;
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
      count(static_cast<std::uint64_t>(got));
    }
    if (got == static_cast<int>(wanted)) continue;

    int trouble = Z_OK;
    gzerror(handle_.get(), &trouble);
    if (trouble == Z_ERRNO) throw FileError(file_, "cannot be read", system);
    if (trouble == Z_MEM_ERROR) throw std::bad_alloc();
    if (trouble == Z_BUF_ERROR) {
      throw InvalidInput(file_.string(), "compressed data is cut off");
    }
    if (trouble != Z_OK) {
      throw InvalidInput(file_.string(), "compressed data is damaged");
    }
    break;
  }
  return filled;
}

void ByteInput::count(std::uint64_t bytes) {
  seen_ += bytes;
  if (seen_ <= kMaxExpanded || gzdirect(handle_.get()) != 0 || seen_ <= most_bytes()) return;
  throw InvalidInput(file_.string(),
                     fmt::format("compressed data holds more than {} bytes and {} times the size "
                                 "of the file: must be decompressed first",
                                 kMaxExpanded, kMaxExpansion));
}

std::uint64_t ByteInput::most_bytes() const {
  if (size_ == kUnknown || gzdirect(handle_.get()) != 0) return size_;
  return std::min(size_ * kMostDeflated, std::max(kMaxExpanded, size_ * kMaxExpansion));
}

void ByteInput::Close::operator()(gzFile_s* handle) const { gzclose(handle); }

namespace {

// What is read beyond the last line is less than this, and than half a percent of a long range.
constexpr std::uint64_t kSmallestChunk = 64;
constexpr std::uint64_t kLargestChunk = 64 << 10;
constexpr std::uint64_t kChunksInRange = 200;

}  // namespace

LineRange::LineRange(FileRange range)
    : range_(std::move(range)),
      descriptor_(open(range_.file.c_str(), O_RDONLY | O_CLOEXEC)),
      next_(range_.first > 0 ? range_.first - 1 : 0),
      begin_(range_.first),
      chunk_(static_cast<std::size_t>(std::clamp((range_.last - range_.first) / kChunksInRange,
                                                 kSmallestChunk, kLargestChunk))),
      in_line_(range_.first > 0) {
  if (descriptor_ < 0) throw FileError(range_.file, "cannot be opened", errno);
}

LineRange::~LineRange() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::size_t LineRange::read(std::span<char> to) {
  std::size_t filled = 0;
  while (filled < to.size() && !is_done_) {
    const std::span<char> rest = to.subspan(filled);
    const std::size_t got = next_ < range_.last ? take_from_range(rest) : take_last_line(rest);
    if (got > 0) last_ = rest[got - 1];
    filled += got;
  }
  return filled;
}

/// Reads bytes before `end`, at most as many as `to` has room for.
std::size_t LineRange::read_at_most(std::span<char> to, std::uint64_t end) {
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), end - next_));
  ssize_t got = -1;
  do {
    got = pread(descriptor_, to.data(), most, static_cast<off_t>(next_));
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw FileError(range_.file, "cannot be read", errno);
  if (got == 0) is_done_ = true;
  next_ += static_cast<std::uint64_t>(got);
  bytes_read_ += static_cast<std::uint64_t>(got);
  return static_cast<std::size_t>(got);
}

std::size_t LineRange::take_from_range(std::span<char> to) {
  const std::size_t got = read_at_most(to, range_.last);
  if (!in_line_) return got;
  const void* newline = std::memchr(to.data(), '\n', got);
  if (newline == nullptr) return 0;
  in_line_ = false;
  const char* begin = static_cast<const char*>(newline) + 1;
  const auto kept = static_cast<std::size_t>(to.data() + got - begin);
  begin_ = next_ - kept;
  std::memmove(to.data(), begin, kept);
  return kept;
}

std::size_t LineRange::take_last_line(std::span<char> to) {
  if (in_line_ || last_ == '\n') {
    is_done_ = true;
    return 0;
  }
  const std::size_t got = read_at_most(to.first(std::min(to.size(), chunk_)),
                                       std::numeric_limits<std::uint64_t>::max());
  const void* newline = std::memchr(to.data(), '\n', got);
  if (newline == nullptr) return got;
  is_done_ = true;
  return static_cast<std::size_t>(static_cast<const char*>(newline) + 1 - to.data());
}

namespace {

[[noreturn]] void fail(const char* trouble) { throw FileError("standard input", trouble, errno); }

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

void write_bytes(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be kept in a temporary file");
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

/// Replaces standard input by a temporary file with the rest of its contents.
void keep_in_a_file() {
  const std::unique_ptr<std::FILE, Close> kept(std::tmpfile());
  if (kept == nullptr) fail("cannot be kept in a temporary file");
  const int descriptor = fileno(kept.get());
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read");
    if (got == 0) break;
    write_bytes(descriptor, buffer.data(), static_cast<std::size_t>(got));
  }
  if (lseek(descriptor, 0, SEEK_SET) != 0 || dup2(descriptor, STDIN_FILENO) != STDIN_FILENO) {
    fail("cannot be kept in a temporary file");
  }
}

}  // namespace

bool is_standard_input(const std::filesystem::path& file) {
  constexpr std::array names = {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
  return std::find(names.begin(), names.end(), file.native()) != names.end();
}

StandardInputPeek::StandardInputPeek() : begin_(lseek(STDIN_FILENO, 0, SEEK_CUR)) {
  if (begin_ >= 0) return;
  keep_in_a_file();
  begin_ = 0;
}

StandardInputPeek::~StandardInputPeek() { lseek(STDIN_FILENO, begin_, SEEK_SET); }

}  // namespace acgd::data
