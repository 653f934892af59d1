#pragma once

#include <vector>

#include "acgd/core/gradient.hpp"
#include "acgd/linalg/singular_pair.hpp"
#include "acgd/parallel/shards.hpp"

namespace acgd {

/// Of the stored entries of all ranks, which ask at the same time; sums run over the tree of Shards.

bool is_finite(const Gradient& gradient);
/// sum |g_i|
double absolute_sum(const Gradient& gradient);
/// sqrt(sum g_i^2)
double length_of(const Gradient& gradient);
/// The same where squares would not fit into a double. The gradient is finite.
double stable_length_of(const Gradient& gradient);

/// The gradient of a matrix variable as an operator: its entries are read where they are.
///
/// Where a sparse one is cut into shards of columns, G x is the sum over the shards of all ranks, in
/// the tree of Shards, and G' x has each of its entries from the rank that has the column. All ranks
/// multiply at the same time.
class GradientOperator : public MatrixOperator {
 public:
  /// Memory for products, which who multiplies again and again keeps.
  class Room {
    friend class GradientOperator;
    /// A part of the tree that one thread adds up.
    std::vector<Shards::Range> units;
    Vector sums;               ///< of each unit, and what is below it; zero between products
    Vector own;                ///< the sums of subtrees that are here
    Vector piece;              ///< of G' x, from the columns that are here
    std::vector<int> columns;  ///< where shards begin in a gradient that has none
  };

  /// Throws InvalidInput unless the gradient is that of a rows x cols matrix. Keeps references.
  GradientOperator(const Gradient& gradient, Index rows, Index cols, Room& room);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;

 private:
  void cut_columns();
  Index entries_of(Shards::Range shards) const;
  void list_units(Shards::Range shards, Index most) const;
  void add_shards(Shards::Range shards, const double* x, double* sum, double* scratch) const;
  void add_and_clear(Shards::Range shards, double* from, double* to) const;
  Index add_units(Shards::Range shards, Index most, Index stride, Index& next) const;

  const Gradient& gradient_;
  Index rows_;
  Index cols_;
  Room& room_;
  const int* shard_columns_ = nullptr;  ///< where each begins, and the end
  Index shard_count_ = 1;               ///< of all ranks
};

}  // namespace acgd
