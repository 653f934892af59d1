#pragma once

#include <cstdlib>

#include "acgd/core/vector.hpp"

// Non-null in programs that are linked with a sanitizer.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

/// How long tests are. Those of make test are shorter than those of make test-all, which sets
/// ACGD_THOROUGH. Sanitized programs are about ten times slower.
namespace effort {

inline bool is_sanitized() { return &__asan_init != nullptr || &__tsan_init != nullptr; }

template <class Number>
Number choose(Number sanitized, Number brief, Number thorough) {
  if (is_sanitized()) return sanitized;
  return std::getenv("ACGD_THOROUGH") == nullptr ? brief : thorough;
}

/// Iterations of a run that is long enough for rounding errors to accumulate.
inline acgd::Index long_run() { return choose<acgd::Index>(20000, 200000, 1000000); }

/// Steps of a lockstep comparison with a plain implementation.
inline int long_walk() { return choose(300, 1000, 3000); }

/// Number of random combinations.
inline unsigned combinations() { return choose(300u, 2000u, 4000u); }

}  // namespace effort
