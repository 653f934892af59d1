#pragma once

#include <cstdint>

namespace acgd::io {

/// Bytes of memory that this process can have at most, its pages of files among them: those of the
/// machine, or of its control group (version 1 or 2) and those around it.
std::uint64_t memory_limit();

}  // namespace acgd::io
