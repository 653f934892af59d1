#pragma once

#include "acgd/core/vector.hpp"

// There in programs that are linked with a sanitizer, else null.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

/// Sanitized programs are ten times as slow, and look for other things.
namespace effort {

inline bool is_sanitized() { return &__asan_init != nullptr || &__tsan_init != nullptr; }

/// Iterations of a run that is long enough for rounding errors to add up.
inline acgd::Index long_run() { return is_sanitized() ? 20000 : 1000000; }

/// Steps of a walk beside a plain one.
inline int long_walk() { return is_sanitized() ? 300 : 3000; }

/// Random combinations.
inline unsigned combinations() { return is_sanitized() ? 300 : 4000; }

}  // namespace effort
