#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// "The paper's claims: 24 hold, 9 do not hold, 20 cannot be told"
/// and of small runs that they need not show there.
std::string claims_title(const std::vector<Claim>& claims, bool is_small);

/// A table of them, under that title; nothing if there are none.
std::string claims_html(const Report& report);

}  // namespace acgd::report
