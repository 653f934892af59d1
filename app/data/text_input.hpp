#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "app/data/byte_input.hpp"

namespace acgd::data {

/// `text` with A to Z as a to z, in any locale.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Takes the first word off `rest`, up to the next space or tab; empty at the end.
inline std::string_view take_word(std::string_view& rest) {
  constexpr std::string_view between = " \t";
  rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(between));
  rest.remove_prefix(word.size());
  return word;
}

/// An error at a place in a text: "name:line:column: message".
class TextError : public InvalidInput {
 public:
  TextError(const std::filesystem::path& file, Index line, Index column, std::string message);

  /// The same, `lines` further down.
  TextError moved_down(Index lines) const { return {file_, line_ + lines, column_, message_}; }

 private:
  std::filesystem::path file_;
  Index line_;
  Index column_;
  std::string message_;
};

/// A line of a text, with its place for messages.
class TextPlace {
 public:
  /// The line without its end.
  std::string_view line() const { return line_; }

  /// Throws TextError for the place where `at`, a part of line(), begins.
  [[noreturn]] void fail(std::string_view at, const std::string& message) const;
  /// The same for the beginning of the line.
  [[noreturn]] void fail(const std::string& message) const { fail(line_, message); }

 protected:
  explicit TextPlace(std::filesystem::path file) : file_(std::move(file)) {}
  ~TextPlace() = default;

  /// Makes `text` the next line, without a CR at its end and a byte order mark where a file begins.
  void set_line(std::string_view text, bool begins_file);
  /// Goes behind the last line, where line() is empty.
  void pass_end();

  std::filesystem::path file_;
  std::string_view line_;
  Index line_number_ = 0;
};

/// Whether a line has only white space.
bool is_blank(std::string_view line);

/// Text from a file as messages show it: in quotes, on one line, not too long.
std::string in_quotes(std::string_view text);
/// The same of a name, without quotes if nothing in it needs them.
std::string shown_name(std::string_view name);

/// A number of complete lines of a file.
struct TextBlock {
  std::vector<char> bytes = {};  ///< at least `size`
  std::size_t size = 0;
  std::filesystem::path file = {};  ///< its name in messages
  bool begins_file = false;
  Index lines_before = 0;  ///< blank lines of the file before its first block

  std::string_view text() const { return {bytes.data(), size}; }
};

/// The lines of a block, one by one.
class BlockLines : public TextPlace {
 public:
  explicit BlockLines(const TextBlock& block);

  /// Goes to the next line that is not blank; false if there is none.
  bool next_line();

  bool begins_file() const { return begins_file_; }
  /// The number of the line, counted from the block or from the beginning of its file.
  Index lines() const { return line_number_; }

 protected:
  /// For blocks that are set later.
  BlockLines() : TextPlace({}) {}
  void set_block(const TextBlock& block);
  /// next_line() without going behind the last line.
  bool take_line();

 private:
  std::string_view rest_;
  bool begins_file_ = false;
};

/// The text of a data set (see data_files()) or of a slice of it, block by block. Blocks depend on
/// the bytes only. Compressed files are decompressed.
class BlockInput {
 public:
  /// Throws FileError if there is no such file to be read, and InvalidInput if there is no such
  /// slice.
  explicit BlockInput(const std::filesystem::path& data, const Slice& slice = {});

  /// Replaces `block` by the next one; false if there is none. Throws as
  /// ByteInput::read() does, and TextError for a line that is longer than kMaxLine.
  bool next(TextBlock& block);

  /// The next block, without text if there is none.
  const TextBlock& peek();

  /// The first non-blank line of the data set, which is not in this slice.
  TextBlock read_first_line();

  const Slice& slice() const { return slice_; }
  /// The file that the last block is from.
  const std::filesystem::path& file() const { return file_; }
  /// The number of bytes read so far: in a slice as they are, otherwise decompressed.
  std::uint64_t bytes_read() const;
  /// See ByteInput::most_bytes(): of the file opened last.
  std::uint64_t most_bytes() const { return most_bytes_; }
  /// The range before the slice in its first file; empty for the whole data set.
  FileRange before_slice() const;

 private:
  bool open_next();
  std::size_t read(std::span<char> to);
  void close();
  bool read_block(TextBlock& block);
  bool fill(TextBlock& block);

  Slice slice_;
  std::filesystem::path first_file_;
  std::vector<FileRange> ranges_;  ///< sizes are not known for whole files
  std::size_t opened_ = 0;         ///< number of them
  std::variant<std::monostate, ByteInput, LineRange> source_;
  std::filesystem::path file_;
  bool begins_file_ = false;  ///< the next block
  std::string rest_;          ///< an incomplete line
  std::size_t block_size_;
  std::uint64_t bytes_read_ = 0;  ///< of sources that are closed
  std::uint64_t most_bytes_ = 0;
  std::uint64_t begin_ = 0;  ///< of the slice's first line in its first file
  TextBlock peeked_;
  bool has_peeked_ = false;
};

/// Text line by line. Compressed files are decompressed; lines may end in CR LF, the last one in
/// nothing; blank lines and a byte order mark are skipped.
class TextInput : public BlockLines {
 public:
  /// Throws FileError if there is no such file to be read.
  explicit TextInput(const std::filesystem::path& file) : input_(file) { file_ = input_.file(); }

  /// Goes to the next line that is not blank; false if there is none. Throws InvalidInput if it is
  /// longer than kMaxLine. line() is valid until the next call.
  bool next_line();

  std::uint64_t most_bytes() const { return input_.most_bytes(); }

 private:
  BlockInput input_;
  TextBlock block_;
};

/// The place behind the last line of a file.
class TextEnd {
 public:
  /// Behind `lines` lines, and those of a range that is read only for a message.
  TextEnd(std::filesystem::path file, Index lines, FileRange unread)
      : file_(std::move(file)), lines_(lines), unread_(std::move(unread)) {}

  /// Throws TextError for this place.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::filesystem::path file_;
  Index lines_;
  FileRange unread_;
};

/// Parses the blocks of the input in parallel. Each thread calls its own function, made by
/// `begin_thread`, with the lines and the number of a block. Returns the end of the last file.
///
/// Of several exceptions, that of the first line is thrown, independent of the threads. The lines of
/// a TextError are then those of the file.
TextEnd share_blocks(
    BlockInput& input,
    const std::function<std::function<void(BlockLines&, std::size_t)>()>& begin_thread);

template <class Part>
struct ParsedText {
  std::vector<Part> parts;  ///< in the order of the lines
  TextEnd end;
};

/// The same with a copy of `parser` per thread, which makes a Part of each block.
template <class Part, class Parser>
ParsedText<Part> parse_blocks(BlockInput& input, const Parser& parser) {
  std::vector<Part> parts;
  std::mutex mutex;
  TextEnd end = share_blocks(input, [&] {
    return [&, own = parser](BlockLines& lines, std::size_t number) mutable {
      Part part = own.parse(lines);
      const std::lock_guard lock(mutex);
      if (parts.size() <= number) parts.resize(number + 1);
      parts[number] = std::move(part);
    };
  });
  return {std::move(parts), std::move(end)};
}

}  // namespace acgd::data
