#pragma once

#include <string_view>
#include <vector>

#include "experiments/claim.hpp"

namespace acgd::experiments {

/// What the paper says of an experiment in its tables and in the sentences beside them: who
/// converges, in which order the strategies end, and the figures themselves; none for a name that
/// is not theirs.
std::vector<Claim> claims(std::string_view experiment);

/// Which geometry the paper finds best for least squares. The rows are those of one strategy in
/// each geometry, under the geometry's name.
std::vector<Claim> geometry_claims();

/// Of how many of the constrained experiments a claim is made: of all of them, of more than half, of
/// at least one but not of all.
enum class Extent { all, most, some };

struct SummaryClaim {
  std::string text;
  Claim each;
  Extent extent;
};

/// What the paper's summary says of its constrained experiments together.
const std::vector<SummaryClaim>& summary_claims();

}  // namespace acgd::experiments
