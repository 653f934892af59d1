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
#include "acgd/parallel/shards.hpp"

namespace acgd {

/// What is known of samples, a row each. Shared: several fits may look at one table.
using Features = std::variant<std::shared_ptr<const Matrix>, std::shared_ptr<const SparseMatrix>>;

Index row_count(const Features& features);
Index column_count(const Features& features);

/// A table to learn from.
struct Samples {
  Features features;
  Vector targets;       ///< numbers; of classes their numbers: 0, 1, ...
  Vector weights = {};  ///< finite and >= 0, not all of them 0; empty: each is 1
  /// How they are cut, and which of them are here; null: all of them, and sums run over them as they
  /// come.
  std::shared_ptr<const Shards> shards = {};

  Index count() const { return targets.size(); }
};

/// Throws InvalidInput unless there are samples and features, all numbers are finite, and there are
/// as many targets and weights as rows.
void validate(const Samples& samples);

/// Of these rows, ascending.
Samples rows_of(const Samples& samples, std::span<const Index> rows);
Vector entries_of(const Vector& entries, std::span<const Index> rows);

/// The features times a matrix with a column for each output: a row a sample.
Matrix multiply(const Features& features, const SparseMatrix& coefficients);

/// How good predictions are. Weights are one a sample, or none: then each is 1.

/// Numbers with names, as in {"accuracy", 0.83}.
using Scores = std::vector<std::pair<std::string, double>>;

/// The share of samples whose class is the predicted one.
double accuracy(const Vector& predicted, const Vector& classes, const Vector& weights = {});

/// The chance that a sample of class 1 is predicted above one of class 0, ties counting half; NaN
/// unless both occur.
double area_under_curve(const Vector& predictions, const Vector& classes,
                        const Vector& weights = {});

/// 1 - (sum of squared errors) / (sum of squares around the mean): 1 at best. Where the targets do
/// not vary it is 1 without errors, else 0.
double r_squared(const Vector& predictions, const Vector& targets, const Vector& weights = {});

double root_mean_square_error(const Vector& predictions, const Vector& targets,
                              const Vector& weights = {});
double mean_absolute_error(const Vector& predictions, const Vector& targets,
                           const Vector& weights = {});

/// Which samples a fit sees, and which it is judged by: their numbers, ascending.
struct Fold {
  std::vector<Index> seen;
  std::vector<Index> held_out;
};

/// Every sample is held out once. The same seed gives the same folds on every machine. Classes, if
/// there are any (numbers from 0, one a sample), are spread evenly. Throws InvalidInput unless
/// 2 <= folds <= samples.
std::vector<Fold> make_folds(Index samples, Index folds, std::uint64_t seed,
                             const Vector* classes = nullptr);

}  // namespace acgd
