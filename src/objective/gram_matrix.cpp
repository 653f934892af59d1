#include <algorithm>

#include "acgd/objective/hessian.hpp"
#include "acgd/objective/linear_maps.hpp"
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

/// The sum of the Gram matrices of the shards, which are dense.
void add_shards(const StackedMap& a, Matrix& gram) {
  const Shards& shards = *a.shards();
  const Index first = shards.own_shards().first;
  const Index size = gram.size();
  Vector room(shards.room_of_sums(size));
  // The result matrix is used as scratch for one shard.
  const auto fill = [&](Index shard, double* to) {
    const LinearMap& part = *a.parts()[shard - first];
    fill_upper(static_cast<const DenseMap&>(part), gram);
    std::copy_n(gram.data(), size, to);
  };
  shards.sum_shards(size, fill, room.data(), gram.data());
}

}  // namespace

Matrix gram_matrix(const LinearMap& a, double scale) {
  Matrix gram(a.cols(), a.cols());
  const auto* stacked = dynamic_cast<const StackedMap*>(&a);
  if (const DenseMap* dense = a.dense()) {
    fill_upper(*dense, gram);
    make_whole(scale, gram);
  } else if (stacked != nullptr && stacked->is_dense()) {
    add_shards(*stacked, gram);
    make_whole(scale, gram);
  } else {
    // Non-owning pointer: the map outlives the call.
    const GramHessian columns(std::shared_ptr<const LinearMap>(std::shared_ptr<void>(), &a), scale);
    for (Index j = 0; j < a.cols(); ++j) columns.column(j, gram.col(j));
    // Rounding makes the halves differ, by more than kSymmetryTolerance if columns are far from 0.
    make_whole(1, gram);
  }
  return gram;
}

}  // namespace acgd
