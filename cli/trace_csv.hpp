#pragma once

#include <string>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// iteration,time_s,value,gap,step,lipschitz,backtracks with 17 significant digits. Row k: value
/// and gap at x_k; step, final L and backtracks used to leave x_k. What there is none of is empty.
std::string to_csv(const Trace& trace);

}  // namespace acgd::cli
