#include "fit/standardize.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

// A spread of less is rounding: the column is constant.
constexpr double kLeastSpread = 1e-12;

template <class Each>
void for_each_entry_of(const Matrix& matrix, Index j, Shards::Range rows, const Each& each) {
  for (Index i = rows.first; i < rows.last; ++i) each(i, matrix(i, j));
}

template <class Each>
void for_each_entry_of(const SparseMatrix& matrix, Index j, Shards::Range rows, const Each& each) {
  const int* begin = matrix.innerIndexPtr();
  const int* end = begin + matrix.outerIndexPtr()[j + 1];
  const int* at = std::lower_bound(begin + matrix.outerIndexPtr()[j], end, rows.first);
  for (; at != end && *at < rows.last; ++at) each(*at, matrix.valuePtr()[at - begin]);
}

/// Sums over the samples, shard by shard: fill(range, out) writes a number for each place.
template <class Fill>
void sum_over(const Samples& samples, Index size, const Fill& fill, double* sums) {
  if (samples.shards != nullptr) return samples.shards->sum_long(size, fill, sums);
  std::fill(sums, sums + size, 0.0);
  fill(Shards::Range{0, samples.count()}, sums);
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

// Of a column the entries that are 0 need not be there: their weights are the rest of the total.
Standardization measure_features(const Samples& samples, bool subtract) {
  const Vector w =
      samples.weights.size() == 0 ? Vector(Vector::Ones(samples.count())) : samples.weights;
  const Index columns = column_count(samples.features);
  const bool is_dense = std::holds_alternative<std::shared_ptr<const Matrix>>(samples.features);
  Standardization scaling;
  scaling.scale.resize(columns);
  Vector means(columns);
  std::visit(
      [&](const auto& matrix) {
        // Of each column its sum and the weight of what is there; and the weight of all at the end.
        Vector sums(2 * columns + 1), squares(columns);
        sum_over(
            samples, sums.size(),
            [&](Shards::Range rows, double* out) {
              for (Index j = 0; j < columns; ++j) {
                for_each_entry_of(*matrix, j, rows, [&](Index i, double value) {
                  out[j] += w[i] * value;
                  out[columns + j] += w[i];
                });
              }
              out[2 * columns] = w.segment(rows.first, rows.size()).sum();
            },
            sums.data());
        const double total = sums[2 * columns];
        means = sums.head(columns) / total;
        sum_over(
            samples, columns,
            [&](Shards::Range rows, double* out) {
              for (Index j = 0; j < columns; ++j) {
                for_each_entry_of(*matrix, j, rows, [&](Index i, double value) {
                  out[j] += w[i] * (value - means[j]) * (value - means[j]);
                });
              }
            },
            squares.data());
        for (Index j = 0; j < columns; ++j) {
          const double absent = (total - sums[columns + j]) * means[j] * means[j];
          const double deviation = std::sqrt(std::max(squares[j] + absent, 0.0) / total);
          const bool varies = deviation > kLeastSpread * std::abs(means[j]);
          scaling.scale[j] = varies ? deviation : 1;
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
