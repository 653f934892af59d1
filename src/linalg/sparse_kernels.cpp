#include <algorithm>

#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"
#include "linalg/lanes.hpp"
#include "linalg/tasks.hpp"

namespace acgd::kernels {
namespace {

constexpr Index kEntriesPerTask = Index{1} << 15;

// Lines that are longer on the whole are read as they come, which is the order of memory.
constexpr Index kShortLines = 10;

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
    if (left >= 4) {
      load_at(x, indices, x_even);
      load(values, value);
      even += value * x_even;
      left -= 4, indices += 4, values += 4;
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
    if (left >= 4) {
      load_at(x, indices, x_even);
      even += x_even;
      left -= 4, indices += 4;
    }
    double rest = 0;
    for (; left > 0; --left) rest += x[*indices++];
    y[line] = sum_of(even, odd) + rest;
  }
}

/// <line, x> of lines of L entries, added up as in gather_lines(), from place p on; returns the
/// place of the first longer one.
template <Index L, bool ones, class Scalar>
ACGD_INLINE Index gather_short(const SparseView<Scalar>& a, const unsigned char* order,
                               const int* starts, const double* x, double* y, Index p,
                               Index count) {
  for (; p < count; ++p) {
    const Index line = order[p];
    const int start = starts[line];
    if (starts[line + 1] - start != L) break;
    Four four = {}, x_four, value;
    double rest = 0;
    if (L >= 4) {
      load_at(x, a.indices + start, x_four);
      if (!ones) load(a.values + start, value);
      four += ones ? x_four : value * x_four;
    }
    for (Index k = L / 4 * 4; k < L; ++k) {
      const double entry = x[a.indices[start + k]];
      rest += ones ? entry : static_cast<double>(a.values[start + k]) * entry;
    }
    y[line] = L >= 4 ? sum_of(four, Four{}) + rest : 0 + rest;
  }
  return p;
}

/// The lines of one order: short ones length by length, then the others.
template <bool ones, class Scalar>
ACGD_INLINE void gather_in_order(const SparseView<Scalar>& a, const double* x, double* y,
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
  for (; p < count; ++p) {
    const Index line = order[p];
    if (ones) {
      gather_ones(starts, a.indices, x, y, line, line + 1);
    } else {
      gather_lines(SparseView<Scalar>{starts, a.indices, a.values, count}, x, y, line, line + 1);
    }
  }
}

template <class Scalar>
ACGD_INLINE void gather_range(const SparseView<Scalar>& a, const double* x, double* y, Index first,
                              Index last) {
  while (first < last) {
    const Index tile = first / kLinesInOrder * kLinesInOrder;
    const Index rest = a.lines - tile, size = rest < kLinesInOrder ? rest : kLinesInOrder;
    const bool in_order = a.order != nullptr && first == tile && last >= tile + size;
    const Index end = a.order == nullptr ? last : (tile + size < last ? tile + size : last);
    if (in_order && a.values == nullptr) {
      gather_in_order<true>(a, x, y, tile, size);
    } else if (in_order) {
      gather_in_order<false>(a, x, y, tile, size);
    } else if (a.values == nullptr) {
      gather_ones(a.starts, a.indices, x, y, first, end);
    } else {
      gather_lines(a, x, y, first, end);
    }
    first = end;
  }
}

ACGD_CLONES void run_gather(const SparseView<double>& a, const double* x, double* y, Index first,
                            Index last) {
  gather_range(a, x, y, first, last);
}
ACGD_CLONES void run_gather(const SparseView<float>& a, const double* x, double* y, Index first,
                            Index last) {
  gather_range(a, x, y, first, last);
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
