#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/parallel/team.hpp"

struct gzFile_s;  // zlib's, so that its header stays out of this one

namespace acgd::data {

/// The files of a data set, which are read as one. The last component of `data` may have the
/// wildcards * and ?, unless a file has that very name; matching files are sorted by name. Any other
/// name is returned unchanged, whether the file exists or not.
///
/// Throws FileError if no file matches, and if one is missing: where the first wildcard matches
/// numbers that begin with 0 or 1, these must be consecutive.
std::vector<std::filesystem::path> data_files(const std::filesystem::path& data);

/// A fingerprint of the files of a data set, as "1040 bytes, checksum 6f1c...": of their names, sizes
/// and bytes; of a file beyond 64 MB, of 64 parts of 1 MB at equal distances, including the first and
/// the last bytes. Nothing unless all are regular files that can be read.
std::optional<std::string> fingerprint(const std::filesystem::path& data);

/// Throws InvalidInput on all ranks, naming files and ranks, if fingerprints differ. Ranks without a
/// fingerprint are ignored: reading the files fails there. None is taken if all ranks see the same
/// files of one machine.
void require_same_files(const Team& team, const std::string& flag,
                        const std::filesystem::path& data);

/// One of several parts of a data set, by bytes: of `size` bytes, the lines that begin in
/// [size part / parts, size (part + 1) / parts). The parts, one after the other, are the whole.
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

/// The bytes of a file in sequence. A gzip file is recognised by its first bytes and decompressed. The
/// name - is standard input.
class ByteInput {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit ByteInput(std::filesystem::path file);

  /// Fills all of `to`, or as much as the file still has. Throws FileError if the system fails, and
  /// InvalidInput if compressed data is damaged, cut off, or more than kMaxExpanded bytes and
  /// kMaxExpansion times the file; that limit does not apply to pipes, whose size is not known.
  std::size_t read(std::span<char> to);

  /// Its name in messages.
  const std::filesystem::path& file() const { return file_; }

  /// An upper bound on the size, decompressed. Readers compare sizes in headers to it before they
  /// allocate.
  std::uint64_t most_bytes() const;

  /// The number of bytes read so far, decompressed.
  std::uint64_t bytes_read() const { return seen_; }

 private:
  struct Close {
    void operator()(gzFile_s* handle) const;
  };

  /// Counts bytes that were read. Throws InvalidInput if compressed data exceeds its limit.
  void count(std::uint64_t bytes);

  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

  std::filesystem::path file_;
  std::uint64_t size_ = kUnknown;  ///< of the file as it is, unless it is a pipe
  std::unique_ptr<gzFile_s, Close> handle_;
  std::uint64_t seen_ = 0;  ///< bytes, decompressed
};

/// The lines of a plain file that begin in a range of its bytes. It reads one byte before the range,
/// and few bytes behind the last line.
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
  /// The position of the first line in the file, valid after the first read().
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
  bool in_line_ = false;  ///< that began before the range
  bool is_done_ = false;
  char last_ = '\n';  ///< byte handed out
};

/// Whether the name stands for standard input: -, /dev/stdin or a longer spelling of that.
bool is_standard_input(const std::filesystem::path& file);

/// Restores the position of standard input on destruction, so that its beginning can be read twice.
/// The contents of a pipe go into a temporary file that replaces it. Throws FileError if the system
/// fails.
class StandardInputPeek {
 public:
  StandardInputPeek();
  ~StandardInputPeek();
  StandardInputPeek(const StandardInputPeek&) = delete;
  StandardInputPeek& operator=(const StandardInputPeek&) = delete;

 private:
  long long begin_;
};

}  // namespace acgd::data
