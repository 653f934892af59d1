#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>

struct gzFile_s;  // zlib's, so that its header stays out of ours

namespace acgd::io {

/// The bytes of a file, one after the other. A file that begins as gzip files do is decompressed on
/// the way, whatever its name. A file called - is standard input.
class ByteInput {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit ByteInput(std::filesystem::path file);

  /// Fills all of `to`, or as much as the file still has. Throws FileError if the system fails, and
  /// InvalidInput if compressed data is damaged, cut off, or more than kMaxExpanded bytes and
  /// kMaxExpansion times the file. Of a pipe, whose size nobody knows, it may be any number.
  std::size_t read(std::span<char> to);

  /// What messages call it.
  const std::filesystem::path& file() const { return file_; }

  /// The file has no more bytes than this (decompressed). Whoever is told by a header how much is
  /// to come compares first, and allocates then: the header of a short file may lie.
  std::uint64_t most_bytes() const;

  /// How many were read so far, decompressed.
  std::uint64_t bytes_read() const { return seen_; }

 private:
  struct Close {
    void operator()(gzFile_s* handle) const;
  };

  /// Throws InvalidInput if compressed data is too much, now that so many more bytes are read.
  void count(std::uint64_t bytes);

  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

  std::filesystem::path file_;
  std::uint64_t size_ = kUnknown;  ///< of the file as it is, unless it is a pipe
  std::unique_ptr<gzFile_s, Close> handle_;
  std::uint64_t seen_ = 0;  ///< bytes, decompressed
};

}  // namespace acgd::io
