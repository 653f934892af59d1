#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Whether a sum of squares is in the range in which squares neither overflow nor lose digits to
/// underflow.
inline bool is_ordinary_square(double square) { return square > 1e-280 && square < 1e280; }

}  // namespace acgd

namespace acgd::kernels {

/// The loops that read the data; with large data they take nearly all of the time.
///
/// Matrices are stored in double or float and accumulated in double. Large products use all OpenMP
/// threads. Each entry of a result is computed by one thread, in an order that depends only on the
/// matrix: the bits do not depend on the number of threads.

/// A dense column-major matrix; columns are contiguous unless a stride is given.
template <class Scalar>
struct DenseView {
  const Scalar* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = rows;  ///< from one column to the next

  const Scalar* column(Index j) const { return data + j * stride; }
};

/// A weighted selection of columns.
struct ColumnList {
  const Index* columns = nullptr;
  const double* weights = nullptr;
  Index count = 0;
};

/// A sparse matrix as a list of lines (the columns of a column-compressed one, the rows of a
/// row-compressed one): line l has the entries starts[l] ... starts[l + 1] - 1.
template <class Scalar>
struct SparseView {
  const int* starts = nullptr;  ///< lines + 1 entries
  const int* indices = nullptr;
  const Scalar* values = nullptr;  ///< null if all values are 1
  Index lines = 0;
  /// For each tile of kLinesInOrder lines: the order of its lines by ascending length. Null: the
  /// original order. It does not change the bits; where lines are short, a loop over lines of equal
  /// length is several times faster.
  const unsigned char* order = nullptr;
};

constexpr Index kLinesInOrder = 64;
/// Computes SparseView::order; empty if lines are too long for it to pay off.
std::vector<unsigned char> order_of(const int* starts, Index lines);

/// sum a_i, in an order that, unlike Eigen's, does not depend on the alignment of a
double sum(const double* a, Index size);
/// <a, b>
double dot(const double* a, const double* b, Index size);
/// sum |a_i b_i|
double absolute_dot(const double* a, const double* b, Index size);
double absolute_dot(const float* a, const double* b, Index size);
/// sum of a_i weights_i b_i
double weighted_dot(const double* a, const double* weights, const double* b, Index size);
double weighted_dot(const float* a, const double* weights, const double* b, Index size);
/// y += scale * x
void axpy(double scale, const double* x, double* y, Index size);
void axpy(double scale, const float* x, double* y, Index size);
/// sum = x + scale * d
void add_scaled(const double* x, double scale, const double* d, double* sum, Index size);

/// y = A x; columns where x is 0 are not read
void multiply(const DenseView<double>& a, const double* x, double* y);
void multiply(const DenseView<float>& a, const double* x, double* y);
/// y += the sum of weights[k] * column columns[k]
void add_columns(const DenseView<double>& a, const ColumnList& list, double* y);
void add_columns(const DenseView<float>& a, const ColumnList& list, double* y);
/// y = A' x
void multiply_adjoint(const DenseView<double>& a, const double* x, double* y);
void multiply_adjoint(const DenseView<float>& a, const double* x, double* y);
/// y[j - first] = <column j, x> for the columns [first, last), on the calling thread
void multiply_adjoint(const DenseView<double>& a, const double* x, Index first, Index last,
                      double* y);
void multiply_adjoint(const DenseView<float>& a, const double* x, Index first, Index last,
                      double* y);

/// y_l = <line l, x>: A x from the rows of A, and A' x from its columns
void gather(const SparseView<double>& a, const double* x, double* y);
void gather(const SparseView<float>& a, const double* x, double* y);
/// y[l - first] = <line l, x> for the lines [first, last), on the calling thread
void gather(const SparseView<double>& a, const double* x, Index first, Index last, double* y);
void gather(const SparseView<float>& a, const double* x, Index first, Index last, double* y);
/// y += scale * line l
void scatter_line(const SparseView<double>& a, Index line, double scale, double* y);
void scatter_line(const SparseView<float>& a, Index line, double scale, double* y);

}  // namespace acgd::kernels

namespace acgd {

/// The absolute cosine between a random unit vector in R^n and a fixed direction is about 1 /
/// sqrt(n); with probability 39/40 it exceeds this fraction of that.
inline constexpr double kCautiousShare = 0.03;

/// x = a fixed pseudo-random unit vector of this size. Does nothing if x already has the size.
void make_pseudo_random(Index size, Vector& x);

/// y_i = e^x_i to a few ulp over the whole range, including underflow, overflow, infinity and NaN.
/// y may alias x.
void vector_exp(const double* x, double* y, Index n);

}  // namespace acgd
