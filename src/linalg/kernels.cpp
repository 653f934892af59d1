#include "linalg/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "linalg/clones.hpp"
#include "linalg/lanes.hpp"
#include "linalg/threads.hpp"

namespace acgd::kernels {

namespace {

// Rows per block: this part of a vector stays in the first-level cache while all columns are read.
constexpr Index kRowsPerPiece = 2048;
// Minimum number of rows per task.
constexpr Index kFewestRowsPerTask = 512;
// Columns processed together, so that each load of the vector is used for all of them.
constexpr Index kColumnsAtOnce = 4;
constexpr Index kColumnsPerTask = 16;

template <class Scalar>
ACGD_INLINE void add_scaled(double scale, const Scalar* x, double* y, Index size) {
  for (Index i = 0; i < size; ++i) y[i] += scale * static_cast<double>(x[i]);
}

/// y += the columns weighted by x; count <= kColumnsAtOnce.
template <class Scalar>
ACGD_INLINE void add_few_columns(const Scalar* const* columns, const double* x, Index count,
                                 double* y, Index size) {
  if (count < kColumnsAtOnce) {
    for (Index c = 0; c < count; ++c) add_scaled(x[c], columns[c], y, size);
    return;
  }
  const Scalar *a = columns[0], *b = columns[1], *c = columns[2], *d = columns[3];
  const double xa = x[0], xb = x[1], xc = x[2], xd = x[3];
  for (Index i = 0; i < size; ++i) {
    y[i] += (xa * static_cast<double>(a[i]) + xb * static_cast<double>(b[i])) +
            (xc * static_cast<double>(c[i]) + xd * static_cast<double>(d[i]));
  }
}

/// y += A x for the rows [first, last)
template <class Scalar>
ACGD_INLINE void multiply_piece(const DenseView<Scalar>& a, const double* x, double* y, Index first,
                                Index last) {
  const Scalar* columns[kColumnsAtOnce];
  double weights[kColumnsAtOnce];
  Index count = 0;
  for (Index j = 0; j < a.cols; ++j) {
    if (x[j] == 0) continue;
    columns[count] = a.column(j) + first;
    weights[count] = x[j];
    if (++count < kColumnsAtOnce) continue;
    add_few_columns(columns, weights, count, y + first, last - first);
    count = 0;
  }
  add_few_columns(columns, weights, count, y + first, last - first);
}

/// y += the weighted columns of A for the rows [first, last)
template <class Scalar>
ACGD_INLINE void columns_piece(const DenseView<Scalar>& a, const ColumnList& list, double* y,
                               Index first, Index last) {
  const Scalar* columns[kColumnsAtOnce];
  for (Index k = 0; k < list.count; k += kColumnsAtOnce) {
    const Index count = std::min(kColumnsAtOnce, list.count - k);
    for (Index c = 0; c < count; ++c) columns[c] = a.column(list.columns[k + c]) + first;
    add_few_columns(columns, list.weights + k, count, y + first, last - first);
  }
}

/// sums[c] += <column c, x>
template <Index Columns, class Scalar>
ACGD_INLINE void dot_columns(const Scalar* column, Index stride, const double* x, Index size,
                             double* sums) {
  Four even[Columns] = {}, odd[Columns] = {}, x_even, x_odd, a;
  Index i = 0;
  for (; i + 8 <= size; i += 8) {
    load(x + i, x_even);
    load(x + i + 4, x_odd);
    for (Index c = 0; c < Columns; ++c) {
      load(column + c * stride + i, a);
      even[c] += a * x_even;
      load(column + c * stride + i + 4, a);
      odd[c] += a * x_odd;
    }
  }
  for (Index c = 0; c < Columns; ++c) {
    double rest = 0;
    for (Index k = i; k < size; ++k) rest += static_cast<double>(column[c * stride + k]) * x[k];
    sums[c] += sum_of(even[c], odd[c]) + rest;
  }
}

/// y = A' x for the columns [first, last)
template <class Scalar>
ACGD_INLINE void adjoint_columns(const DenseView<Scalar>& a, const double* x, double* y,
                                 Index first, Index last) {
  std::fill(y + first, y + last, 0.0);
  for (Index row = 0; row < a.rows; row += kRowsPerPiece) {
    const Index size = std::min(kRowsPerPiece, a.rows - row);
    Index j = first;
    for (; j + kColumnsAtOnce <= last; j += kColumnsAtOnce) {
      dot_columns<kColumnsAtOnce>(a.column(j) + row, a.stride, x + row, size, y + j);
    }
    for (; j < last; ++j) dot_columns<1>(a.column(j) + row, a.stride, x + row, size, y + j);
  }
}

template <class Scalar>
ACGD_INLINE double add_weighted(const Scalar* a, const double* weights, const double* b,
                                Index size) {
  Four even = {}, odd = {}, x, y, w;
  Index i = 0;
  for (; i + 8 <= size; i += 8) {
    load(a + i, x);
    load(b + i, y);
    load(weights + i, w);
    even += x * (w * y);
    load(a + i + 4, x);
    load(b + i + 4, y);
    load(weights + i + 4, w);
    odd += x * (w * y);
  }
  double rest = 0;
  for (; i < size; ++i) rest += static_cast<double>(a[i]) * (weights[i] * b[i]);
  return sum_of(even, odd) + rest;
}

template <class Scalar>
ACGD_INLINE double add_absolute(const Scalar* a, const double* b, Index size) {
  Four even = {}, odd = {}, x, y;
  Index i = 0;
  for (; i + 8 <= size; i += 8) {
    load(a + i, x);
    load(b + i, y);
    x *= y;
    even += x < 0 ? -x : x;
    load(a + i + 4, x);
    load(b + i + 4, y);
    x *= y;
    odd += x < 0 ? -x : x;
  }
  double rest = 0;
  for (; i < size; ++i) rest += std::abs(static_cast<double>(a[i]) * b[i]);
  return sum_of(even, odd) + rest;
}

// Compiled once per instruction set; templates cannot be.

ACGD_CLONES void run_multiply(const DenseView<double>& a, const double* x, double* y, Index first,
                              Index last) {
  multiply_piece(a, x, y, first, last);
}
ACGD_CLONES void run_multiply(const DenseView<float>& a, const double* x, double* y, Index first,
                              Index last) {
  multiply_piece(a, x, y, first, last);
}
ACGD_CLONES void run_columns(const DenseView<double>& a, const ColumnList& list, double* y,
                             Index first, Index last) {
  columns_piece(a, list, y, first, last);
}
ACGD_CLONES void run_columns(const DenseView<float>& a, const ColumnList& list, double* y,
                             Index first, Index last) {
  columns_piece(a, list, y, first, last);
}
ACGD_CLONES void run_adjoint(const DenseView<double>& a, const double* x, double* y, Index first,
                             Index last) {
  adjoint_columns(a, x, y, first, last);
}
ACGD_CLONES void run_adjoint(const DenseView<float>& a, const double* x, double* y, Index first,
                             Index last) {
  adjoint_columns(a, x, y, first, last);
}

/// Matrices with few rows use smaller tasks, so that all threads have work.
Index rows_per_task(Index rows) {
  return std::clamp(((rows + 3) / 4 + 63) / 64 * 64, kFewestRowsPerTask, kRowsPerPiece);
}

template <class Scalar>
Index bytes_of_columns(const DenseView<Scalar>& a, Index columns) {
  return a.rows * columns * static_cast<Index>(sizeof(Scalar));
}

template <class Scalar>
void multiply_all(const DenseView<Scalar>& a, const double* x, double* y) {
  std::fill(y, y + a.rows, 0.0);
  const Index columns = a.cols - std::count(x, x + a.cols, 0.0);
  in_tasks(a.rows, rows_per_task(a.rows), bytes_of_columns(a, columns),
           [&](Index first, Index last) { run_multiply(a, x, y, first, last); });
}

template <class Scalar>
void add_columns_all(const DenseView<Scalar>& a, const ColumnList& list, double* y) {
  in_tasks(a.rows, rows_per_task(a.rows), bytes_of_columns(a, list.count),
           [&](Index first, Index last) { run_columns(a, list, y, first, last); });
}

template <class Scalar>
void multiply_adjoint_all(const DenseView<Scalar>& a, const double* x, double* y) {
  in_tasks(a.cols, kColumnsPerTask, bytes_of_columns(a, a.cols),
           [&](Index first, Index last) { run_adjoint(a, x, y, first, last); });
}

}  // namespace

// The same order as Eigen's sum() of a vector aligned to 16 bytes.
ACGD_CLONES double sum(const double* a, Index size) {
  Four four = {}, next;
  Index i = 0;
  for (; i + 4 <= size; i += 4) {
    load(a + i, next);
    four += next;
  }
  double even = four[0] + four[2], odd = four[1] + four[3];
  if (i + 2 <= size) {
    even += a[i];
    odd += a[i + 1];
    i += 2;
  }
  return i < size ? (even + odd) + a[i] : even + odd;
}

ACGD_CLONES double dot(const double* a, const double* b, Index size) {
  double sum = 0;
  dot_columns<1>(a, size, b, size, &sum);
  return sum;
}

ACGD_CLONES double absolute_dot(const double* a, const double* b, Index size) {
  return add_absolute(a, b, size);
}
ACGD_CLONES double absolute_dot(const float* a, const double* b, Index size) {
  return add_absolute(a, b, size);
}

ACGD_CLONES double weighted_dot(const double* a, const double* weights, const double* b,
                                Index size) {
  return add_weighted(a, weights, b, size);
}
ACGD_CLONES double weighted_dot(const float* a, const double* weights, const double* b,
                                Index size) {
  return add_weighted(a, weights, b, size);
}

ACGD_CLONES void axpy(double scale, const double* x, double* y, Index size) {
  add_scaled(scale, x, y, size);
}
ACGD_CLONES void axpy(double scale, const float* x, double* y, Index size) {
  add_scaled(scale, x, y, size);
}

ACGD_CLONES void add_scaled(const double* x, double scale, const double* d, double* sum,
                            Index size) {
  for (Index i = 0; i < size; ++i) sum[i] = x[i] + scale * d[i];
}

void multiply(const DenseView<double>& a, const double* x, double* y) { multiply_all(a, x, y); }
void multiply(const DenseView<float>& a, const double* x, double* y) { multiply_all(a, x, y); }

void add_columns(const DenseView<double>& a, const ColumnList& list, double* y) {
  add_columns_all(a, list, y);
}
void add_columns(const DenseView<float>& a, const ColumnList& list, double* y) {
  add_columns_all(a, list, y);
}

void multiply_adjoint(const DenseView<double>& a, const double* x, double* y) {
  multiply_adjoint_all(a, x, y);
}
void multiply_adjoint(const DenseView<float>& a, const double* x, double* y) {
  multiply_adjoint_all(a, x, y);
}

void multiply_adjoint(const DenseView<double>& a, const double* x, Index first, Index last,
                      double* y) {
  run_adjoint(a, x, y - first, first, last);
}
void multiply_adjoint(const DenseView<float>& a, const double* x, Index first, Index last,
                      double* y) {
  run_adjoint(a, x, y - first, first, last);
}

}  // namespace acgd::kernels

namespace acgd {

void make_pseudo_random(Index size, Vector& x) {
  if (x.size() == size) return;
  std::mt19937_64 engine(20240229);
  x.resize(size);
  for (double& entry : x) entry = static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5;
  x.normalize();
}

namespace lane {
namespace {

/// y_i = f(x_i), in blocks through a buffer, so that possible aliasing of x and y does not prevent
/// vectorisation.
template <class Function>
ACGD_INLINE void apply(const double* x, double* y, Index n, Function f) {
  constexpr Index kBlock = 64;
  alignas(64) double buffer[kBlock];
  for (Index start = 0; start < n; start += kBlock) {
    const Index count = std::min(kBlock, n - start);
    for (Index j = 0; j < count; ++j) buffer[j] = f(x[start + j]);
    for (Index j = 0; j < count; ++j) y[start + j] = buffer[j];
  }
}

}  // namespace
}  // namespace lane

ACGD_CLONES void vector_exp(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::exp(v); });
}

}  // namespace acgd
