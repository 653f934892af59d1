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
#include <vector>

#include "app/data/dataset.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"

/// Tables in text files: .csv, .tsv, and numbers between spaces.
namespace acgd::data {

/// The cells of a row one by one, in one pass: the same cells as split_row(), for rows without quotes
/// and separators other than spaces.
class PlainRow {
 public:
  PlainRow(std::string_view line, std::string_view separator)
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator) {
    skip_spaces();
  }

  /// Whether the row and the next cell are of that kind.
  bool is_plain() const { return separator_ != " " && (at_ == end_ || *at_ != '"'); }

  /// Takes the cell if it is a finite number.
  bool take_number(double& value) {
    const char* behind = scan_number({at_, end_}, value);
    return behind != at_ && std::isfinite(value) && pass_to(behind);
  }

  /// Takes the cell if it is an integer from 0 to `most`.
  bool take_id(Index most, int& id) {
    Index number = 0;
    const char* behind = scan_integer({at_, end_}, number);
    if (behind == at_ || number < 0 || number > most) return false;
    id = static_cast<int>(number);
    return pass_to(behind);
  }

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

  /// Takes the cell if it ends there, apart from spaces.
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

/// How a header is distinguished from a row: it has words and no number among its first `deciding` cells.
struct HeaderRule {
  std::size_t deciding = static_cast<std::size_t>(-1);
  /// A column that may hold words: from 0, below 0 from the end.
  std::optional<Index> target = {};
};

/// Layout of a table, from its first line.
struct TableHead {
  std::string_view separator = {};      ///< of the cells
  std::vector<std::string> names = {};  ///< of the header; empty if the line is a row
  std::size_t columns = 0;

  bool has_header() const { return !names.empty(); }
};

/// Splits a row. Spaces around a cell and quotes around the rest do not belong to it. Throws
/// InvalidInput for a quote that does not end, or not with the cell, and unless there are as many cells
/// as on the first line.
void split_row(const TextPlace& place, const TableHead& head, std::vector<std::string_view>& cells);

/// A table in a text file, row by row. The first line decides the separator and the number of
/// cells, and is a header or a row.
class TableInput {
 public:
  /// Separators are tried in their order; the last one is for lines without any. Throws FileError,
  /// or InvalidInput for an empty file and for a first line with words and numbers.
  TableInput(const std::filesystem::path& file, std::span<const std::string_view> separators,
             const HeaderRule& rule = {});

  /// Goes to the next row; false if there is none. Throws InvalidInput if it has another number of
  /// cells.
  bool next_row();

  /// Of the header; empty without one.
  const std::vector<std::string>& names() const { return head_.names; }
  std::size_t columns() const { return head_.columns; }

  /// The row. Valid until the next call of next_row().
  const std::vector<std::string_view>& cells() const { return cells_; }

  /// For messages with a place.
  const TextInput& text() const { return text_; }

 private:
  TextInput text_;
  TableHead head_;
  std::vector<std::string_view> cells_;
  bool have_row_ = false;  ///< the first line is one
};

/// A table in text files, or a slice of it, parsed by several threads. Each of several files has
/// the same header.
class TableBlocks {
 public:
  /// Throws as TableInput's does, and InvalidInput if there is no such slice.
  TableBlocks(const std::filesystem::path& data, const Slice& slice,
              std::span<const std::string_view> separators, const HeaderRule& rule);

  const TableHead& head() const { return head_; }
  std::uint64_t bytes_read() const { return input_.bytes_read(); }

  /// See parse_blocks(). The parser calls skip_header() first.
  template <class Part, class Parser>
  ParsedText<Part> parse(const Parser& parser) {
    return parse_blocks<Part>(input_, parser);
  }

  /// Throws InvalidInput at the first line.
  [[noreturn]] void fail_at_head(const std::string& message) const;

 private:
  BlockInput input_;
  TableHead head_;
  std::filesystem::path file_;  ///< with the first line
  Index line_ = 0;              ///< its number
};

/// Skips the header, if there is one where the lines begin. Throws InvalidInput if it differs from
/// that of the first file.
void skip_header(BlockLines& lines, const TableHead& head);

/// Reads a table of samples, a row each. Tabs separate the cells if the first line has any, else
/// semicolons, else commas. Cells may be in quotes and missing, and those of the target may be
/// words. Several files may make one table: see data_files(). The work is shared by the threads.
///
/// A slice may have no row. Its header is that of the first file; its targets are words only if one
/// of its own is. Throws FileError, or InvalidInput with line and column.
Dataset read_table(const std::filesystem::path& data, const ReadOptions& options);

struct CsvTable {
  std::vector<std::string> names;  ///< of the columns; empty without a header
  Matrix values;
};

/// Reads a table of finite numbers, none missing. Otherwise as read_table().
CsvTable read_csv(const std::filesystem::path& data);

/// A text as a cell: in quotes if it needs them.
std::string csv_cell(const std::string& text);

/// The bytes of such a file, with 17 significant digits, which are exact. Names that could not be
/// read again as a header are left out.
std::string to_csv(const CsvTable& table);

/// Reads numbers between spaces and tabs, a row a line; # begins a comment.
///
/// Throws FileError, or InvalidInput with line and column.
Matrix read_plain_text(const std::filesystem::path& file);

/// Reads the numbers of each line, between commas, semicolons, spaces or tabs; lines may differ in
/// length, and # begins a comment.
///
/// Throws FileError, or InvalidInput with line and column.
std::vector<Vector> read_lines(const std::filesystem::path& file);

}  // namespace acgd::data
