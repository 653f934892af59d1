#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "directions/hold.hpp"

namespace bench {

/// The head of the table of contests, and the lines of one.
void print_contest_heading();
void print(const ContestOutcome& outcome);

nlohmann::ordered_json to_json(const std::vector<ContestOutcome>& outcomes);

}  // namespace bench
