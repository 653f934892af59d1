#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "linalg/sparse_kernels.hpp"

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

/// Whether indices ascend in each column of a, and none occurs twice. Throws InvalidInput if the
/// arrays that a is made of do not fit together, or an index lies outside: matrices that were
/// mapped onto arrays of somebody else may be anything.
bool are_sorted(const char* argument, const Eigen::SparseMatrix<double>& a);

/// The same matrix with its indices in ascending order; entries of one place are added up.
Eigen::SparseMatrix<double> sorted(const Eigen::SparseMatrix<double>& a);

/// Some rows of a sparse matrix kept by columns, and what is done with few columns of it.
struct SparseBlock {
  const SparseMap::Lines& columns;
  Index first = 0;  ///< row
  Index rows = 0;
  Index entries = 0;
  const kernels::CutLines* cut = nullptr;  ///< null: they are all of the rows
  Index piece = 0;                         ///< of the cut
  const SparseMap* map = nullptr;          ///< null: nothing has to be fetched

  /// The entries of a column.
  kernels::CutLines::Bounds bounds(Index j) const {
    if (cut != nullptr) return cut->bounds(j, piece);
    return {columns.starts[j], columns.starts[j + 1]};
  }
  /// The same, and they are going to be read.
  kernels::CutLines::Bounds fetch(Index j) const {
    if (map != nullptr) map->fetch(j, j + 1);
    return bounds(j);
  }
};

/// y = A x; columns where x is 0 are not read
void multiply(const SparseBlock& a, ConstVectorRef x, VectorRef y);

/// What LinearMap asks of A.
void image(const SparseBlock& a, const Atom& atom, VectorRef z);
std::optional<Index> image_length(const SparseBlock& a, const Atom& atom);
bool append_image(const SparseBlock& a, const Atom& atom, EntryList& image);
double bytes_of(Index entries, bool has_values);

/// A sparse matrix that knows how its rows are cut.
class CutMatrix {
 public:
  /// Piece s is the rows starts[s] to starts[s + 1] - 1.
  CutMatrix(const SparseMatrix& matrix, std::vector<Index> starts);

  const SparseMap& whole() const { return whole_; }
  const kernels::CutLines& columns() const { return columns_; }
  SparseBlock piece(Index s) const;

 private:
  SparseMap whole_;
  kernels::CutLines columns_;
};

/// One of its pieces: a map that stores nothing. What reads all columns is slow: the pieces are to be
/// read together, as StackedMap does.
class SparseRows final : public LinearMap {
 public:
  SparseRows(std::shared_ptr<const CutMatrix> matrix, Index piece)
      : matrix_(std::move(matrix)), piece_(piece) {}

  const std::shared_ptr<const CutMatrix>& matrix() const { return matrix_; }
  /// The same in arrays of its own.
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
