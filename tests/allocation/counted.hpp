#pragma once

#include <atomic>

namespace acgd_test {

/// Number of allocations of this executable, which replaces malloc.
extern std::atomic<long> allocations;

}  // namespace acgd_test
