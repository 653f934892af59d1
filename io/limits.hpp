#pragma once

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// The most rows or columns of anything that is read: sparse matrices count in int, and SparseMap
/// takes sizes below 2^31 - 1.
inline constexpr Index kMaxDimension = 2147483646;

/// The highest number that counts from 0.
inline constexpr Index kMaxId = kMaxDimension - 1;

/// The most entries of a sparse matrix.
inline constexpr Index kMaxEntries = 2147483647;

}  // namespace acgd::io
