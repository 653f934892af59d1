#pragma once

#include "objective/sparse_block.hpp"

namespace acgd {

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
