#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/evaluation.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// What the published seconds are.
inline constexpr const char* about_the_paper =
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

}  // namespace acgd::cli
