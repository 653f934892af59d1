#include <algorithm>

#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"
#include "linalg/lanes.hpp"
#include "linalg/tasks.hpp"

namespace acgd::kernels {
namespace {

constexpr Index kEntriesPerTask = Index{1} << 15;

/// Four entries of x, one load each: the instruction that gathers takes several times as long on
/// many machines.
ACGD_INLINE void load_at(const double* x, const int* at, Four& four) {
  four = Four{x[at[0]], x[at[1]], x[at[2]], x[at[3]]};
}

template <class Scalar>
ACGD_INLINE void gather_lines(const SparseView<Scalar>& a, const double* x, double* y, Index first,
                              Index last) {
  const int* indices = a.indices + a.starts[first];
  const Scalar* values = a.values + a.starts[first];
  for (Index line = first; line < last; ++line) {
    Four even = {}, odd = {}, x_even, x_odd, value;
    Index left = a.starts[line + 1] - a.starts[line];
    for (; left >= 8; left -= 8, indices += 8, values += 8) {
      load_at(x, indices, x_even);
      load_at(x, indices + 4, x_odd);
      load(values, value);
      even += value * x_even;
      load(values + 4, value);
      odd += value * x_odd;
    }
    double rest = 0;
    for (; left > 0; --left) rest += static_cast<double>(*values++) * x[*indices++];
    y[line] = sum_of(even, odd) + rest;
  }
}

/// The same where every value is 1.
ACGD_INLINE void gather_ones(const int* starts, const int* indices, const double* x, double* y,
                             Index first, Index last) {
  indices += starts[first];
  for (Index line = first; line < last; ++line) {
    Four even = {}, odd = {}, x_even, x_odd;
    Index left = starts[line + 1] - starts[line];
    for (; left >= 8; left -= 8, indices += 8) {
      load_at(x, indices, x_even);
      load_at(x, indices + 4, x_odd);
      even += x_even;
      odd += x_odd;
    }
    double rest = 0;
    for (; left > 0; --left) rest += x[*indices++];
    y[line] = sum_of(even, odd) + rest;
  }
}

ACGD_CLONES void run_gather(const SparseView<double>& a, const double* x, double* y, Index first,
                            Index last) {
  if (a.values == nullptr) {
    gather_ones(a.starts, a.indices, x, y, first, last);
  } else {
    gather_lines(a, x, y, first, last);
  }
}
ACGD_CLONES void run_gather(const SparseView<float>& a, const double* x, double* y, Index first,
                            Index last) {
  if (a.values == nullptr) {
    gather_ones(a.starts, a.indices, x, y, first, last);
  } else {
    gather_lines(a, x, y, first, last);
  }
}

template <class Scalar>
void gather_all(const SparseView<Scalar>& a, const double* x, double* y) {
  const Index entries = a.starts[a.lines];
  const Index bytes =
      entries * static_cast<Index>(sizeof(int) + (a.values == nullptr ? 0 : sizeof(Scalar)));
  // Lines differ in length: a task begins at the first line that begins in its share of the
  // entries.
  const auto line_at = [&](Index entry) -> Index {
    return std::lower_bound(a.starts, a.starts + a.lines, entry) - a.starts;
  };
  if (bytes < kBytesWorthThreads) return run_gather(a, x, y, 0, a.lines);
  in_tasks(entries, kEntriesPerTask, bytes, [&](Index first, Index last) {
    run_gather(a, x, y, line_at(first), last == entries ? a.lines : line_at(last));
  });
}

template <class Scalar>
void scatter(const SparseView<Scalar>& a, Index line, double scale, double* y) {
  if (a.values == nullptr) {
    for (int k = a.starts[line]; k < a.starts[line + 1]; ++k) y[a.indices[k]] += scale;
    return;
  }
  for (int k = a.starts[line]; k < a.starts[line + 1]; ++k) {
    y[a.indices[k]] += scale * static_cast<double>(a.values[k]);
  }
}

}  // namespace

void gather(const SparseView<double>& a, const double* x, double* y) { gather_all(a, x, y); }
void gather(const SparseView<float>& a, const double* x, double* y) { gather_all(a, x, y); }

void gather(const SparseView<double>& a, const double* x, Index first, Index last, double* y) {
  run_gather(a, x, y - first, first, last);
}
void gather(const SparseView<float>& a, const double* x, Index first, Index last, double* y) {
  run_gather(a, x, y - first, first, last);
}

void scatter_line(const SparseView<double>& a, Index line, double scale, double* y) {
  scatter(a, line, scale, y);
}
void scatter_line(const SparseView<float>& a, Index line, double scale, double* y) {
  scatter(a, line, scale, y);
}

}  // namespace acgd::kernels
