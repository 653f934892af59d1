#include "team/symmetric_part.hpp"

#include <limits>

#include "team/gradient_sums.hpp"
#include "team/pieces.hpp"

namespace acgd {

SymmetricPart::SymmetricPart(const Gradient& gradient, Index side, GradientOperator::Room& room,
                             Vector& scratch)
    : gradient_(gradient), product_(gradient, side, side, room), side_(side), scratch_(scratch) {
  scale_ =
      is_finite(gradient) ? stable_length_of(gradient) : std::numeric_limits<double>::infinity();
  scratch_.resize(side);
}

void SymmetricPart::multiply(const double* in, double* out) const {
  const Eigen::Map<const Vector> x(in, side_);
  Eigen::Map<Vector> y(out, side_);
  if (gradient_.is_dense()) {
    // Column by column, G x and G' x: each is read from memory but once.
    y.setZero();
    for (Index j = 0; j < side_; ++j) {
      const Eigen::Map<const Vector> column(gradient_.entries().data() + j * side_, side_);
      y += x[j] * column;
      scratch_[j] = column.dot(x);
    }
  } else {
    product_.multiply(x, y);
    product_.multiply_adjoint(x, scratch_);
  }
  y = (y + scratch_) / (2 * scale_);
}

void SymmetricPart::form(Matrix& a) const {
  a.resize(side_, side_);
  if (gradient_.is_dense()) {
    const Eigen::Map<const Matrix> g(gradient_.entries().data(), side_, side_);
    a = (g + g.transpose()) / (2 * scale_);
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  a.setZero();
  for (Index j = 0; j < side_; ++j) {
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      a(pattern.row_indices[k], j) += gradient_.entries()[k] / (2 * scale_);
    }
  }
  if (const Shards* shards = gradient_.shards()) {
    const int* columns = pattern.shard_columns.data();
    const Matrix mine =
        a.middleCols(columns[shards->own_shards().first],
                     columns[shards->own_shards().last] - columns[shards->own_shards().first]);
    gather_columns(*shards, columns, side_, mine.data(), a.data());
  }
  for (Index j = 0; j < side_; ++j) {
    for (Index i = 0; i <= j; ++i) a(i, j) = a(j, i) = a(i, j) + a(j, i);
  }
}

}  // namespace acgd
