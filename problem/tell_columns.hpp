#pragma once

#include "problem/raw_samples.hpp"
#include "problem/samples.hpp"

namespace acgd::problem {

/// Tells the summary what the header and the roles of columns say, and where targets and weights are
/// from.
void tell_columns(const RawSamples& raw, const SamplesSource& source, SampleSummary& summary);

}  // namespace acgd::problem
