#pragma once

#include <vector>

#include "acgd/objective/sparse_map.hpp"

namespace acgd {

/// Lines of a sparse matrix in arrays of their own.
struct SparseLines {
  std::vector<int> starts = {0};
  std::vector<int> indices;
  std::vector<double> values;  ///< none if every one of them is 1

  SparseMap::Lines view() const { return {starts, indices, values}; }
};

/// Room for lines of so many entries each; fill[l] is where the next entry of line l goes.
SparseLines make_lines(const std::vector<int>& counts, std::vector<int>& fill);

/// Columns from rows and back; in the result, indices ascend inside each line.
SparseLines transpose(const SparseMap::Lines& lines, Index other_lines);

/// Adds up neighbours of the same index; true if there were any.
bool merge_equal(SparseLines& lines);

/// The rows [first, last) of columns where indices ascend.
SparseLines rows_between(const SparseMatrix& columns, Index first, Index last);

}  // namespace acgd
