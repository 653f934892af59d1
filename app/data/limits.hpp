#pragma once

#include <cstddef>
#include <cstdint>

#include "acgd/core/vector.hpp"

/// Limits for readers. Memory and time depend on the size of the file, not on sizes in its header: a
/// few bytes never take gigabytes.
namespace acgd::data {

/// The most rows or columns of anything that is read: sparse matrices count in int, and SparseMap
/// takes sizes below 2^31 - 1.
inline constexpr Index kMaxDimension = 2147483646;

/// The highest index from 0.
inline constexpr Index kMaxId = kMaxDimension - 1;

/// The most entries of a sparse matrix.
inline constexpr Index kMaxEntries = 2147483647;

/// Rows and columns of a sparse matrix, and users and items of ratings, may exceed the entries by at
/// most this number: each takes memory, with or without an entry.
inline constexpr Index kMaxUnused = 1 << 24;

/// The same for the nodes of a graph and its edges. A node takes more memory.
inline constexpr Index kMaxUnusedNodes = 1 << 20;

/// The most entries, zeros included, of a sparse matrix that is converted to a dense one.
inline constexpr Index kMaxStored = 1 << 27;

/// The longest line of a text file, in bytes.
inline constexpr std::size_t kMaxLine = std::size_t{1} << 28;

/// The longest header of a .npy file, in bytes.
inline constexpr std::size_t kMaxHeader = 65535;

/// The most bytes in a compressed file of any size, ...
inline constexpr std::uint64_t kMaxExpanded = std::uint64_t{1} << 28;

/// ... or this multiple of its size. Deflate reaches 1032.
inline constexpr std::uint64_t kMaxExpansion = 100;

}  // namespace acgd::data
