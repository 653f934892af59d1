#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/evaluation.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// What the published seconds are.
inline constexpr const char* kAboutThePaper =
    "The paper's seconds are of Julia code on a shared cloud machine (Khademi and Silveti-Falls, "
    "2025). Where a run took all 3000 iterations, its value and gap are those before the last "
    "step. "
    "Times faster is told where the work was the same: as many iterations, and f ended at the "
    "published value.";

/// A row a strategy: what it did here, beside the published figures and, where it was the same
/// work, the ratio of the times.
report::Table to_table(const experiments::Evaluation& evaluation);

/// The same within 80 columns: the published rows below ours.
std::string to_text(const experiments::Evaluation& evaluation);

/// Sentences that the table needs.
std::vector<std::string> notes(const experiments::Evaluation& evaluation);

/// The same with all its curves; `command` reruns this experiment alone.
report::Section to_section(const experiments::Evaluation& evaluation, std::string command);

nlohmann::ordered_json to_json(const experiments::Evaluation& evaluation);

/// The verdicts on all that the paper says of these experiments, in their order.
std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations);

/// What to know where the problems were smaller.
inline constexpr const char* kAboutTwins =
    "These are small twins of the paper's experiments, run for seconds. What the paper claims, it "
    "claims of the large ones: here it need not show, and what does not hold here says nothing "
    "against it. Orders are those of the small ones, and nothing else can be told.";

/// The same for a terminal of 80 columns, the experiments one below the other, with a count at the
/// end; of small twins, below what to know of them.
std::string to_text(const std::vector<report::Claim>& claims, bool is_small);

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims);

}  // namespace acgd::cli
