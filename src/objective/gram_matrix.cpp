#include <algorithm>

#include "acgd/objective/hessian.hpp"
#include "linalg/gram_tiles.hpp"

namespace acgd {
namespace {

/// Sets the upper half of A'A; the lower half is 0.
void fill_upper(const DenseMap& a, Matrix& gram) {
  gram.setZero();
  if (const DenseMap::View* matrix = a.matrix()) {
    kernels::add_gram(
        kernels::DenseView<double>{matrix->data(), a.rows(), a.cols(), matrix->outerStride()}, {},
        gram);
  } else {
    const DenseMap::FloatView& floats = *a.matrix_float();
    kernels::add_gram(
        kernels::DenseView<float>{floats.data(), a.rows(), a.cols(), floats.outerStride()}, {},
        gram);
  }
}

void make_whole(double scale, Matrix& gram) {
  for (Index j = 0; j < gram.cols(); ++j) {
    for (Index i = 0; i <= j; ++i) gram(i, j) = gram(j, i) = scale * gram(i, j);
  }
}

/// The sum of the Gram matrices of the blocks, which are dense.
void add_blocks(const BlockMap& a, Matrix& gram) {
  const Reduction& reduction = *a.reduction();
  const Index first = reduction.own_blocks().first;
  const Index size = gram.size();
  Vector room(reduction.room_of_sums(size));
  // The result matrix is used as scratch for one block.
  const auto fill = [&](Index block, double* to) {
    fill_upper(*a.parts()[block - first]->dense(), gram);
    std::copy_n(gram.data(), size, to);
  };
  reduction.sum_vectors(size, fill, room.data(), gram.data());
}

}  // namespace

Matrix gram_matrix(const Design& a, double scale) {
  const Index cols = a.map().cols();
  Matrix gram(cols, cols);
  if (const DenseMap* dense = a.map().dense()) {
    fill_upper(*dense, gram);
    make_whole(scale, gram);
  } else if (a.blocks() != nullptr && a.blocks()->is_dense()) {
    add_blocks(*a.blocks(), gram);
    make_whole(scale, gram);
  } else {
    const GramHessian columns(a, scale);
    for (Index j = 0; j < cols; ++j) columns.column(j, gram.col(j));
    // Rounding makes the halves differ, by more than kSymmetryTolerance if columns are far from 0.
    make_whole(1, gram);
  }
  return gram;
}

}  // namespace acgd
