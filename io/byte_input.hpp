#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

struct gzFile_s;  // zlib's, so that its header stays out of ours

namespace acgd::io {

/// The bytes of a file, one after the other. A file that begins as gzip files do is decompressed on
/// the way, whatever its name.
class ByteInput {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit ByteInput(std::filesystem::path file);

  /// Fills all of `to`, or as much as the file still has. Throws FileError if the system fails, and
  /// InvalidInput if compressed data is damaged or cut off.
  std::size_t read(std::span<char> to);

  const std::filesystem::path& file() const { return file_; }

  /// The file has no more bytes than this (decompressed). Whoever is told by a header how much is
  /// to come compares first, and allocates then: the header of a short file may lie.
  std::uint64_t most_bytes() const;

 private:
  struct Close {
    void operator()(gzFile_s* handle) const;
  };

  std::filesystem::path file_;
  std::unique_ptr<gzFile_s, Close> handle_;
};

}  // namespace acgd::io
