#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/hessian.hpp"
#include "linalg/gram_tiles.hpp"

namespace acgd {
namespace {

/// Both halves.
template <class Dense>
void fill_gram(const Dense& a, double scale, Matrix& gram) {
  gram.setZero();
  kernels::add_gram({a.data(), a.rows(), a.cols(), a.outerStride()}, {}, gram);
  for (Index j = 0; j < gram.cols(); ++j) {
    for (Index i = 0; i <= j; ++i) gram(i, j) = gram(j, i) = scale * gram(i, j);
  }
}

}  // namespace

Matrix gram_matrix(const LinearMap& a, double scale) {
  Matrix gram(a.cols(), a.cols());
  const auto* dense = dynamic_cast<const DenseMap*>(&a);
  if (dense != nullptr && dense->matrix() != nullptr) {
    fill_gram(*dense->matrix(), scale, gram);
  } else if (dense != nullptr) {
    fill_gram(*dense->matrix_float(), scale, gram);
  } else {
    // Borrowed: the map outlives the call.
    const GramHessian columns(std::shared_ptr<const LinearMap>(std::shared_ptr<void>(), &a), scale);
    for (Index j = 0; j < a.cols(); ++j) columns.column(j, gram.col(j));
  }
  return gram;
}

}  // namespace acgd
