#include "acgd/fit/samples.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

// A column with standard deviation at most this times its |mean| counts as constant: its gradients
// would have at most four correct digits.
constexpr double kLeastSpread = 1e-11;

template <class Each>
void for_each_entry_of(const Matrix& matrix, Index j, Reduction::Range rows, const Each& each) {
  for (Index i = rows.first; i < rows.last; ++i) each(i, matrix(i, j));
}

template <class Each>
void for_each_entry_of(const SparseMatrix& matrix, Index j, Reduction::Range rows,
                       const Each& each) {
  const int* begin = matrix.innerIndexPtr();
  const int* end = begin + matrix.outerIndexPtr()[j + 1];
  const int* at = std::lower_bound(begin + matrix.outerIndexPtr()[j], end, rows.first);
  for (; at != end && *at < rows.last; ++at) each(*at, matrix.valuePtr()[at - begin]);
}

/// Sums over the samples of all blocks: fill(range, out) adds the terms of a range to `size`
/// entries.
template <class Fill>
void sum_over(const Samples& samples, Index size, const Fill& fill, double* sums) {
  if (samples.reduction != nullptr) return samples.reduction->sum_long(size, fill, sums);
  std::fill(sums, sums + size, 0.0);
  fill(Reduction::Range{0, samples.count()}, sums);
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

// Entries that a sparse column does not store are 0; their weight is the total minus that of the
// stored ones. In the second pass sum w (x - m) corrects the rounded mean m, so that a constant
// column has deviation 0 and is exactly 0 after subtracting its mean.
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
        // For each column: the weighted sum, the weight and the number of stored entries with
        // positive weight. The last two entries are the weight and the number of all samples.
        Vector sums(3 * columns + 2), moments(2 * columns);
        const auto sum_entries = [&](Reduction::Range rows, double* out) {
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
        const auto sum_moments = [&](Reduction::Range rows, double* out) {
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
          // Rounding would leave a difference of the two sums even where no entry is missing.
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

namespace {

void check_finite(const char* name, const Vector& numbers) {
  for (Index i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      throw InvalidInput({name, i}, numbers[i], "must be finite");
    }
  }
}

void check_count(const char* name, Index count, Index rows) {
  if (count == rows) return;
  throw InvalidInput(name,
                     compose("{} of them, must be one for each of the {} samples", count, rows));
}

std::shared_ptr<const Matrix> rows_of(const Matrix& matrix, std::span<const Index> rows) {
  auto some = std::make_shared<Matrix>(static_cast<Index>(rows.size()), matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) {
    const double* from = matrix.col(j).data();
    double* to = some->col(j).data();
    for (const Index i : rows) *to++ = from[i];
  }
  return some;
}

std::shared_ptr<const SparseMatrix> rows_of(const SparseMatrix& matrix,
                                            std::span<const Index> rows) {
  constexpr int kAbsent = -1;
  std::vector<int> place(static_cast<std::size_t>(matrix.rows()), kAbsent);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    place[rows[k]] = static_cast<int>(k);
  }
  const auto count = static_cast<Index>(rows.size());
  auto some = std::make_shared<SparseMatrix>(count, matrix.cols());
  some->reserve(matrix.nonZeros());
  for (Index j = 0; j < matrix.outerSize(); ++j) {
    some->startVec(j);
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      const int row = place[entry.row()];
      if (row != kAbsent) some->insertBack(row, j) = entry.value();
    }
  }
  some->finalize();
  return some;
}

}  // namespace

Index row_count(const Features& features) {
  return std::visit([](const auto& matrix) { return Index{matrix->rows()}; }, features);
}

Index column_count(const Features& features) {
  return std::visit([](const auto& matrix) { return Index{matrix->cols()}; }, features);
}

void validate(const Samples& samples) {
  const bool is_there =
      std::visit([](const auto& matrix) { return matrix != nullptr; }, samples.features);
  if (!is_there) throw InvalidInput("features", "must not be null");
  const Index rows = row_count(samples.features);
  if (rows == 0) throw InvalidInput("features", "there are no samples");
  if (column_count(samples.features) == 0) throw InvalidInput("features", "there are none");
  check_count("targets", samples.targets.size(), rows);
  check_finite("targets", samples.targets);
  if (samples.weights.size() == 0) return;
  check_count("weights", samples.weights.size(), rows);
  check_finite("weights", samples.weights);
  for (Index i = 0; i < rows; ++i) {
    if (samples.weights[i] < 0) {
      throw InvalidInput({"weights", i}, samples.weights[i], "must be >= 0");
    }
  }
  if (samples.weights.maxCoeff() == 0) throw InvalidInput("weights", "all of them are 0");
}

Vector entries_of(const Vector& entries, std::span<const Index> rows) {
  if (entries.size() == 0) return {};
  Vector some(static_cast<Index>(rows.size()));
  double* to = some.data();
  for (const Index i : rows) *to++ = entries[i];
  return some;
}

Samples rows_of(const Samples& samples, std::span<const Index> rows) {
  return {.features = std::visit([&](const auto& m) -> Features { return rows_of(*m, rows); },
                                 samples.features),
          .targets = entries_of(samples.targets, rows),
          .weights = entries_of(samples.weights, rows)};
}

Matrix multiply(const Features& features, const SparseMatrix& coefficients) {
  return std::visit(
      [&](const auto& matrix) -> Matrix {
        Matrix product = Matrix::Zero(matrix->rows(), coefficients.cols());
        for (Index k = 0; k < coefficients.outerSize(); ++k) {
          for (SparseMatrix::InnerIterator entry(coefficients, k); entry; ++entry) {
            product.col(k) += entry.value() * matrix->col(entry.row());
          }
        }
        return product;
      },
      features);
}

namespace {

Vector ones_unless(const Vector& weights, Index count) {
  return weights.size() == 0 ? Vector(Vector::Ones(count)) : weights;
}

}  // namespace

double accuracy(const Vector& predicted, const Vector& classes, const Vector& weights) {
  const Vector w = ones_unless(weights, classes.size());
  const double right = (predicted.array() == classes.array()).select(w.array(), 0.0).sum();
  return right / w.sum();
}

double area_under_curve(const Vector& predictions, const Vector& classes, const Vector& weights) {
  const Vector w = ones_unless(weights, classes.size());
  std::vector<Index> order(static_cast<std::size_t>(predictions.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return predictions[a] < predictions[b]; });
  // Mann-Whitney statistic: pairs of a positive sample above a negative one, ties count half.
  double positives = 0, negatives = 0, beaten = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    double positive = 0, negative = 0;
    std::size_t end = begin;
    while (end < order.size() && predictions[order[end]] == predictions[order[begin]]) {
      const Index i = order[end++];
      (classes[i] > 0 ? positive : negative) += w[i];
    }
    beaten += positive * (negatives + 0.5 * negative);
    positives += positive;
    negatives += negative;
    begin = end;
  }
  return beaten / (positives * negatives);
}

double r_squared(const Vector& predictions, const Vector& targets, const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  const double mean = w.dot(targets) / w.sum();
  const double errors = w.dot((predictions - targets).cwiseAbs2());
  const double spread = w.dot(Vector(targets.array() - mean).cwiseAbs2());
  if (spread == 0) return errors == 0 ? 1 : 0;
  return 1 - errors / spread;
}

double root_mean_square_error(const Vector& predictions, const Vector& targets,
                              const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  return std::sqrt(w.dot((predictions - targets).cwiseAbs2()) / w.sum());
}

double mean_absolute_error(const Vector& predictions, const Vector& targets,
                           const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  return w.dot((predictions - targets).cwiseAbs()) / w.sum();
}

namespace {

/// Uniform integer in [0, count), the same on every platform.
std::uint64_t draw_below(std::uint64_t count, std::mt19937_64& engine) {
  const std::uint64_t unused = -count % count;  // 2^64 modulo count
  std::uint64_t number = engine();
  while (number < unused) number = engine();
  return number % count;
}

/// Fisher-Yates shuffle; std::shuffle differs between standard libraries.
std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  std::mt19937_64 engine(seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[draw_below(left, engine)]);
  }
  return order;
}

}  // namespace

std::vector<Fold> make_folds(Index samples, Index folds, std::uint64_t seed,
                             const Vector* classes) {
  if (folds < 2 || folds > samples) {
    throw InvalidInput("folds", folds,
                       compose("must be from 2 to the number of samples, {}", samples));
  }
  std::vector<Index> order = shuffled(samples, seed);
  // Assign each class to the folds in turn: the sizes of a class in two folds differ by at most
  // one.
  if (classes != nullptr) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return (*classes)[a] < (*classes)[b]; });
  }
  std::vector<Index> fold_of(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    fold_of[order[k]] = static_cast<Index>(k) % folds;
  }
  std::vector<Fold> all(static_cast<std::size_t>(folds));
  for (Index i = 0; i < samples; ++i) {
    for (Index fold = 0; fold < folds; ++fold) {
      Fold& each = all[fold];
      const bool is_held_out = fold_of[i] == fold;
      (is_held_out ? each.held_out : each.seen).push_back(i);
    }
  }
  return all;
}

}  // namespace acgd
