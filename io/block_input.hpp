#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/byte_input.hpp"
#include "io/line_range.hpp"
#include "io/slice.hpp"
#include "io/text_place.hpp"

namespace acgd::io {

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

}  // namespace acgd::io
