#pragma once

#include <atomic>

namespace acgd_test {

/// Number of allocations of this executable, which replaces malloc.
extern std::atomic<long> allocations;
/// The allocation with this number fails.
extern std::atomic<long> failing_allocation;

}  // namespace acgd_test
