#pragma once

#include "acgd/core/archive.hpp"
#include "acgd/team/shards.hpp"

namespace acgd {

/// Visits a vector with an entry for each sample of this rank, for a checkpoint that has those of
/// all, in the order of samples: as many ranks as there are may go on from it. All ranks call this.
///
/// Only what rank 0 saves is a whole: the others give it theirs, and save no entries. To load, every
/// rank has the whole, and takes its own.
/// Without shards there are no other ranks.
void visit_samples(Archive& archive, const Shards* shards, Vector& values);

}  // namespace acgd
