#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// "The paper's claims: 24 hold, 9 do not hold, 20 cannot be told"
std::string claims_title(const std::vector<Claim>& claims);

/// A table of them, under that title and the note; nothing if there are none.
std::string claims_html(const std::vector<Claim>& claims, const std::string& note);

}  // namespace acgd::report
