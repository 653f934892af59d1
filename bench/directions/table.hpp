#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "directions/run_comparison.hpp"

namespace bench {

/// The heading of the table of comparisons, and the rows of one.
void print_comparison_heading();
void print(const ComparisonOutcome& outcome);

nlohmann::ordered_json to_json(const std::vector<ComparisonOutcome>& outcomes);

}  // namespace bench
