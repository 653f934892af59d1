#pragma once

#include <memory>

#include "acgd/parallel/shards.hpp"
#include "io/limits.hpp"
#include "problem/raw_samples.hpp"

namespace acgd::problem {

/// Ranks that have read some of the samples each, in their order, come to terms: as many features,
/// the same columns and roles, words if one of them has words. Those of rank 0 are asked.
void unite(RawSamples& raw, const Team& team);

/// What a rank can have.
struct DealLimits {
  std::string data;                 ///< how they are called
  Index entries = io::kMaxEntries;  ///< of a sparse matrix
};

/// Gives every rank the samples of its own shards. All ranks call it at the same time, once they
/// have come to terms. Throws InvalidInput on all of them, before anything is sent, if one would have
/// more than it can.
void deal(RawSamples& raw, const Shards& shards, const DealLimits& limits);

/// Targets as one rank would have them that has all: of many, only those that differ.
RawTargets united_targets(const RawTargets& own, const Team& team);

}  // namespace acgd::problem
