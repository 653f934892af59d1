#include "linalg/cut_lines.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "linalg/line_sums.hpp"

namespace acgd::kernels {
namespace {

// A line is short if it has no more entries, in all and in each piece.
constexpr int kShortLine = 128;
constexpr int kShortPiece = 16;
constexpr Index kRoom = CutLines::kRoom;

/// Some lines, as gather() reads them.
struct LinesInPieces {
  const int* starts;
  Index count;
  Index pieces;
  std::uint64_t shorts;
  const unsigned char* order;  ///< null: all are long, and come as they are
  const int* ends;             ///< of short lines: CutLines::Tile
  const unsigned char* lengths;
  const int* bounds;  ///< of the long ones
};

/// The products of the short lines, one after the other, and some more; places[l] is where those of
/// line l begin.
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

/// The sum of `length` products, 4 * fours at most, in four lanes.
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

/// The sums of the short lines [begin, end) of the order. What comes after those lines in memory is
/// called for meanwhile: here it would not be read else.
template <bool ones, int fours>
ACGD_ROUNDED_INLINE void add_short(const SparseView<double>& a, const LinesInPieces& some,
                                   Index begin, Index end, const double* products,
                                   const int* places, double* sums) {
  // An equal share for each four, since the processor foresees loops of one length.
  const Index here = some.starts[some.count] - some.starts[0], share = 4 * here / some.count;
  Index next = some.starts[some.count] + begin / 4 * share;
  const Index last = a.starts[a.lines];
  for (Index p = begin; p < end; p += 4) {
    const double* at[4];
    const unsigned char* lengths[4];
    for (Index i = 0; i < 4; ++i) {
      // The last line is there several times, where no one looks.
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

/// The sums of one piece become those of two.
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
  const Tile& tile = are_listed() ? none : tiles_[static_cast<std::size_t>(first / kLinesInOrder)];
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

}  // namespace acgd::kernels
