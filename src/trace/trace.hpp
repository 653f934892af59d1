#pragma once

#include <string>
#include <string_view>

#include "acgd/trace/trace.hpp"

namespace acgd {

/// Header line of the CSV.
inline constexpr std::string_view kTraceHeader =
    "iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound\n";

/// Appends the CSV row of a record.
void append_row(const Record& record, std::string& rows);

}  // namespace acgd
