#pragma once

#include <string>
#include <string_view>

#include "acgd/trace/trace.hpp"

namespace acgd {

/// The line above the rows of a trace.
inline constexpr std::string_view kTraceHeader =
    "iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound\n";

/// Appends one row.
void append_row(const Record& record, std::string& rows);

}  // namespace acgd
