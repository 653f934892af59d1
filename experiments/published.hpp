#pragma once

#include <string_view>
#include <vector>

#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// The figures that Khademi and Silveti-Falls (2025) publish for an experiment, measured with Julia
/// on a shared cloud machine; none for a name that is not theirs.
std::vector<PublishedRow> published(std::string_view experiment);

/// Of a run to the limit of N iterations the tables print the gap at x_{N-1}. Whether they print the
/// value there, too, or at x_N: the authors' code stores f before the step of short and open-loop,
/// and after it otherwise.
bool prints_value_before(std::string_view experiment, std::string_view strategy);

}  // namespace acgd::experiments
