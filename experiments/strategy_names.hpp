#pragma once

namespace acgd::experiments {

/// What the paper's strategies are called everywhere.
inline constexpr const char* kConstant = "adaptive-constant";
inline constexpr const char* kAdjustable = "adaptive-adjustable";
inline constexpr const char* kBacktracking = "backtracking";
inline constexpr const char* kShort = "short";
inline constexpr const char* kOpenLoop = "open-loop";

}  // namespace acgd::experiments
