#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "acgd/trace/record.hpp"

namespace acgd {

/// A trace as CSV, under the header iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound,
/// with 17 significant digits. Row k: value and gap at x_k; step, final L and backtracks used to
/// leave x_k; the largest value - gap of rows 0 to k. Missing values are empty.
std::string to_csv(const Trace& trace);

/// The same into a stream, or into a file that appears whole or not at all. The latter throws
/// FileError, and then leaves what was there before.
void write_trace(std::ostream& out, const Trace& trace);
void write_trace(const std::filesystem::path& file, const Trace& trace);

}  // namespace acgd
