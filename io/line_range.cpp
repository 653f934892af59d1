#include "io/line_range.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"

namespace acgd::io {
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

}  // namespace acgd::io
