#pragma once

#include <atomic>

namespace acgd_test {

/// How often this executable has allocated memory: it replaces malloc.
extern std::atomic<long> allocations;

}  // namespace acgd_test
