#include <algorithm>
#include <array>
#include <vector>

#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/hessian.hpp"
#include "linalg/lanes.hpp"
#include "linalg/tasks.hpp"

namespace acgd {
namespace {

// A thread computes square tiles of the Gram matrix, piece by piece of the rows of A: a piece of
// the columns of a tile stays in the second-level cache while all their products are formed.
constexpr Index kTile = 96;
constexpr Index kRowsPerPiece = 256;
// Products formed at once: as many sums as there are registers, each load used three or four times.
constexpr Index kLeft = 4;
constexpr Index kRight = 3;

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

struct Corner {
  Index row = 0;
  Index col = 0;
};

/// Both halves. Each tile is computed by one thread, always in the same order of operations.
template <class Dense>
void fill(const Dense& a, double scale, Matrix& gram) {
  const Index m = a.rows(), n = a.cols();
  std::vector<Corner> corners;
  for (Index col = 0; col < n; col += kTile) {
    for (Index row = col; row < n; row += kTile) corners.push_back({row, col});
  }
  share_tasks(static_cast<Index>(corners.size()), [&](Index c) {
    const auto [row, col] = corners[static_cast<std::size_t>(c)];
    const Index height = std::min(kTile, n - row), width = std::min(kTile, n - col);
    Tile tile = {};
    for (Index first = 0; first < m; first += kRowsPerPiece) {
      add_piece_of({a.data() + row * m + first, m, height}, {a.data() + col * m + first, m, width},
                   std::min(kRowsPerPiece, m - first), tile.data());
    }
    for (Index j = 0; j < width; ++j) {
      // On the diagonal the lower half serves both.
      for (Index i = row == col ? j : 0; i < height; ++i) {
        gram(row + i, col + j) = gram(col + j, row + i) = scale * tile[i + j * kTile];
      }
    }
  });
}

}  // namespace

Matrix gram_matrix(const LinearMap& a, double scale) {
  Matrix gram(a.cols(), a.cols());
  const auto* dense = dynamic_cast<const DenseMap*>(&a);
  if (dense != nullptr && dense->matrix() != nullptr) {
    fill(*dense->matrix(), scale, gram);
  } else if (dense != nullptr) {
    fill(*dense->matrix_float(), scale, gram);
  } else {
    // Borrowed: the map outlives the call.
    const GramHessian columns(std::shared_ptr<const LinearMap>(std::shared_ptr<void>(), &a), scale);
    for (Index j = 0; j < a.cols(); ++j) columns.column(j, gram.col(j));
  }
  return gram;
}

}  // namespace acgd
