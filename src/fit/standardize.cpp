#include "fit/standardize.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

// A column whose standard deviation is at most this times its mean counts as constant: gradients of
// it would have four digits at most.
constexpr double kLeastSpread = 1e-11;

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

// Entries of sparse columns that are not stored are 0; their weight is what is left of the total. In
// the second pass sum w (x - m) corrects the rounded mean m: a constant column has deviation 0 and is
// 0 where its mean is subtracted.
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
        // Of each column its sum, the weight and the number of what is stored, without samples of
        // weight 0; of all samples their weight and number at the end.
        Vector sums(3 * columns + 2), moments(2 * columns);
        const auto sum_entries = [&](Shards::Range rows, double* out) {
          for (Index j = 0; j < columns; ++j) {
            for_each_entry_of(*matrix, j, rows, [&](Index i, double value) {
              out[j] += w[i] * value;
              out[columns + j] += w[i];
              out[2 * columns + j] += w[i] > 0 ? 1 : 0;
            });
          }
          const auto some = w.segment(rows.first, rows.size()).array();
          out[3 * columns] = some.sum();
          out[3 * columns + 1] = static_cast<double>((some > 0).count());
        };
        sum_over(samples, sums.size(), sum_entries, sums.data());
        const double total = sums[3 * columns];
        means = sums.head(columns) / total;
        const auto sum_moments = [&](Shards::Range rows, double* out) {
          for (Index j = 0; j < columns; ++j) {
            for_each_entry_of(*matrix, j, rows, [&](Index i, double value) {
              const double d = value - means[j];
              out[j] += w[i] * d;
              out[columns + j] += w[i] * d * d;
            });
          }
        };
        sum_over(samples, moments.size(), sum_moments, moments.data());
        for (Index j = 0; j < columns; ++j) {
          // A difference of two sums is exactly 0 only if it is known to be.
          const bool all_stored = sums[2 * columns + j] == sums[3 * columns + 1];
          const double absent = all_stored ? 0 : total - sums[columns + j];
          const double shift = (moments[j] - absent * means[j]) / total;
          const double squares = (moments[columns + j] + absent * means[j] * means[j]) / total;
          const double deviation = std::sqrt(std::max(squares - shift * shift, 0.0));
          means[j] += shift;
          scaling.scale[j] = deviation > kLeastSpread * std::abs(means[j]) ? deviation : 1;
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
