#pragma once

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

#include "app/data/byte_input.hpp"
#include "app/data/text.hpp"

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

/// Some lines of a file, all of them whole.
struct TextBlock {
  std::vector<char> bytes = {};  ///< more than `size`, perhaps
  std::size_t size = 0;
  std::filesystem::path file = {};  ///< as messages call it
  bool begins_file = false;
  Index lines_before = 0;  ///< blank ones of the file that are in no block

  std::string_view text() const { return {bytes.data(), size}; }
};

/// The lines of a block, one by one.
class BlockLines : public TextPlace {
 public:
  explicit BlockLines(const TextBlock& block);

  /// Goes to the next line that is not blank; false if there is none.
  bool next_line();

  bool begins_file() const { return begins_file_; }
  /// Up to the line, those before the block left out unless they are in none.
  Index lines() const { return line_number_; }

 private:
  std::string_view rest_;
  bool begins_file_;
};

/// The text of a data set (see data_files()) or of a slice of it, block by block. Blocks depend on
/// the bytes alone. Compressed files are decompressed.
class BlockInput {
 public:
  /// Throws FileError if there is no such file to be read, and InvalidInput if there is no such
  /// slice.
  explicit BlockInput(const std::filesystem::path& data, const Slice& slice = {});

  /// Puts the next block in the place of the one before; false if there is none. Throws as
  /// ByteInput::read() does, and TextError for a line that is longer than kMaxLine.
  bool next(TextBlock& block);

  /// What next() will give, of no text if there is none.
  const TextBlock& peek();

  /// The first line of the data set that is not blank, if the slice does not have it, as a block.
  TextBlock read_first_line();

  const Slice& slice() const { return slice_; }
  /// The file that the last block is from.
  const std::filesystem::path& file() const { return file_; }
  /// How many were read so far: as they are in a slice, otherwise decompressed.
  std::uint64_t bytes_read() const;
  /// What stands before the slice in its first file; empty of the whole data set.
  FileRange before_slice() const;

 private:
  bool open_next();
  std::size_t read(std::span<char> to);
  void close();
  bool read_block(TextBlock& block);
  bool fill(TextBlock& block);

  Slice slice_;
  std::filesystem::path first_file_;
  std::vector<FileRange> ranges_;  ///< of whole files, their sizes are not known
  std::size_t opened_ = 0;         ///< how many of them
  std::variant<std::monostate, ByteInput, LineRange> source_;
  std::filesystem::path file_;
  bool begins_file_ = false;  ///< what comes next
  std::string rest_;          ///< of what was read: a line that has begun
  std::size_t block_size_;
  std::uint64_t bytes_read_ = 0;  ///< of sources that are closed
  std::uint64_t begin_ = 0;       ///< of the slice's first line in its first file
  TextBlock peeked_;
  bool has_peeked_ = false;
};

/// How many lines begin in a range of a plain file, which is read to count them.
Index lines_in(const FileRange& range);

/// The place behind the last line of a file.
class TextEnd {
 public:
  /// So many lines, and those of a range that is read only if there is something to tell.
  TextEnd(std::filesystem::path file, Index lines, FileRange unread)
      : file_(std::move(file)), lines_(lines), unread_(std::move(unread)) {}

  /// Throws TextError for this place.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::filesystem::path file_;
  Index lines_;
  FileRange unread_;
};

/// Has threads take blocks of the input and parse them, each with a function of its own that
/// `begin_thread` makes, which takes the lines and number of a block. Returns the end of the last
/// file.
///
/// What one of the functions throws is thrown on: the first in the order of the lines, whatever the
/// threads do. The lines of a TextError are then those of the file.
TextEnd share_blocks(
    BlockInput& input,
    const std::function<std::function<void(BlockLines&, std::size_t)>()>& begin_thread);

template <class Part>
struct ParsedText {
  std::vector<Part> parts;  ///< in the order of the lines
  TextEnd end;
};

/// The same with copies of `parser`, which has scratch for a thread and makes a Part of a block.
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

}  // namespace acgd::io
