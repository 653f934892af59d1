#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "acgd/core/vector.hpp"

struct gzFile_s;  // zlib's, so that its header stays out of ours

namespace acgd::io {

/// One of several parts of a data set, by bytes: of `size` bytes, the lines that begin in
/// [size part / parts, size (part + 1) / parts). Those of all parts, one after the other, are all.
struct Slice {
  Index part = 0;   ///< from 0
  Index parts = 1;  ///< 1: the whole

  bool is_whole() const { return parts == 1; }
};

/// The bytes of a file from `first` to before `last`.
struct FileRange {
  std::filesystem::path file;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Whether the files of a data set (see data_files()) can be read in slices: plain ones on a disk,
/// neither compressed nor pipes. Throws FileError if one cannot be read.
bool is_sliceable(const std::filesystem::path& data);

/// The ranges that make a slice of a data set, none of them empty. Throws FileError, or
/// InvalidInput if there is no such slice or the data set has none.
std::vector<FileRange> ranges_of(const std::filesystem::path& data, const Slice& slice);

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

/// The lines of a plain file that begin in a range of its bytes, the last of them whole. No byte
/// before the range is read but one, and few behind that line.
class LineRange {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit LineRange(FileRange range);
  ~LineRange();
  LineRange(const LineRange&) = delete;
  LineRange& operator=(const LineRange&) = delete;

  /// Fills all of `to`, or as much as the lines still have. Throws FileError if the system fails.
  std::size_t read(std::span<char> to);

  const std::filesystem::path& file() const { return range_.file; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  /// Where in the file the first of the lines begins, once something of it was read.
  std::uint64_t begin() const { return begin_; }

 private:
  std::size_t read_at_most(std::span<char> to, std::uint64_t end);
  std::size_t take_from_range(std::span<char> to);
  std::size_t take_last_line(std::span<char> to);

  FileRange range_;
  int descriptor_ = -1;
  std::uint64_t next_ = 0;   ///< byte to be read
  std::uint64_t begin_ = 0;  ///< of the first line
  std::uint64_t bytes_read_ = 0;
  std::size_t chunk_;     ///< to look for the end of the last line in
  bool in_line_ = false;  ///< one that began before the range
  bool is_done_ = false;
  char last_ = '\n';  ///< byte handed out
};

/// Whether the name stands for standard input: -, /dev/stdin or a longer spelling of that.
bool is_standard_input(const std::filesystem::path& file);

/// While it lives, standard input may be looked at: it is then back where it was. For that, what a
/// pipe has goes into a temporary file that takes the pipe's place. Throws FileError if the system
/// fails.
class StandardInputGlance {
 public:
  StandardInputGlance();
  ~StandardInputGlance();
  StandardInputGlance(const StandardInputGlance&) = delete;
  StandardInputGlance& operator=(const StandardInputGlance&) = delete;

 private:
  long long begin_;
};

}  // namespace acgd::io
