#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Whether a sum of squares is a number to work with: beyond these bounds squares overflow or lose
/// digits on the way.
inline bool is_ordinary_square(double square) { return square > 1e-280 && square < 1e280; }

}  // namespace acgd

namespace acgd::kernels {

/// The loops that read the data: all of a run's time, when the data is large.
///
/// Matrices are stored in double or float and accumulated in double. Large products use every
/// thread OpenMP offers. Each entry of a result is computed by one thread, in an order that depends
/// on the matrix and never on the number of threads: any number of them gives the same bits.

/// A dense matrix by columns, which follow each other without gaps unless a stride is given.
template <class Scalar>
struct DenseView {
  const Scalar* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = rows;  ///< from one column to the next

  const Scalar* column(Index j) const { return data + j * stride; }
};

/// Some columns of a matrix, weighted.
struct ColumnList {
  const Index* columns = nullptr;
  const double* weights = nullptr;
  Index count = 0;
};

/// A sparse matrix as a list of lines (the columns of a column-compressed one, the rows of a
/// row-compressed one): line l has the entries starts[l] ... starts[l + 1] - 1.
template <class Scalar>
struct SparseView {
  const int* starts = nullptr;  ///< lines + 1 of them
  const int* indices = nullptr;
  const Scalar* values = nullptr;  ///< null if every one of them is 1
  Index lines = 0;
  /// Of each kLinesInOrder lines, from a multiple of it on, which comes first, which next, ...: the
  /// shorter the earlier. Null: as they come. It changes no bit, but where lines are short, a loop
  /// over lines of one length is several times as fast as one over lines of any.
  const unsigned char* order = nullptr;
};

constexpr Index kLinesInOrder = 64;
/// Such an order, if it is worth it; else nothing.
std::vector<unsigned char> order_of(const int* starts, Index lines);

/// sum a_i, in an order that does not depend on where a lies in memory, as Eigen's does
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
/// y[j - first] = <column j, x> for the columns [first, last), by this thread
void multiply_adjoint(const DenseView<double>& a, const double* x, Index first, Index last,
                      double* y);
void multiply_adjoint(const DenseView<float>& a, const double* x, Index first, Index last,
                      double* y);

/// y_l = <line l, x>: A x from the rows of A, and A' x from its columns
void gather(const SparseView<double>& a, const double* x, double* y);
void gather(const SparseView<float>& a, const double* x, double* y);
/// y[l - first] = <line l, x> for the lines [first, last), by this thread
void gather(const SparseView<double>& a, const double* x, Index first, Index last, double* y);
void gather(const SparseView<float>& a, const double* x, Index first, Index last, double* y);
/// y += scale * line l
void scatter_line(const SparseView<double>& a, Index line, double scale, double* y);
void scatter_line(const SparseView<float>& a, Index line, double scale, double* y);

}  // namespace acgd::kernels

namespace acgd {

/// A unit vector in R^n shares 1 / sqrt(n) of its length with a direction it knows nothing of, give
/// or take; thirty-nine directions in forty get more than this part of that.
inline constexpr double kCautiousShare = 0.03;

/// x = a unit vector, always the same, in no special position to any matrix one meets. One that has
/// the size already is left as it is.
void make_pseudo_random(Index size, Vector& x);

/// y_i = e^x_i to a few ulp over the whole range, underflow, overflow, infinity and NaN included; y
/// may be x.
void vector_exp(const double* x, double* y, Index n);

}  // namespace acgd
