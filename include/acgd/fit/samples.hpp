#pragma once

#include <memory>
#include <span>
#include <variant>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/team/shards.hpp"

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

}  // namespace acgd
