#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// How they are evaluated.
inline constexpr const char* kAboutClaims =
    "Of a run to the limit of N iterations the paper prints the gap at x_{N-1}, and the value "
    "there "
    "for short and open-loop, at x_N for the others: so do these numbers, in the order of the "
    "strategies in the claim. The spread of L is its 95th percentile over its 5th. Times are told "
    "apart where every repetition of one run took less than a third of every one of the other.";

/// "The paper's claims: 24 hold, 9 do not hold, 20 cannot be told"
std::string claims_title(const std::vector<Claim>& claims);

/// A table of them, under that title; nothing if there are none.
std::string claims_html(const Report& report);

}  // namespace acgd::report
