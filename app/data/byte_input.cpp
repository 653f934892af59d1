#include "app/data/byte_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/files.hpp"
#include "app/data/limits.hpp"

namespace acgd::io {

namespace {

bool is_plain(const std::filesystem::path& file) {
  if (is_standard_input(file)) return false;
  struct stat about = {};
  if (stat(file.c_str(), &about) != 0) throw FileError(file, "cannot be opened", errno);
  if (!S_ISREG(about.st_mode)) return false;
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(file, "cannot be opened", errno);
  // No more than it takes: there may be many files, and every rank looks at all of them.
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
      throw InvalidInput(fmt::format(
          "{}: cannot be read in parts: must be a file on a disk, not compressed", file.string()));
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

// A byte of deflated data stands for at most so many.
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
      throw InvalidInput(fmt::format("{}: compressed data is cut off", file_.string()));
    }
    if (trouble != Z_OK) {
      throw InvalidInput(fmt::format("{}: compressed data is damaged", file_.string()));
    }
    break;
  }
  return filled;
}

void ByteInput::count(std::uint64_t bytes) {
  seen_ += bytes;
  if (seen_ <= kMaxExpanded || gzdirect(handle_.get()) != 0 || seen_ <= most_bytes()) return;
  throw InvalidInput(
      fmt::format("{}: compressed data holds more than {} bytes and {} times the size of the file: "
                  "must be decompressed first",
                  file_.string(), kMaxExpanded, kMaxExpansion));
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

/// What the file has before `end`, if it is not too much.
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

/// Puts a temporary file with all that is to come in the place of standard input.
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

StandardInputGlance::StandardInputGlance() : begin_(lseek(STDIN_FILENO, 0, SEEK_CUR)) {
  if (begin_ >= 0) return;
  keep_in_a_file();
  begin_ = 0;
}

StandardInputGlance::~StandardInputGlance() { lseek(STDIN_FILENO, begin_, SEEK_SET); }

}  // namespace acgd::io
