#pragma once

#include "acgd/core/vector.hpp"

/// Sanitized programs are ten times as slow, and look for other things.
namespace effort {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// Iterations of a run that is long enough for rounding errors to add up.
constexpr acgd::Index long_run() { return kSanitized ? 20000 : 1000000; }

/// Random combinations.
constexpr unsigned combinations() { return kSanitized ? 300 : 4000; }

}  // namespace effort
