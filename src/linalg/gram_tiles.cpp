#include "linalg/gram_tiles.hpp"

#include <algorithm>
#include <array>

#include "linalg/lanes.hpp"
#include "linalg/threads.hpp"

namespace acgd::kernels {
namespace {

// Blocked product A'A (Goto and van de Geijn 2008, "Anatomy of high-performance matrix
// multiplication").
//
// 1. Divide the upper triangle of the Gram matrix into tiles of kTile x kTile, and distribute the
//    tiles over the threads if there are enough multiplications (add_all).
// 2. For each tile, loop over blocks of kGramRows rows of A. The blocks of the tile's columns stay
//    in the second-level cache while all their products are formed (add_tile).
// 3. Within a block, compute 4 x 3 products at once, each in four SIMD lanes (add_products).

// Side of a tile.
constexpr Index kTile = 96;
// Columns of a register block: kLeft * kRight sums fill the registers, and each load is used three
// or four times.
constexpr Index kLeft = 4;
constexpr Index kRight = 3;
// Below this number of multiplications one thread finishes before others are awake.
constexpr Index kProductsWorthThreads = Index{1} << 23;

/// Column-major, kTile x kTile.
using Tile = std::array<double, kTile * kTile>;

template <class Scalar>
struct Columns {
  const Scalar* data;  ///< first entry of the tile's first column, in the current block of rows
  Index stride;        ///< from one column to the next
  Index count;
};

/// tile(i + p, j + q) += <left column i + p, right column j + q> for p < Left and q < Right
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

/// Computes one tile by one thread in a fixed order of operations. The sums start from the entries
/// of `gram`, which hold the sums over earlier rows.
template <class Scalar>
void add_tile(const DenseView<Scalar>& a, const GramPlaces& where, Index left, Index right,
              Matrix& gram) {
  const Index height = std::min(kTile, a.cols - left), width = std::min(kTile, a.cols - right);
  const auto entry = [&](Index i, Index j) -> double& {
    return where.places == nullptr ? gram(left + i, right + j)
                                   : gram(where.places[left + i], where.places[right + j]);
  };
  const auto end = [&](Index j) { return std::min(height, right + j + 1 - left); };
  Tile tile;  // not cleared as a whole: small problems use only a corner of it
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
