#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/linalg/singular_pair.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

/// Relative error of a singular value; that of its square is below 1e-6.
constexpr double kRelativeError = 4e-7;

}  // namespace

void LinearMap::image(const Atom& atom, VectorRef z) const {
  if (const auto* dense = atom.as<Atom::Dense>()) return multiply(dense->values, z);
  multiply(atom.to_dense(), z);
}

double squared_operator_norm(const MatrixOperator& a) {
  SingularPair pair;
  // The tolerance depends on the value: a rough estimate is computed first, and is the start of the
  // accurate one.
  top_singular_pair(a, std::numeric_limits<double>::max(), pair);
  top_singular_pair(a, kRelativeError * pair.value, pair);
  // Short steps need an upper bound.
  const double largest = pair.value + pair.error;
  return largest * largest;
}

IdentityMap::IdentityMap(Index size) : size_(size) { require_at_least("size", size, 1); }

void IdentityMap::image(const Atom& atom, VectorRef z) const { atom.assign_to(z); }

std::optional<Index> IdentityMap::image_length(const Atom& atom) const {
  const Index entries = count_stored_entries(atom);
  const bool is_short =
      kListsAreShorter * entries <= size_ && size_ < std::numeric_limits<int>::max();
  return is_short ? std::optional(entries) : std::nullopt;
}

bool IdentityMap::append_image(const Atom& atom, EntryList& image) const {
  if (!image_length(atom)) return false;
  for_each_entry(atom, 0, [&](Index i, double value) { image.add(i, value); });
  return true;
}

namespace {

template <class View, class M>
View checked(const M* matrix) {
  if (matrix == nullptr) throw InvalidInput("matrix", "must not be null");
  if (matrix->size() == 0) {
    throw InvalidInput("matrix",
                       compose("is {} x {}, must not be empty", matrix->rows(), matrix->cols()));
  }
  double largest = 0;
  for (Index j = 0; j < matrix->cols(); ++j) {
    if (matrix->col(j).allFinite()) {
      const double size = matrix->col(j).template lpNorm<Eigen::Infinity>();
      largest = std::max(largest, size);
      continue;
    }
    Index i = 0;
    while (std::isfinite((*matrix)(i, j))) ++i;
    throw InvalidInput({"matrix", i, j}, static_cast<double>((*matrix)(i, j)), "must be finite");
  }
  require_squares("matrix", largest);
  return {matrix->data(), matrix->rows(), matrix->cols(), Eigen::OuterStride<>(matrix->rows())};
}

template <class M>
kernels::DenseView<typename M::Scalar> view(const M& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}

/// Adds the columns of an atom to z, in batches whose indices fit on the stack.
template <class M>
void add_entries(const M& matrix, const Atom& atom, VectorRef z) {
  constexpr Index kBatch = 512;
  Index columns[kBatch];
  double weights[kBatch];
  Index count = 0;
  const auto flush = [&] {
    kernels::add_columns(view(matrix), {columns, weights, count}, z.data());
    count = 0;
  };
  for_each_entry(atom, 0, [&](Index j, double weight) {
    columns[count] = j;
    weights[count] = weight;
    if (++count == kBatch) flush();
  });
  flush();
}

template <class M>
void image_of(const M& matrix, const Atom& atom, VectorRef z) {
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    z = one->value * matrix.col(one->index).template cast<double>();
  } else if (const auto* dense = atom.as<Atom::Dense>()) {
    kernels::multiply(view(matrix), dense->values.data(), z.data());
  } else {
    z.setZero();
    add_entries(matrix, atom, z);
  }
}

}  // namespace

DenseMap::DenseMap(Matrix matrix) : DenseMap(std::make_shared<const Matrix>(std::move(matrix))) {}

DenseMap::DenseMap(MatrixFloat matrix)
    : DenseMap(std::make_shared<const MatrixFloat>(std::move(matrix))) {}

DenseMap::DenseMap(std::shared_ptr<const Matrix> matrix)
    : DenseMap(checked<View>(matrix.get()), matrix) {}

DenseMap::DenseMap(std::shared_ptr<const MatrixFloat> matrix)
    : DenseMap(checked<FloatView>(matrix.get()), matrix) {
  bytes_each_ = sizeof(float);
}

DenseMap::DenseMap(const View& matrix, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)),
      double_(std::make_shared<const View>(matrix)),
      rows_(matrix.rows()),
      cols_(matrix.cols()) {}

DenseMap::DenseMap(const FloatView& matrix, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)),
      float_(std::make_shared<const FloatView>(matrix)),
      rows_(matrix.rows()),
      cols_(matrix.cols()) {}

void DenseMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols_ && y.size() == rows_);
  double_ ? kernels::multiply(view(*double_), x.data(), y.data())
          : kernels::multiply(view(*float_), x.data(), y.data());
}

void DenseMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows_ && y.size() == cols_);
  double_ ? kernels::multiply_adjoint(view(*double_), x.data(), y.data())
          : kernels::multiply_adjoint(view(*float_), x.data(), y.data());
}

void DenseMap::multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
  double_ ? kernels::multiply_adjoint(view(*double_), x.data(), first, last, y)
          : kernels::multiply_adjoint(view(*float_), x.data(), first, last, y);
}

void DenseMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols_);
  double_ ? image_of(*double_, atom, z) : image_of(*float_, atom, z);
}

double DenseMap::bytes() const {
  const double entries = static_cast<double>(rows_) * static_cast<double>(cols_);
  return entries * bytes_each_;
}

}  // namespace acgd
