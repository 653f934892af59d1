#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "io/slice.hpp"

namespace acgd::io {

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

}  // namespace acgd::io
