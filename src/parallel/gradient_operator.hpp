#pragma once

#include <vector>

#include "acgd/core/gradient.hpp"
#include "acgd/linalg/singular_pair.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// Functions of the stored entries of all ranks. Collective calls; sums run over the tree of
/// Reduction.

bool is_finite(const Gradient& gradient);
/// sum |g_i|
double absolute_sum(const Gradient& gradient);
/// sqrt(sum g_i^2)
double length_of(const Gradient& gradient);
/// The same without overflow or underflow of squares. The gradient must be finite.
double stable_length_of(const Gradient& gradient);

/// visit_samples() for a vector with an entry per stored entry of the gradient.
void visit_gradient(Archive& archive, const Gradient& gradient, Vector& entries);

/// The gradient of a matrix variable as an operator, without copying its entries.
///
/// If a sparse gradient is partitioned into blocks of columns, G x is the sum over the blocks of
/// all ranks, in the tree of Reduction, and each entry of G' x comes from the rank that owns the
/// column. Products are collective calls.
class GradientOperator : public MatrixOperator {
 public:
  /// Memory for products, to be kept by callers that multiply repeatedly.
  class Room {
    friend class GradientOperator;
    /// Parts of the tree, each summed by one thread.
    std::vector<Reduction::Range> units;
    Vector sums;               ///< sum and scratch memory of each unit; zero between products
    Vector own;                ///< sums of the subtrees of this rank
    Vector piece;              ///< entries of G' x for the columns of this rank
    std::vector<int> columns;  ///< first column of each block if the gradient is not partitioned
  };

  /// Throws InvalidInput unless the gradient is that of a rows x cols matrix. Keeps references.
  GradientOperator(const Gradient& gradient, Index rows, Index cols, Room& room);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;

 private:
  void cut_columns();
  Index entries_of(Reduction::Range blocks) const;
  void list_units(Reduction::Range blocks, Index most) const;
  void add_blocks(Reduction::Range blocks, const double* x, double* sum, double* scratch) const;
  void add_and_clear(Reduction::Range blocks, double* from, double* to) const;
  Index add_units(Reduction::Range blocks, Index most, Index stride, Index& next) const;

  const Gradient& gradient_;
  Index rows_;
  Index cols_;
  Room& room_;
  const int* block_columns_ = nullptr;  ///< first column of each block, and the end
  Index block_count_ = 1;               ///< of all ranks
};

}  // namespace acgd
