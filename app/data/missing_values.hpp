#pragma once

#include <string>
#include <vector>

#include "acgd/parallel/shards.hpp"
#include "app/data/raw_samples.hpp"

/// Cells of samples that are missing.
namespace acgd::problem {

/// The rows whose target and weight are there, if there are any, and all features too if they are
/// needed.
std::vector<Index> complete_rows(const RawSamples& samples, bool needs_features);

/// The mean of what is there in each column, on all ranks; empty weights: each is 1. Throws
/// InvalidInput, naming the column, if nothing is.
Vector column_means(const Matrix& features, const Vector& weights, const Shards& shards,
                    const std::vector<std::string>& names);

/// Puts these in the places of what is missing, and tells how often.
Index fill(Matrix& features, const Vector& values);

}  // namespace acgd::problem
