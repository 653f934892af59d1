#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/path_report.hpp"

namespace acgd::cli {

/// Everything about each fit: radius, features, losses, scores, gap, status, counts, coefficients by
/// name; positions of the best fit, of that of one standard error, and of the one that is taken.
nlohmann::ordered_json to_json(const ToldPath& told);

}  // namespace acgd::cli
