#include "io/slice.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "acgd/core/error.hpp"
#include "io/data_files.hpp"
#include "io/standard_input.hpp"

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

}  // namespace acgd::io
