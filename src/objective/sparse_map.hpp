#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "linalg/sparse_kernels.hpp"

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

/// A range of rows of a column-compressed matrix, for operations on few columns.
struct SparseBlock {
  const SparseMap::Lines& columns;
  Index first = 0;  ///< first row
  Index rows = 0;
  Index entries = 0;
  const kernels::CutLines* cut = nullptr;  ///< null: the block has all rows
  Index piece = 0;                         ///< index of the piece in `cut`
  const SparseMap* map = nullptr;          ///< null: nothing to fetch

  /// Range of the entries of column j.
  kernels::CutLines::Bounds bounds(Index j) const {
    if (cut != nullptr) return cut->bounds(j, piece);
    return {columns.starts[j], columns.starts[j + 1]};
  }
  /// The same, after fetching the entries for reading.
  kernels::CutLines::Bounds fetch(Index j) const {
    if (map != nullptr) map->fetch(j, j + 1);
    return bounds(j);
  }
};

/// y = A x; columns where x is 0 are not read
void multiply(const SparseBlock& a, ConstVectorRef x, VectorRef y);

/// Implementations of the functions of LinearMap.
void image(const SparseBlock& a, const Atom& atom, VectorRef z);
std::optional<Index> image_length(const SparseBlock& a, const Atom& atom);
bool append_image(const SparseBlock& a, const Atom& atom, EntryList& image);
double bytes_of(Index entries, bool has_values);

/// A sparse matrix partitioned by rows.
class CutMatrix {
 public:
  /// Piece s has the rows starts[s] to starts[s + 1] - 1.
  CutMatrix(const SparseMatrix& matrix, std::vector<Index> starts);

  const SparseMap& whole() const { return whole_; }
  const kernels::CutLines& columns() const { return columns_; }
  SparseBlock piece(Index s) const;

 private:
  SparseMap whole_;
  kernels::CutLines columns_;
};

/// One piece of a CutMatrix, without storage of its own. Operations on all columns are slow;
/// StackedMap processes all pieces together instead.
class SparseRows final : public LinearMap {
 public:
  SparseRows(std::shared_ptr<const CutMatrix> matrix, Index piece)
      : matrix_(std::move(matrix)), piece_(piece) {}

  const std::shared_ptr<const CutMatrix>& matrix() const { return matrix_; }
  /// A copy with its own arrays.
  std::shared_ptr<const SparseMap> copy() const;

  Index rows() const override { return block().rows; }
  Index cols() const override { return matrix_->whole().cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override { acgd::multiply(block(), x, y); }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override { acgd::image(block(), atom, z); }
  std::optional<Index> image_length(const Atom& atom) const override {
    return acgd::image_length(block(), atom);
  }
  bool append_image(const Atom& atom, EntryList& image) const override {
    return acgd::append_image(block(), atom, image);
  }
  double bytes() const override;

 private:
  SparseBlock block() const { return matrix_->piece(piece_); }

  std::shared_ptr<const CutMatrix> matrix_;
  Index piece_;
};

}  // namespace acgd
