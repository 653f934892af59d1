#include <algorithm>
#include <vector>

#include "linalg/kernels.hpp"
#include "linalg/line_sums.hpp"
#include "linalg/threads.hpp"

namespace acgd::kernels {

// Products of a sparse matrix with a vector, line by line (compressed rows or columns). The order of
// summation is that of line_sums.hpp, so that all variants give identical bits.
//
// 1. Where lines are short on average, tiles of 64 lines are sorted by length (order_of).
// 2. The products of all entries of a tile are computed in one loop (multiply_entries), then added
//    for four lines at a time with masked loads instead of branches (add_lines).
// 3. Long lines are summed one by one (line_sum).
// 4. Large matrices are divided into tasks of equal entry counts.

namespace {

constexpr Index kEntriesPerTask = Index{1} << 15;

// Maximum mean number of entries per line for which lines are sorted by length.
constexpr Index kShortLines = 10;

// Maximum number of entries of a line whose products are added with masked loads.
constexpr Index kShortLine = 16;
// Maximum number of entries of a tile whose products are computed in one loop.
constexpr Index kTileEntries = 1024;

/// products[k] = entry first + k times its entry of x. Up to three more may be written.
template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE void multiply_entries(const SparseView<Scalar>& a, Index first, Index last,
                                          const double* x, double* products) {
  const Index entries = a.starts[a.lines];
  for (; first < last && first + 4 <= entries; first += 4, products += 4) {
    Four four;
    multiply_four<ones>(a.indices, a.values, first, x, four);
    four_at(products).lanes = four;
  }
  for (; first < last; ++first) {
    const double entry = x[a.indices[first]];
    *products++ = ones ? entry : static_cast<double>(a.values[first]) * entry;
  }
}

/// The sums of four lines of at most 4 * fours products each.
template <int fours>
ACGD_ROUNDED_INLINE void add_lines(const double* const (&products)[4], const Index (&lengths)[4],
                                   Four& sums) {
  Four lanes[4];
  for (int l = 0; l < 4; ++l) {
    const long long* masks = kFirstLanes + kShortLine - lengths[l];
    Four four[4];
    for (int i = 0; i < fours; ++i) {
      load(products[l] + 4 * i, four[i]);
      keep_first(masks + 4 * i, four[i]);
    }
    if (fours > 2) four[0] += four[2];
    if (fours > 3) four[1] += four[3];
    lanes[l] = four[0];
    if (fours > 1) lanes[l] += four[1];
  }
  sums_of(lanes, sums);
}

/// The lines of one tile in ascending length: short lines four at a time, without branches that
/// depend on their lengths, then the others.
template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE void gather_in_order(const SparseView<Scalar>& a, const double* x, double* y,
                                         Index first, Index count) {
  const unsigned char* order = a.order + first;
  const int* starts = a.starts + first;
  const Index begin = starts[0], size = starts[count] - begin;
  const auto length_of = [&](Index p) { return Index{starts[order[p] + 1] - starts[order[p]]}; };
  y += first;
  Index p = 0;
  if (size <= kTileEntries) {
    double products[kTileEntries + kShortLine];
    multiply_entries<ones>(a, begin, begin + size, x, products);
    for (Index l = size; l < size + kShortLine; ++l) products[l] = 0;
    for (; p < count; p += 4) {
      // Pads with copies of the last line.
      const Index last = p + 3 < count ? p + 3 : count - 1;
      const Index longest = length_of(last);
      if (longest > kShortLine) break;
      const double* at[4];
      Index lengths[4];
      for (Index i = 0; i < 4; ++i) {
        const Index q = p + i < last ? p + i : last;
        at[i] = products + (starts[order[q]] - begin);
        lengths[i] = length_of(q);
      }
      Four sums;
      if (longest <= 4) {
        add_lines<1>(at, lengths, sums);
      } else if (longest <= 8) {
        add_lines<2>(at, lengths, sums);
      } else if (longest <= 12) {
        add_lines<3>(at, lengths, sums);
      } else {
        add_lines<4>(at, lengths, sums);
      }
      for (Index i = 0; p + i <= last; ++i) y[order[p + i]] = sums[i];
    }
  }
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
  // Tasks have equal numbers of entries, not lines. A task begins at the first line that starts in
  // its range of entries.
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
