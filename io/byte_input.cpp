#include "io/byte_input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"
#include "io/standard_input.hpp"

namespace acgd::io {
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

}  // namespace acgd::io
