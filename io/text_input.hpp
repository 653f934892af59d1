#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "io/byte_input.hpp"
#include "io/text_place.hpp"

namespace acgd::io {

/// A text file, line by line, each in the same memory. Compressed files are decompressed; lines may
/// end in CR LF, the last one in nothing; blank lines are passed over, and so is a byte order mark.
class TextInput : public TextPlace {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit TextInput(const std::filesystem::path& file);

  /// Goes to the next line that is not blank; false if there is none. Throws InvalidInput if it is
  /// longer than kMaxLine. line() is valid until the next call.
  bool next_line();

  /// See ByteInput::most_bytes().
  std::uint64_t most_bytes() const { return bytes_.most_bytes(); }

 private:
  bool take_line();
  bool refill();

  ByteInput bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< of what is in the buffer, but was in no line yet
  std::size_t end_ = 0;
};

}  // namespace acgd::io
