#pragma once

#include "problem/raw_samples.hpp"
#include "problem/samples.hpp"

namespace acgd::problem {

/// Throws InvalidInput if what the user says of samples does not go together.
void check_choices(const SamplesSource& source);

/// How the data is to be read, by what the user says of it. `source` must outlive it.
RawRequest raw_request(const SamplesSource& source);

}  // namespace acgd::problem
