#include "acgd/objective/matrix_balancing.hpp"

#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/balancing_cursor.hpp"
#include "objective/sparse_columns.hpp"

namespace acgd {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using RowMajorMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// exp(+-s) are both normal numbers up to here.
constexpr double kSafeExponent = 700;

void check_shape(Index rows, Index cols) {
  if (rows != cols || rows < 1 || rows > std::numeric_limits<int>::max()) {
    throw InvalidInput(compose("a: is {} x {}, must be square and not empty", rows, cols));
  }
}

void check_entry(Index row, Index col, double value) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw InvalidInput(
        compose("a: entry ({}, {}) is {}, must be finite and >= 0", row, col, value));
  }
}

}  // namespace

double balancing_term(double a, double s) {
  if (a == 0) return 0;
  if (std::abs(s) <= kSafeExponent) return a * std::exp(s);
  // Half of the exponent at a time: a small a meets the first half before the second overflows.
  const double half = std::exp(0.5 * s);
  return a * half * half;
}

MatrixBalancing::MatrixBalancing(const Eigen::Ref<const Matrix>& a) {
  check_shape(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) check_entry(i, j, a(i, j));
  }
  collect(Sparse(a.sparseView(0, 0)));
}

MatrixBalancing::MatrixBalancing(const Sparse& given) {
  check_shape(given.rows(), given.cols());
  const Sparse a = are_sorted("a", given) ? given : sorted(given);
  for (Index j = 0; j < a.cols(); ++j) {
    for (Sparse::InnerIterator it(a, j); it; ++it) check_entry(it.row(), j, it.value());
  }
  collect(a);
}

template <class A>
void MatrixBalancing::collect(const A& a) {
  const RowMajorMatrix by_rows = a;
  std::vector<double> forward, backward;
  const auto add = [&](Index partner, double there, double back) {
    if (there == 0 && back == 0) return;
    pairs_.partners.push_back(static_cast<int>(partner));
    forward.push_back(there);
    backward.push_back(back);
  };
  pairs_.starts.push_back(0);
  for (Index i = 0; i < a.rows(); ++i) {
    RowMajorMatrix::InnerIterator row(by_rows, i);
    Sparse::InnerIterator col(a, i);
    while (row || col) {
      const Index in_row = row ? row.col() : a.cols();
      const Index in_col = col ? col.row() : a.rows();
      const Index partner = std::min(in_row, in_col);
      const double there = in_row == partner ? row.value() : 0;
      const double back = in_col == partner ? col.value() : 0;
      if (partner == i) diagonal_ += there;
      if (partner > i) add(partner, there, back);
      if (in_row == partner) ++row;
      if (in_col == partner) ++col;
    }
    pairs_.starts.push_back(static_cast<Index>(forward.size()));
  }
  const auto count = static_cast<Index>(forward.size());
  pairs_.forward = Eigen::Map<const Vector>(forward.data(), count);
  pairs_.backward = Eigen::Map<const Vector>(backward.data(), count);
}

void MatrixBalancing::scale(const Vector& x, Vector& forward, Vector& backward) const {
  for (Index i = 0; i < dimension(); ++i) {
    for (Index k = pairs_.starts[i]; k < pairs_.starts[i + 1]; ++k) {
      forward[k] = x[i] - x[pairs_.partners[k]];
    }
  }
  vector_exp(forward.data(), backward.data(), forward.size());
  for (Index k = 0; k < forward.size(); ++k) {
    const double s = forward[k], grown = backward[k];
    const bool safe = std::abs(s) <= kSafeExponent;
    forward[k] = safe ? pairs_.forward[k] * grown : balancing_term(pairs_.forward[k], s);
    backward[k] = safe ? pairs_.backward[k] / grown : balancing_term(pairs_.backward[k], -s);
  }
}

void MatrixBalancing::imbalance(const Vector& forward, const Vector& backward, Vector& g) const {
  g.setZero();
  for (Index i = 0; i < dimension(); ++i) {
    double sum = 0;
    for (Index k = pairs_.starts[i]; k < pairs_.starts[i + 1]; ++k) {
      const double excess = forward[k] - backward[k];
      sum += excess;
      g[pairs_.partners[k]] -= excess;
    }
    g[i] += sum;
  }
}

double MatrixBalancing::value(const Vector& x) const {
  Vector forward(pairs_.forward.size()), backward(pairs_.forward.size());
  scale(x, forward, backward);
  return diagonal_ + forward.sum() + backward.sum();
}

void MatrixBalancing::gradient(const Vector& x, Vector& g) const {
  Vector forward(pairs_.forward.size()), backward(pairs_.forward.size());
  scale(x, forward, backward);
  imbalance(forward, backward, g);
}

std::unique_ptr<Cursor> MatrixBalancing::start(const Atom& x0,
                                               std::shared_ptr<const Norm> norm) const {
  return std::make_unique<BalancingCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
