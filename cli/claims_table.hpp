#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/evaluation.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// The verdicts on all that the paper says of these experiments, in their order.
std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations);

/// What to know where the problems were smaller.
inline constexpr const char* about_quick_claims =
    "With --quick the problems are smaller than the paper's: orders are those of the smaller ones, "
    "and nothing else can be told.";

/// The same for a terminal of 80 columns, below the note, the experiments one below the other, with
/// a count at the end.
std::string to_text(const std::vector<report::Claim>& claims, const std::string& note);

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims);

}  // namespace acgd::cli
