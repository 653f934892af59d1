#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "problem/raw_samples.hpp"
#include "problem/samples.hpp"

namespace acgd::problem {

/// The samples of this rank, in a file that has them shard by shard or lets any of them be had.
struct MappedSamples {
  RawSamples raw;  ///< the features have only their sizes, if there are maps
  std::shared_ptr<const Shards> shards;
  std::vector<std::shared_ptr<const LinearMap>> maps;  ///< see LoadedSamples
  std::string size;                                    ///< of all ranks, as SampleSummary tells it
};

/// Opens a file of acgd convert, or a .npy file by columns whose features need not be copied; nothing
/// if the data is no such file. Every rank may do it by itself. Throws InvalidInput.
std::optional<MappedSamples> map_samples(const RawRequest& request, const SamplesSource& source);

}  // namespace acgd::problem
