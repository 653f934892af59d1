#include "fit/standardize.hpp"

#include <cmath>

namespace acgd {
namespace {

// A spread of less is rounding: the column is constant.
constexpr double kLeastSpread = 1e-12;

/// Mean and standard deviation of a column that is 0 but for some entries, all of weight `rest`.
struct Moments {
  double mean = 0;
  double deviation = 0;
};

/// `mean` and `squares` are sums over the entries that are there; of the others, which are 0, the
/// weights sum to `rest`.
template <class ForEach>
Moments moments(ForEach for_each, double total) {
  double sum = 0, present = 0;
  for_each([&](double value, double weight) { sum += weight * value, present += weight; });
  const double mean = sum / total;
  double squares = (total - present) * mean * mean;
  for_each(
      [&](double value, double weight) { squares += weight * (value - mean) * (value - mean); });
  return {mean, std::sqrt(std::max(squares, 0.0) / total)};
}

Moments column_moments(const Matrix& matrix, Index j, const Vector& w, double total) {
  return moments(
      [&](auto each) {
        for (Index i = 0; i < matrix.rows(); ++i) each(matrix(i, j), w[i]);
      },
      total);
}

Moments column_moments(const SparseMatrix& matrix, Index j, const Vector& w, double total) {
  return moments(
      [&](auto each) {
        for (SparseMatrix::InnerIterator e(matrix, j); e; ++e) each(e.value(), w[e.row()]);
      },
      total);
}

std::shared_ptr<const Matrix> standardized(const Matrix& matrix, const Standardization& scaling) {
  auto result = std::make_shared<Matrix>(matrix);
  if (scaling.center.size() != 0) result->rowwise() -= scaling.center.transpose();
  for (Index j = 0; j < matrix.cols(); ++j) result->col(j) /= scaling.scale[j];
  return result;
}

std::shared_ptr<const SparseMatrix> standardized(const SparseMatrix& matrix,
                                                 const Standardization& scaling) {
  auto result = std::make_shared<SparseMatrix>(matrix);
  for (Index j = 0; j < result->outerSize(); ++j) {
    for (SparseMatrix::InnerIterator e(*result, j); e; ++e) e.valueRef() /= scaling.scale[j];
  }
  return result;
}

}  // namespace

Standardization measure_features(const Samples& samples, bool subtract) {
  const Vector w =
      samples.weights.size() == 0 ? Vector(Vector::Ones(samples.count())) : samples.weights;
  const double total = w.sum();
  const Index columns = column_count(samples.features);
  const bool is_dense = std::holds_alternative<std::shared_ptr<const Matrix>>(samples.features);
  Standardization scaling;
  scaling.scale.resize(columns);
  Vector means(columns);
  std::visit(
      [&](const auto& matrix) {
        for (Index j = 0; j < columns; ++j) {
          const Moments column = column_moments(*matrix, j, w, total);
          means[j] = column.mean;
          const bool varies = column.deviation > kLeastSpread * std::abs(column.mean);
          scaling.scale[j] = varies ? column.deviation : 1;
        }
      },
      samples.features);
  if (subtract && is_dense) scaling.center = std::move(means);
  return scaling;
}

Features standardize(const Features& features, const Standardization& scaling) {
  return std::visit([&](const auto& m) -> Features { return standardized(*m, scaling); }, features);
}

}  // namespace acgd
