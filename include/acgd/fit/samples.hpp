#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// Features of samples, one row each. Shared: several fits may use one table.
using Features = std::variant<std::shared_ptr<const Matrix>, std::shared_ptr<const SparseMatrix>>;

Index row_count(const Features& features);
Index column_count(const Features& features);

/// A training set.
struct Samples {
  Features features;
  Vector targets;       ///< numbers, or class indices 0, 1, ...
  Vector weights = {};  ///< finite and >= 0, not all 0; empty: each is 1
  /// The partition of the samples and the part of this rank; null: all samples are here, and sums
  /// run over them in order.
  std::shared_ptr<const Reduction> reduction = {};

  Index count() const { return targets.size(); }
};

/// Throws InvalidInput unless there are samples and features, targets and weights are finite and as
/// many as rows, and weights are valid.
void validate(const Samples& samples);

/// The samples of these rows, which must ascend.
Samples rows_of(const Samples& samples, std::span<const Index> rows);
Vector entries_of(const Vector& entries, std::span<const Index> rows);

/// Standardisation of features for a fit: (feature - center) / scale. Coefficients of models are in
/// the units of the data.
struct Standardization {
  Vector center = {};  ///< empty: not centred
  Vector scale = {};   ///< empty: not scaled; 1 for constant features
};

/// Weighted means of dense features, if `subtract`, and standard deviations, with 1 in place of 0:
/// a constant feature is not scaled. Sparse features are not centred, which would destroy their
/// sparsity.
Standardization measure_features(const Samples& samples, bool subtract);

/// (features - center) / scale
Features standardize(const Features& features, const Standardization& scaling);

/// The features times a matrix with a column per output; one row per sample.
Matrix multiply(const Features& features, const SparseMatrix& coefficients);

/// Scores of predictions. Weights are one per sample, or empty: then each is 1.

/// Named numbers, as in {"accuracy", 0.83}.
using Scores = std::vector<std::pair<std::string, double>>;

/// Fraction of samples whose predicted class is correct.
double accuracy(const Vector& predicted, const Vector& classes, const Vector& weights = {});

/// Probability that a sample of class 1 is predicted above one of class 0, ties counting half; NaN
/// unless both classes occur.
double area_under_curve(const Vector& predictions, const Vector& classes,
                        const Vector& weights = {});

/// 1 - (sum of squared errors) / (sum of squares around the mean); at most 1. If the targets are
/// constant, it is 1 without errors, else 0.
double r_squared(const Vector& predictions, const Vector& targets, const Vector& weights = {});

double root_mean_square_error(const Vector& predictions, const Vector& targets,
                              const Vector& weights = {});
double mean_absolute_error(const Vector& predictions, const Vector& targets,
                           const Vector& weights = {});

/// Indices of the training and the held-out samples of a fold, ascending.
struct Fold {
  std::vector<Index> seen;
  std::vector<Index> held_out;
};

/// Partitions the samples into folds: every sample is held out once. The same seed gives the same
/// folds on every platform. With class indices, one per sample, folds are stratified. Throws
/// InvalidInput unless 2 <= folds <= samples.
std::vector<Fold> make_folds(Index samples, Index folds, std::uint64_t seed,
                             const Vector* classes = nullptr);

}  // namespace acgd
