#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// A sentence for each pair of curves of which one covers the other in most of the picture: their
/// gaps are the same, as far as eyes can tell, up to an iteration.
std::vector<std::string> covered_curves(const Section& section);

}  // namespace acgd::report
