#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// The numbers of a matrix as text has them, row after row, while nobody knows how many will come.
class RowStack {
 public:
  void push_back(double value) { values_.push_back(value); }
  bool empty() const { return values_.empty(); }
  Index size() const { return static_cast<Index>(values_.size()); }

  /// All of them as rows of `cols`; it must divide their number.
  Matrix matrix(Index cols) const {
    Matrix result(size() / cols, cols);
    auto next = values_.begin();
    for (Index i = 0; i < result.rows(); ++i) {
      for (Index j = 0; j < cols; ++j) result(i, j) = *next++;
    }
    return result;
  }

 private:
  std::deque<double> values_;  ///< grows without moving what it has
};

/// The matrix whose rows are those of the parts, one after the other: each has rows of `cols`
/// numbers, and is given up.
Matrix join_rows(std::vector<std::vector<double>>& parts, Index cols);

struct CsvTable {
  std::vector<std::string> names;  ///< of the columns; none if there is no header
  Matrix values;
};

/// Reads a table of numbers. Tabs separate the cells if the first line has any, else semicolons,
/// else commas. The first line is a header if it has words and no number. Cells may be in quotes;
/// none may be missing. Several files may make one table: see data_files().
///
/// Throws FileError, or InvalidInput with line and column.
CsvTable read_csv(const std::filesystem::path& data);

/// A text as a cell: in quotes if it needs them.
std::string csv_cell(const std::string& text);

/// The bytes of such a file, with 17 significant digits: what is read again is the same. Names that
/// could not be read again as a header are left out.
std::string to_csv(const CsvTable& table);

/// Reads numbers between spaces and tabs, a row a line. What follows a # is passed over.
///
/// Throws FileError, or InvalidInput with line and column.
Matrix read_plain_text(const std::filesystem::path& file);

/// Reads the numbers of each line, between commas, semicolons, spaces or tabs: one line may have
/// more of them than another. What follows a # is passed over.
///
/// Throws FileError, or InvalidInput with line and column.
std::vector<Vector> read_lines(const std::filesystem::path& file);

}  // namespace acgd::io
