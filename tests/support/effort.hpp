#pragma once

#include "acgd/core/vector.hpp"

// Non-null in programs that are linked with a sanitizer.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

/// Sanitized programs are about ten times slower.
namespace effort {

inline bool is_sanitized() { return &__asan_init != nullptr || &__tsan_init != nullptr; }

/// Iterations of a run that is long enough for rounding errors to accumulate.
inline acgd::Index long_run() { return is_sanitized() ? 20000 : 1000000; }

/// Steps of a lockstep comparison with a plain implementation.
inline int long_walk() { return is_sanitized() ? 300 : 3000; }

/// Number of random combinations.
inline unsigned combinations() { return is_sanitized() ? 300 : 4000; }

}  // namespace effort
