#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/data/numbers.hpp"
#include "app/data/text.hpp"
#include "app/data/text_input.hpp"

namespace acgd::io {

/// The first of `separators` that occurs in `line`, other than inside quotes; the last of them if
/// none does.
std::string_view find_separator(std::string_view line,
                                std::span<const std::string_view> separators);

/// Splits the input's line at `separator`; " " stands for any number of spaces and tabs. Spaces
/// around a cell and quotes around what is left do not belong to it. Throws InvalidInput for a
/// quote that does not end, or not with the cell.
void split_cells(const TextPlace& input, std::string_view separator,
                 std::vector<std::string_view>& cells);

/// Whether a cell says that nobody knows its value: empty, NA, NaN, ? or null, in letters of any
/// size.
bool is_missing(std::string_view cell);

/// A cell as text: doubled quotes, as they stand inside quotes, become single.
std::string cell_text(std::string_view cell);

/// The cells of a row, one by one, in one pass over it: as split_cells() finds them, of rows without
/// quotes, and not of those between spaces.
class PlainRow {
 public:
  PlainRow(std::string_view line, std::string_view separator)
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator) {
    skip_spaces();
  }

  /// Whether split_cells() would say something else of a cell that begins so, or of the whole row.
  bool is_plain() const { return separator_ != " " && (at_ == end_ || *at_ != '"'); }

  /// Takes the cell if it is a finite number.
  bool take_number(double& value) {
    const char* behind = scan_short_decimal(at_, end_, value);
    if (behind == nullptr) behind = scan_number({at_, end_}, value);
    return behind != at_ && std::isfinite(value) && pass_to(behind);
  }

  /// Takes the cell if it is a number that counts, up to `most`.
  bool take_id(Index most, int& id) {
    std::uint64_t digits = 0;
    const char* behind = scan_digits(at_, end_, digits);
    const auto count = behind - at_;
    if (count == 0 || count > 18 || static_cast<Index>(digits) > most) return false;
    id = static_cast<int>(digits);
    return pass_to(behind);
  }

  /// Takes it whatever it is.
  std::string_view take_cell() {
    const std::string_view rest(at_, end_);
    std::string_view cell = rest.substr(0, rest.find(separator_));
    at_ = cell.data() + cell.size();
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    return cell;
  }

  /// Goes to the next cell; false if there is none.
  bool next() {
    if (at_ == end_) return false;
    at_ += separator_.size();
    skip_spaces();
    return true;
  }

 private:
  void skip_spaces() {
    while (at_ != end_ && *at_ == ' ') ++at_;
  }

  /// Whether the cell ends there, but for spaces: then it is taken.
  bool pass_to(const char* behind) {
    while (behind != end_ && *behind == ' ') ++behind;
    if (behind != end_ &&
        (*behind != separator_[0] ||
         (separator_.size() > 1 && !std::string_view(behind, end_).starts_with(separator_)))) {
      return false;
    }
    at_ = behind;
    return true;
  }

  const char* at_;
  const char* end_;
  std::string_view separator_;
};

/// How the first line of a table of samples differs from that of a table of numbers: cells may be
/// missing in it, and one may be a word though it is a row.
struct SampleCells {
  std::optional<Index> word = {};  ///< its column, from 0; below 0 from the end, -1 the last
};

/// What tells a header from a row: only the first so many cells, or all those of a sample.
using HeaderRule = std::variant<std::size_t, SampleCells>;

/// What the first line of a table says of all of them.
struct TableHead {
  std::string_view separator = {};      ///< of the cells
  std::vector<std::string> names = {};  ///< of the header; none if the line is a row
  std::size_t columns = 0;

  bool has_header() const { return !names.empty(); }
};

/// What is said of a table without a line.
inline constexpr const char* kEmptyTable = "the file is empty: must have at least one row";

/// Finds the separator, trying `separators` in their order (the last one is for lines without any),
/// and whether the line, which it splits, is a header: if it has words, and no number. Throws
/// InvalidInput if it has both.
TableHead read_table_head(const TextPlace& place, std::span<const std::string_view> separators,
                          const HeaderRule& rule, std::vector<std::string_view>& cells);

/// Splits a row. Throws InvalidInput if it has not as many cells as the first line.
void split_row(const TextPlace& place, const TableHead& head, std::vector<std::string_view>& cells);

/// A table in a text file, row by row, each with as many cells as the first. The first line decides
/// what separates the cells, and whether it is a header: if it has words, and no number. With both
/// it is a row with something wrong in it.
class TableInput {
 public:
  /// Separators are tried in their order, the last one is for lines without any. Only the first
  /// `deciding` cells tell a header from a row. Throws FileError, or InvalidInput for an empty file
  /// and for a first line that is neither.
  TableInput(const std::filesystem::path& file, std::span<const std::string_view> separators,
             std::size_t deciding = static_cast<std::size_t>(-1));

  /// Goes to the next row; false if there is none. Throws InvalidInput if it has another number of
  /// cells.
  bool next_row();

  /// Of the header; none if there is no header.
  const std::vector<std::string>& names() const { return head_.names; }
  std::size_t columns() const { return head_.columns; }

  /// The row. Valid until the next call of next_row().
  const std::vector<std::string_view>& cells() const { return cells_; }

  /// Where messages are placed.
  const TextInput& text() const { return text_; }

 private:
  TextInput text_;
  TableHead head_;
  std::vector<std::string_view> cells_;
  bool have_row_ = false;  ///< the first line, which was no header
};

/// A table in text files, or a slice of it, whose rows the threads parse. As of a TableInput, the
/// first line decides; where there are several files, each has the same header.
class TableBlocks {
 public:
  /// Throws as TableInput's does, and InvalidInput if there is no such slice.
  TableBlocks(const std::filesystem::path& data, const Slice& slice,
              std::span<const std::string_view> separators, const HeaderRule& rule);

  const TableHead& head() const { return head_; }
  std::uint64_t bytes_read() const { return input_.bytes_read(); }

  /// See parse_blocks(). The parser is to call skip_header() first.
  template <class Part, class Parser>
  ParsedText<Part> parse(const Parser& parser) {
    return parse_blocks<Part>(input_, parser);
  }

  /// Throws InvalidInput at the first line.
  [[noreturn]] void fail_at_head(const std::string& message) const;

 private:
  void take_head(const TextBlock& first, std::span<const std::string_view> separators,
                 const HeaderRule& rule);

  BlockInput input_;
  TableHead head_;
  std::filesystem::path file_;  ///< with the first line
  Index line_ = 0;              ///< its number
};

/// Passes over the header, if there is one where the lines begin. Throws InvalidInput if it is
/// another one than that of the first file.
void skip_header(BlockLines& lines, const TableHead& head);

}  // namespace acgd::io
