#include "linalg/gradient_operator.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"
#include "linalg/tasks.hpp"

namespace acgd {
namespace {

// A Krylov space takes dozens of products in a row. Where other programs want the machine, each
// would wait for its last thread; smaller ones are done before that.
constexpr Index kEntriesWorthThreads = 1 << 20;
constexpr Index kBlocks = 4;

Index bytes(const Vector& entries) { return 12 * entries.size(); }

/// Some columns of a sparse matrix.
struct Columns {
  const int* starts;
  const int* rows;
  const double* values;
  Index first;
  Index end;
};

/// y += A x
ACGD_CLONES void scatter(Columns a, const double* x, double* y) {
  for (Index j = a.first; j < a.end; ++j) {
    const double scale = x[j];
    for (int k = a.starts[j]; k < a.starts[j + 1]; ++k) y[a.rows[k]] += a.values[k] * scale;
  }
}

Columns columns(const Gradient& gradient, Index first, Index end) {
  const SparsityPattern& pattern = gradient.pattern();
  return {pattern.column_starts.data(), pattern.row_indices.data(), gradient.entries().data(),
          first, end};
}

}  // namespace

GradientOperator::GradientOperator(const Gradient& gradient, Index rows, Index cols)
    : gradient_(gradient), rows_(rows), cols_(cols) {
  if (gradient.size() != rows * cols)
    throw InvalidInput(
        compose("gradient: {} entries, but the matrix is {} x {}", gradient.size(), rows, cols));
  if (gradient.is_dense()) return;
  const SparsityPattern& pattern = gradient.pattern();
  if (pattern.rows != rows || pattern.cols != cols)
    throw InvalidInput(compose("gradient: its pattern is {} x {}, but the matrix is {} x {}",
                               pattern.rows, pattern.cols, rows, cols));
  if (gradient.entries().size() > kEntriesWorthThreads) blocks_ = kBlocks;
}

Index GradientOperator::first_column(Index block) const {
  const std::vector<int>& starts = gradient_.pattern().column_starts;
  const Index target = block * gradient_.entries().size() / blocks_;
  if (block == blocks_) return cols_;
  return std::lower_bound(starts.begin(), starts.begin() + cols_, target) - starts.begin();
}

void GradientOperator::multiply(ConstVectorRef x, VectorRef y) const {
  const Vector& entries = gradient_.entries();
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(entries.data(), rows_, cols_) * x;
    return;
  }
  if (blocks_ == 1) {
    y.setZero();
    scatter(columns(gradient_, 0, cols_), x.data(), y.data());
    return;
  }
  // Each block of columns adds into a vector of its own; how many there are does not depend on the
  // threads, so neither do the bits.
  partial_.setZero(rows_, blocks_);
  in_tasks(blocks_, 1, bytes(entries), [&](Index b, Index) {
    scatter(columns(gradient_, first_column(b), first_column(b + 1)), x.data(),
            partial_.col(b).data());
  });
  y = partial_.rowwise().sum();
}

void GradientOperator::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const Vector& entries = gradient_.entries();
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(entries.data(), rows_, cols_).transpose() * x;
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  kernels::gather(kernels::SparseView<double>{pattern.column_starts.data(),
                                              pattern.row_indices.data(), entries.data(), cols_},
                  x.data(), y.data());
}

}  // namespace acgd
