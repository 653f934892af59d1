#include "linalg/sparse_kernels.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "linalg/kernels.hpp"
#include "linalg/line_sums.hpp"
#include "linalg/threads.hpp"

namespace acgd::kernels {

namespace {

// Products of a sparse matrix with a vector, line by line (compressed rows or columns), and the
// same with each line cut into pieces by index, one piece for each block of a partition (CutLines).
// The order of summation is that of line_sums.hpp, so that all variants give identical bits.
//
// 1. Setup: divide the lines into tiles of 64. In each tile, sort the short lines by the length of
//    their longest piece (at most 4, 8, 12, 16 entries), and store the lengths of their pieces; for
//    long lines store the bounds of their pieces (CutLines::sort).
// 2. Short lines: multiply all their entries in one loop (multiply_short), then add up the products
//    of four lines at a time with masked loads instead of branches (add_short).
// 3. Long lines: one sum per piece (gather_long).
// 4. Merge the sums of pieces as the reduction tree requires, and restore the order of the lines.
// 5. Without pieces: lines of 1 to 7 entries, sorted by length (order_of), use an unrolled loop for
//    each length (gather_in_order). Large matrices are divided into tasks of equal entry counts.

// A line is short if it has at most kShortLine entries, and each of its pieces at most kShortPiece.
constexpr int kShortLine = 128;
constexpr int kShortPiece = 16;
constexpr Index kRoom = CutLines::kRoom;

/// The lines of one call of gather().
struct LinesInPieces {
  const int* starts;
  Index count;
  Index pieces;
  std::uint64_t shorts;
  const unsigned char* order;  ///< null: all lines are long and in their original order
  const int* ends;             ///< of the classes of short lines, see CutLines::Tile
  const unsigned char* lengths;
  const int* bounds;  ///< of the pieces of long lines
};

/// Writes the products of the entries of the short lines contiguously; up to three more may follow.
/// places[l] is the position of the first product of line l.
template <bool ones>
ACGD_ROUNDED_INLINE void multiply_short(const SparseView<double>& a, const LinesInPieces& some,
                                        const double* x, double* products, int* places) {
  const Index entries = a.starts[a.lines];
  Index place = 0;
  for (std::uint64_t left = some.shorts; left != 0;) {
    const int line = __builtin_ctzll(left);
    left |= left - 1;
    const int end = ~left == 0 ? 64 : __builtin_ctzll(~left);
    left &= end == 64 ? 0 : ~std::uint64_t{0} << end;
    Index first = some.starts[line];
    const Index last = some.starts[end];
    for (int l = line; l < end; ++l) {
      places[l] = static_cast<int>(place + some.starts[l] - first);
    }
    double* out = products + place;
    place += last - first;
    for (; first < last && first + 4 <= entries; first += 4, out += 4) {
      Four four;
      multiply_four<ones>(a.indices, a.values, first, x, four);
      *reinterpret_cast<Four*>(out) = four;
    }
    for (; first < last; ++first) {
      const double entry = x[a.indices[first]];
      *out++ = ones ? entry : a.values[first] * entry;
    }
  }
}

/// The sum of `length` <= 4 * fours products in four lanes.
template <int fours>
ACGD_ROUNDED_INLINE void add_piece(const double* products, Index length, Four& sum) {
  const long long* masks = kFirstLanes + kShortPiece - length;
  Four four[4];
  for (int i = 0; i < fours; ++i) {
    load(products + 4 * i, four[i]);
    keep_first(masks + 4 * i, four[i]);
  }
  if (fours > 2) four[0] += four[2];
  if (fours > 3) four[1] += four[3];
  sum = four[0];
  if (fours > 1) sum += four[1];
}

/// Sums of the short lines [begin, end) of the order. Prefetches the entries that follow these
/// lines in memory.
template <bool ones, int fours>
ACGD_ROUNDED_INLINE void add_short(const SparseView<double>& a, const LinesInPieces& some,
                                   Index begin, Index end, const double* products,
                                   const int* places, double* sums) {
  // The same number of prefetches for each four lines: loops of constant length are predicted well.
  const Index here = some.starts[some.count] - some.starts[0], share = 4 * here / some.count;
  Index next = some.starts[some.count] + begin / 4 * share;
  const Index last = a.starts[a.lines];
  for (Index p = begin; p < end; p += 4) {
    const double* at[4];
    const unsigned char* lengths[4];
    for (Index i = 0; i < 4; ++i) {
      // Pads with copies of the last line; their sums are not used.
      const Index q = p + i < end ? p + i : end - 1;
      const Index line = some.order[q];
      at[i] = products + places[line];
      lengths[i] = some.lengths + q * some.pieces;
    }
    if (next + share <= last) {
      for (Index k = 0; k < share; k += kSumLanes) {
        __builtin_prefetch(a.indices + next + k);
        if (!ones) __builtin_prefetch(a.values + next + k);
      }
      next += share;
    }
    for (Index s = 0; s < some.pieces; ++s) {
      Four four[4];
      for (int i = 0; i < 4; ++i) {
        add_piece<fours>(at[i], lengths[i][s], four[i]);
        at[i] += lengths[i][s];
      }
      sums_of(four, sums + s * kRoom + p);
    }
  }
}

template <bool ones>
ACGD_ROUNDED_INLINE void gather_short(const SparseView<double>& a, const LinesInPieces& some,
                                      const double* x, double* sums) {
  double products[kLinesInOrder * kShortLine + 2 * kShortPiece];
  int places[kLinesInOrder];
  multiply_short<ones>(a, some, x, products, places);
  add_short<ones, 1>(a, some, 0, some.ends[0], products, places, sums);
  add_short<ones, 2>(a, some, some.ends[0], some.ends[1], products, places, sums);
  add_short<ones, 3>(a, some, some.ends[1], some.ends[2], products, places, sums);
  add_short<ones, 4>(a, some, some.ends[2], some.ends[3], products, places, sums);
}

template <bool ones>
ACGD_ROUNDED_INLINE void gather_long(const SparseView<double>& a, const LinesInPieces& some,
                                     const double* x, double* sums) {
  const Index entries = a.starts[a.lines];
  const int* bounds = some.bounds;
  for (Index p = some.ends[3]; p < some.count; ++p, ++bounds) {
    for (Index s = 0; s < some.pieces; ++s, ++bounds) {
      sums[s * kRoom + p] = line_sum<ones>(a.indices, a.values, bounds[0], bounds[1], entries, x);
    }
  }
}

ACGD_ROUNDED_CLONES void run_short(const SparseView<double>& a, const LinesInPieces& some,
                                   const double* x, double* sums) {
  a.values == nullptr ? gather_short<true>(a, some, x, sums)
                      : gather_short<false>(a, some, x, sums);
}

ACGD_ROUNDED_CLONES void run_long(const SparseView<double>& a, const LinesInPieces& some,
                                  const double* x, double* sums) {
  a.values == nullptr ? gather_long<true>(a, some, x, sums) : gather_long<false>(a, some, x, sums);
}

/// Merges the sums of two pieces.
ACGD_ROUNDED_CLONES void add_tile(const double* from, double* to) {
  for (Index i = 0; i < kLinesInOrder; ++i) to[i] += from[i];
}

}  // namespace

CutLines::CutLines(const SparseView<double>& a, std::vector<Index> cuts)
    : a_(a), cuts_(std::move(cuts)), pieces_(cuts_.size() - 1) {
  order_.resize(static_cast<std::size_t>(a.lines));
  for (Index first = 0; first < a.lines; first += kLinesInOrder) {
    sort(first, std::min(first + kLinesInOrder, a.lines));
  }
  if (lengths_.empty()) order_.clear();
}

void CutLines::sort(Index first, Index last) {
  Tile tile{.first_length = static_cast<Index>(lengths_.size()),
            .first_bound = static_cast<Index>(bounds_.size())};
  std::vector<int> counts[kLinesInOrder];
  std::vector<unsigned char> classes[kMostFours + 1];
  for (Index line = first; line < last; ++line) {
    const auto place = static_cast<unsigned char>(line - first);
    count_entries(line, counts[place]);
    const int most = *std::max_element(counts[place].begin(), counts[place].end());
    const bool is_long = most > kShortPiece || a_.starts[line + 1] - a_.starts[line] > kShortLine;
    if (!is_long) tile.shorts |= std::uint64_t{1} << place;
    if (is_long) list_bounds(line);
    classes[is_long ? kMostFours : std::max(most - 1, 0) / 4].push_back(place);
  }
  unsigned char* end = order_.data() + first;
  for (int c = 0; c <= kMostFours; ++c) {
    end = std::copy(classes[c].begin(), classes[c].end(), end);
    if (c == kMostFours) break;
    tile.ends[c] = static_cast<int>(end - order_.data() - first);
    for (const auto place : classes[c]) {
      lengths_.insert(lengths_.end(), counts[place].begin(), counts[place].end());
    }
  }
  tiles_.push_back(tile);
}

void CutLines::count_entries(Index line, std::vector<int>& counts) {
  counts.assign(pieces_.size(), 0);
  std::size_t s = 0;
  for (int k = a_.starts[line]; k < a_.starts[line + 1]; ++k) {
    while (a_.indices[k] >= cuts_[s + 1]) ++s;
    ++counts[s];
    ++pieces_[s].entries;
    if (a_.values != nullptr && a_.values[k] != 1) pieces_[s].has_values = true;
  }
}

void CutLines::list_bounds(Index line) {
  const int *at = a_.indices + a_.starts[line], *end = a_.indices + a_.starts[line + 1];
  for (const Index cut : cuts_) {
    at = std::lower_bound(at, end, cut);
    bounds_.push_back(static_cast<int>(at - a_.indices));
  }
}

CutLines::Bounds CutLines::bounds(Index line, Index s) const {
  if (are_listed()) {
    const int* of_line = bounds_.data() + line * (count() + 1) + s;
    return {of_line[0], of_line[1]};
  }
  const int *begin = a_.indices + a_.starts[line], *end = a_.indices + a_.starts[line + 1];
  const int* from = std::lower_bound(begin, end, cut(s));
  const int* to = std::lower_bound(from, end, cut(s + 1));
  return {static_cast<int>(from - a_.indices), static_cast<int>(to - a_.indices)};
}

void CutLines::gather(const double* x, Index first, Index last, const std::vector<Merge>& merges,
                      const std::vector<Index>& roots, double* sums) const {
  assert(last - first <= kLinesInOrder && (are_listed() || first % kLinesInOrder == 0));
  const Tile none;
  const Tile& tile = are_listed() ? none : tiles_[first / kLinesInOrder];
  const LinesInPieces some{
      .starts = a_.starts + first,
      .count = last - first,
      .pieces = count(),
      .shorts = tile.shorts,
      .order = are_listed() ? nullptr : order_.data() + first,
      .ends = tile.ends,
      .lengths = lengths_.data() + tile.first_length,
      .bounds = bounds_.data() + (are_listed() ? first * (count() + 1) : tile.first_bound)};
  if (tile.shorts != 0) run_short(a_, some, x, sums);
  run_long(a_, some, x, sums);
  for (const Merge& merge : merges) {
    add_tile(sums + merge.from * kRoom, sums + merge.to * kRoom);
  }
  if (are_listed()) return;
  for (const Index s : roots) {
    double in_order[kLinesInOrder], *sum = sums + s * kRoom;
    for (Index p = 0; p < some.count; ++p) in_order[some.order[p]] = sum[p];
    std::copy_n(in_order, some.count, sum);
  }
}

namespace {

constexpr Index kEntriesPerTask = Index{1} << 15;

// Maximum mean number of entries per line for which lines are sorted by length.
constexpr Index kShortLines = 10;

/// Computes <line, x> for the lines of exactly L entries from place p on. Returns the place of the
/// first line of another length.
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

/// The lines of one tile in ascending length: a loop for each short length, then the others.
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
