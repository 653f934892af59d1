#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"

namespace acgd {

/// Lines of a sparse matrix (rows or columns) that own their arrays.
struct SparseLines {
  std::vector<int> starts = {0};
  std::vector<int> indices;
  std::vector<double> values;  ///< empty if all values are 1

  SparseMap::Lines view() const { return {starts, indices, values}; }
};

/// Allocates lines with these numbers of entries; fill[l] is the position of the first entry of
/// line l.
SparseLines make_lines(const std::vector<int>& counts, std::vector<int>& fill);

/// Converts rows to columns or back; the indices of each resulting line ascend.
SparseLines transpose(const SparseMap::Lines& lines, Index other_lines);

/// Adds up neighbouring entries of equal index; returns whether there were any.
bool merge_equal(SparseLines& lines);

/// The rows [first, last) of a matrix whose indices ascend in each column.
SparseLines rows_between(const SparseMatrix& columns, Index first, Index last);

/// Whether indices ascend strictly in each column of a. Throws InvalidInput if the arrays of a are
/// inconsistent or an index is out of range: a may be mapped onto foreign arrays.
bool are_sorted(const char* argument, const Eigen::SparseMatrix<double>& a);

/// The same matrix with ascending indices; duplicate entries are added up.
Eigen::SparseMatrix<double> sorted(const Eigen::SparseMatrix<double>& a);

/// Whether indices ascend strictly in each column. Throws InvalidInput unless a SparseMap can be made
/// of the matrix.
bool check_matrix(const SparseMatrix& matrix);

/// The rows [first, last) of a matrix whose indices ascend in each column, as a map. The entries are
/// not checked.
SparseMap map_of_rows(const SparseMatrix& columns, Index first, Index last);

}  // namespace acgd
