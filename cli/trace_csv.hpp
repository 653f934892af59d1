#pragma once

#include <fmt/format.h>

#include <string>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// iteration,time_s,value,gap,step,lipschitz,backtracks with 17 significant digits. Row k: value
/// and gap at x_k; step, final L and backtracks used to leave x_k. What there is none of is empty.
std::string to_csv(const Trace& trace);

/// The line above the rows, and one row at a time.
extern const std::string_view csv_header;
void add_csv_row(const Record& record, fmt::memory_buffer& out);

}  // namespace acgd::cli
