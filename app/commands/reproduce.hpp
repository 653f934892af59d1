#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/experiments/evaluation.hpp"
#include "app/report/report.hpp"

namespace acgd::commands {

/// Explanation of the published times.
inline constexpr const char* kAboutThePaper =
    "The paper's times are those of Julia code on a shared cloud machine (Khademi and "
    "Silveti-Falls, 2025). \"times faster\" is given where the work was the same: the same number "
    "of iterations and the published final value of f.";

/// A row per strategy: its results, the published ones and, if the work was the same, the ratio of
/// the times.
report::Table to_table(const experiments::Evaluation& evaluation);

/// The same within 80 columns, with the published rows below ours.
std::string to_text(const experiments::Evaluation& evaluation);

/// Remarks on the table.
std::vector<std::string> notes(const experiments::Evaluation& evaluation);

/// The report section with all curves; `command` reruns this experiment alone.
report::Section to_section(const experiments::Evaluation& evaluation, std::string command);

nlohmann::ordered_json to_json(const experiments::Evaluation& evaluation);

/// Results for all claims of the paper on these experiments, in the same order.
std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations);

/// Remark on --quick.
inline constexpr const char* kAboutQuick =
    "The paper's claims are not evaluated with --quick: these problems are smaller than the "
    "paper's, and their runs end after 300 iterations.";

/// Text for terminals of 80 columns: the claims by experiment, with their number by status at the
/// end.
std::string to_text(const std::vector<report::Claim>& claims);

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims);

}  // namespace acgd::commands
