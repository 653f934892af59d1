#include "products.hpp"

#include <omp.h>

namespace bench {
namespace {

/// Minimum number of entries for using threads.
constexpr Index kWorthThreads = 100000;

/// Calls body(begin, size) for equal parts of 0 .. count - 1 on each thread.
template <class Body>
void on_all_threads(Index count, Index entries, Body body) {
  const int parts = entries < kWorthThreads ? 1 : omp_get_max_threads();
#pragma omp parallel for schedule(static) if (parts > 1)
  for (int part = 0; part < parts; ++part) {
    const Index begin = count * part / parts;
    body(begin, count * (part + 1) / parts - begin);
  }
}

}  // namespace

void multiply(const Matrix& a, const Vector& x, Vector& y) {
  y.resize(a.rows());
  on_all_threads(a.rows(), a.size(), [&](Index begin, Index size) {
    y.segment(begin, size).noalias() = a.middleRows(begin, size) * x;
  });
}

void multiply_adjoint(const Matrix& a, const Vector& x, Vector& y) {
  y.resize(a.cols());
  on_all_threads(a.cols(), a.size(), [&](Index begin, Index size) {
    y.segment(begin, size).noalias() = a.middleCols(begin, size).transpose() * x;
  });
}

void multiply(const SparseRows& a, const Vector& x, Vector& y) {
  y.resize(a.rows());
  on_all_threads(a.rows(), a.nonZeros(), [&](Index begin, Index size) {
    y.segment(begin, size).noalias() = a.middleRows(begin, size) * x;
  });
}

}  // namespace bench
