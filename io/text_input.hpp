#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"
#include "io/byte_input.hpp"

namespace acgd::io {

/// A text file, line by line, each in the same memory. Compressed files are decompressed; lines may
/// end in CR LF, the last one in nothing; blank lines are passed over, and so is a byte order mark.
class TextInput {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit TextInput(const std::filesystem::path& file);

  /// Goes to the next line that is not blank; false if there is none. Throws InvalidInput if it is
  /// longer than kMaxLine.
  bool next_line();

  /// The line without its end. Valid until the next call of next_line().
  std::string_view line() const { return line_; }

  /// See ByteInput::most_bytes().
  std::uint64_t most_bytes() const { return bytes_.most_bytes(); }

  /// Throws InvalidInput "name:line:column: message" for the place where `at`, which is a part of
  /// line(), begins. After the last line, that is the line behind it.
  [[noreturn]] void fail(std::string_view at, const std::string& message) const;
  /// The same for the beginning of the line.
  [[noreturn]] void fail(const std::string& message) const { fail(line_, message); }

 private:
  bool take_line();
  bool refill();

  ByteInput bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< of what is in the buffer, but was in no line yet
  std::size_t end_ = 0;
  std::string_view line_;
  Index line_number_ = 0;
};

/// Text from a file as messages show it: in quotes, on one line, not too long.
std::string in_quotes(std::string_view text);
/// The same of a name, without quotes if nothing in it needs them.
std::string shown_name(std::string_view name);

}  // namespace acgd::io
