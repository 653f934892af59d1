#pragma once

#include <string_view>
#include <vector>

#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// The figures that Khademi and Silveti-Falls (2025) publish for an experiment, measured with Julia
/// on a shared cloud machine; none for a name that is not theirs.
std::vector<PublishedRow> published(std::string_view experiment);

}  // namespace acgd::experiments
