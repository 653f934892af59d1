#include <algorithm>

#include "linalg/kernels.hpp"
#include "linalg/line_sums.hpp"
#include "linalg/tasks.hpp"

namespace acgd::kernels {
namespace {

constexpr Index kEntriesPerTask = Index{1} << 15;

// Lines that are longer on the whole are read as they come, which is the order of memory.
constexpr Index kShortLines = 10;

/// <line, x> of lines of L entries, from place p on; returns the place of the first longer one.
template <Index L, bool ones, class Scalar>
ACGD_ROUNDED_INLINE Index gather_short(const SparseView<Scalar>& a, const unsigned char* order,
                                       const int* starts, const double* x, double* y, Index p,
                                       Index count) {
  static_assert(L <= kSumLanes);
  for (; p < count; ++p) {
    const Index line = order[p];
    const int start = starts[line];
    if (starts[line + 1] - start != L) break;
    double sums[4] = {};
    for (Index k = 0; k < L; ++k) {
      const double entry = x[a.indices[start + k]];
      sums[k % 4] += ones ? entry : static_cast<double>(a.values[start + k]) * entry;
    }
    y[line] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return p;
}

/// The lines of one order: short ones length by length, then the others.
template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE void gather_in_order(const SparseView<Scalar>& a, const double* x, double* y,
                                         Index first, Index count) {
  const unsigned char* order = a.order + first;
  const int* starts = a.starts + first;
  y += first;
  for (Index k = 0; k < count; ++k) y[k] = 0;
  Index p = 0, end = count;
  while (p < end) {
    const Index middle = (p + end) / 2;
    const bool is_empty = starts[order[middle] + 1] == starts[order[middle]];
    (is_empty ? p : end) = is_empty ? middle + 1 : middle;
  }
  p = gather_short<1, ones>(a, order, starts, x, y, p, count);
  p = gather_short<2, ones>(a, order, starts, x, y, p, count);
  p = gather_short<3, ones>(a, order, starts, x, y, p, count);
  p = gather_short<4, ones>(a, order, starts, x, y, p, count);
  p = gather_short<5, ones>(a, order, starts, x, y, p, count);
  p = gather_short<6, ones>(a, order, starts, x, y, p, count);
  p = gather_short<7, ones>(a, order, starts, x, y, p, count);
  const Index entries = a.starts[a.lines];
  for (; p < count; ++p) {
    const Index line = order[p];
    y[line] = line_sum<ones>(a.indices, a.values, starts[line], starts[line + 1], entries, x);
  }
}

template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE void gather_range(const SparseView<Scalar>& a, const double* x, double* y,
                                      Index first, Index last) {
  const Index entries = a.starts[a.lines];
  while (first < last) {
    const Index tile = first / kLinesInOrder * kLinesInOrder;
    const Index rest = a.lines - tile, size = rest < kLinesInOrder ? rest : kLinesInOrder;
    const Index end = a.order == nullptr ? last : (tile + size < last ? tile + size : last);
    if (a.order != nullptr && first == tile && end == tile + size) {
      gather_in_order<ones>(a, x, y, tile, size);
    } else {
      for (Index line = first; line < end; ++line) {
        y[line] =
            line_sum<ones>(a.indices, a.values, a.starts[line], a.starts[line + 1], entries, x);
      }
    }
    first = end;
  }
}

ACGD_ROUNDED_CLONES void run_gather(const SparseView<double>& a, const double* x, double* y,
                                    Index first, Index last) {
  a.values == nullptr ? gather_range<true>(a, x, y, first, last)
                      : gather_range<false>(a, x, y, first, last);
}
ACGD_ROUNDED_CLONES void run_gather(const SparseView<float>& a, const double* x, double* y,
                                    Index first, Index last) {
  a.values == nullptr ? gather_range<true>(a, x, y, first, last)
                      : gather_range<false>(a, x, y, first, last);
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

std::vector<unsigned char> order_of(const int* starts, Index lines) {
  if (starts[lines] > kShortLines * lines) return {};
  std::vector<unsigned char> order(static_cast<std::size_t>(lines));
  for (Index first = 0; first < lines; first += kLinesInOrder) {
    const Index count = std::min(kLinesInOrder, lines - first);
    unsigned char* tile = order.data() + first;
    for (Index k = 0; k < count; ++k) tile[k] = static_cast<unsigned char>(k);
    std::stable_sort(tile, tile + count, [at = starts + first](unsigned char i, unsigned char j) {
      return at[i + 1] - at[i] < at[j + 1] - at[j];
    });
  }
  return order;
}

void scatter_line(const SparseView<double>& a, Index line, double scale, double* y) {
  scatter(a, line, scale, y);
}
void scatter_line(const SparseView<float>& a, Index line, double scale, double* y) {
  scatter(a, line, scale, y);
}

}  // namespace acgd::kernels
