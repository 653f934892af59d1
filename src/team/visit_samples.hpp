#pragma once

#include "acgd/core/archive.hpp"
#include "acgd/team/shards.hpp"

namespace acgd {

/// A vector with an entry for each sample here, on its way into a checkpoint or back: the checkpoint
/// has the samples of all ranks, so that any number of them can go on. Without
/// shards it is visited as it is. All ranks visit at the same time.
void visit_samples(Archive& archive, const Shards* shards, Vector& samples);

}  // namespace acgd
