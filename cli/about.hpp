#pragma once

#include <string>

namespace acgd::cli {

/// The processor and the number of threads, as reports tell them.
std::string machine();

/// 2026-01-31 12:00 UTC
std::string now();

}  // namespace acgd::cli
