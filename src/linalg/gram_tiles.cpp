#include "linalg/gram_tiles.hpp"

#include <algorithm>
#include <array>

#include "linalg/lanes.hpp"
#include "linalg/threads.hpp"

namespace acgd::kernels {
namespace {

// A thread computes square tiles of the Gram matrix, piece by piece of the rows of A: a piece of
// the columns of a tile stays in the second-level cache while all their products are formed.
constexpr Index kTile = 96;
// Products formed at once: as many sums as there are registers, each load used three or four times.
constexpr Index kLeft = 4;
constexpr Index kRight = 3;
// Fewer multiplications are done before other threads are awake.
constexpr Index kProductsWorthThreads = Index{1} << 23;

/// Column-major, kTile x kTile.
using Tile = std::array<double, kTile * kTile>;

template <class Scalar>
struct Columns {
  const Scalar* data;  ///< the first entry of the first column of the tile, in a piece of rows
  Index stride;        ///< from column to column
  Index count;
};

/// tile(i + ., j + .) += the products of Left columns from i on and Right columns from j on
template <Index Left, Index Right, class Scalar>
ACGD_INLINE void add_products(const Columns<Scalar>& left, Index i, const Columns<Scalar>& right,
                              Index j, Index rows, double* tile) {
  const Scalar* a = left.data + i * left.stride;
  const Scalar* b = right.data + j * right.stride;
  Four sums[Left][Right] = {};
  Four l[Left], r;
  Index k = 0;
  for (; k + 4 <= rows; k += 4) {
    for (Index p = 0; p < Left; ++p) load(a + p * left.stride + k, l[p]);
    for (Index q = 0; q < Right; ++q) {
      load(b + q * right.stride + k, r);
      for (Index p = 0; p < Left; ++p) sums[p][q] += l[p] * r;
    }
  }
  const Four zero = {};
  for (Index q = 0; q < Right; ++q) {
    for (Index p = 0; p < Left; ++p) {
      double sum = sum_of(sums[p][q], zero);
      for (Index rest = k; rest < rows; ++rest) {
        sum += static_cast<double>(a[p * left.stride + rest]) *
               static_cast<double>(b[q * right.stride + rest]);
      }
      tile[(i + p) + (j + q) * kTile] += sum;
    }
  }
}

template <class Scalar>
ACGD_INLINE void add_piece(const Columns<Scalar>& left, const Columns<Scalar>& right, Index rows,
                           double* tile) {
  Index j = 0;
  for (; j + kRight <= right.count; j += kRight) {
    Index i = 0;
    for (; i + kLeft <= left.count; i += kLeft) {
      add_products<kLeft, kRight>(left, i, right, j, rows, tile);
    }
    for (; i < left.count; ++i) add_products<1, kRight>(left, i, right, j, rows, tile);
  }
  for (; j < right.count; ++j) {
    for (Index i = 0; i < left.count; ++i) add_products<1, 1>(left, i, right, j, rows, tile);
  }
}

ACGD_CLONES void add_piece_of(const Columns<double>& left, const Columns<double>& right, Index rows,
                              double* tile) {
  add_piece(left, right, rows, tile);
}
ACGD_CLONES void add_piece_of(const Columns<float>& left, const Columns<float>& right, Index rows,
                              double* tile) {
  add_piece(left, right, rows, tile);
}

/// Each tile is computed by one thread, always in the same order of operations. It begins with what
/// earlier rows have left in the result.
template <class Scalar>
void add_tile(const DenseView<Scalar>& a, const GramPlaces& where, Index left, Index right,
              Matrix& gram) {
  const Index height = std::min(kTile, a.cols - left), width = std::min(kTile, a.cols - right);
  const auto entry = [&](Index i, Index j) -> double& {
    return where.places == nullptr ? gram(left + i, right + j)
                                   : gram(where.places[left + i], where.places[right + j]);
  };
  const auto end = [&](Index j) { return std::min(height, right + j + 1 - left); };
  Tile tile;  // of which a few products need little: clearing all of it would take them longer
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < height; ++i) tile[i + j * kTile] = i < end(j) ? entry(i, j) : 0;
  }
  for (Index first = 0; first < a.rows; first += kGramRows) {
    add_piece_of({a.column(left) + first, a.stride, height},
                 {a.column(right) + first, a.stride, width}, std::min(kGramRows, a.rows - first),
                 tile.data());
  }
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < end(j); ++i) entry(i, j) = tile[i + j * kTile];
  }
}

template <class Scalar>
void add_all(const DenseView<Scalar>& a, const GramPlaces& where, Matrix& gram) {
  const Index lefts = (a.cols + kTile - 1) / kTile;
  const Index rights = (a.cols - where.known + kTile - 1) / kTile;
  const auto run = [&](Index task) {
    const Index left = task % lefts * kTile, right = where.known + task / lefts * kTile;
    if (left < right + kTile) add_tile(a, where, left, right, gram);
  };
  const Index products = a.rows * a.cols * (a.cols - where.known);
  if (products >= kProductsWorthThreads) return share_tasks(lefts * rights, run);
  for (Index task = 0; task < lefts * rights; ++task) run(task);
}

}  // namespace

void add_gram(const DenseView<double>& a, const GramPlaces& where, Matrix& gram) {
  add_all(a, where, gram);
}
void add_gram(const DenseView<float>& a, const GramPlaces& where, Matrix& gram) {
  add_all(a, where, gram);
}

}  // namespace acgd::kernels
