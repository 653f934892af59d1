#pragma once

#include <Eigen/SparseCore>

#include "acgd/core/vector.hpp"

/// Products of the plain implementation: Eigen's, with equal parts of the result per thread.
namespace bench {

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// y = A x
void multiply(const Matrix& a, const Vector& x, Vector& y);
/// y = A' x
void multiply_adjoint(const Matrix& a, const Vector& x, Vector& y);

/// y = A x
void multiply(const SparseRows& a, const Vector& x, Vector& y);

/// A sparse matrix and its transpose, both by rows, so that both products are parallel.
struct SparseBothWays {
  explicit SparseBothWays(SparseRows matrix) : a(std::move(matrix)), adjoint(a.transpose()) {}
  SparseRows a;
  SparseRows adjoint;
};

}  // namespace bench
