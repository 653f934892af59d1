#pragma once

#include <functional>

#include "problem/raw_samples.hpp"
#include "problem/samples.hpp"

namespace acgd::problem {

/// Samples as read_samples() has them before it turns their targets into numbers.
struct UncodedSamples {
  RawSamples raw;
  SampleSummary summary;
};

using RawReader = std::function<RawSamples(const RawRequest&)>;

/// Whatever is bad about them is refused as read_samples() does it. `read` reads the data.
UncodedSamples read_uncoded(const SamplesSource& source, const RawReader& read = read_raw);

}  // namespace acgd::problem
