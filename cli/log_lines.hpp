#pragma once

#include <functional>
#include <string>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// An observer that prints a line on standard error at iterations 0, N, 2N, ... and the last one,
/// with the title before it: for runs whose output goes to a file. None if N is 0. Throws
/// InvalidInput if N is negative, or if nothing is to be printed.
std::function<bool(const Record&)> log_lines(Index every, bool quiet, std::string title);

}  // namespace acgd::cli
