#pragma once

#include "io/sample_file.hpp"
#include "problem/raw_samples.hpp"

namespace acgd::problem {

/// The samples of the shards [first, last) of a file of acgd convert. Without their features, which
/// then stay in the file, the matrix is empty but for its size.
RawSamples read_shards(const io::SampleFile& file, Index first, Index last, bool with_features);

}  // namespace acgd::problem
