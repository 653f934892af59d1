#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/experiments/evaluation.hpp"
#include "app/report/report.hpp"

namespace acgd::cli {

/// What the published seconds are.
inline constexpr const char* kAboutThePaper =
    "The paper's seconds are of Julia code on a shared cloud machine (Khademi and Silveti-Falls, "
    "2025). "
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

/// What to know of --quick.
inline constexpr const char* kAboutQuick =
    "The paper's claims are not evaluated with --quick: these problems are smaller than the "
    "paper's, and their runs end after 300 iterations.";

/// The same for a terminal of 80 columns, the experiments one below the other, with a count at the
/// end.
std::string to_text(const std::vector<report::Claim>& claims);

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims);

}  // namespace acgd::cli
