#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/evaluation.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// The verdicts on all that the paper says of these experiments, in their order.
std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations);

/// The same for a terminal of 80 columns, the experiments one below the other, with a count at the
/// end; `quick`: on smaller problems than the paper's.
std::string to_text(const std::vector<report::Claim>& claims, bool quick);

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims);

}  // namespace acgd::cli
