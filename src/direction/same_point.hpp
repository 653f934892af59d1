#pragma once

#include <cstdint>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// Whether two atoms are the same point to the last bit, whatever shapes they have. Matrices of
/// rank one are compared by their factors.
bool same_point(const Atom& a, const Atom& b);

/// A number that the same points have in common, and others hardly ever.
std::uint64_t fingerprint(const Atom& atom);

/// The memory that its entries take.
Index byte_count(const Atom& atom);

}  // namespace acgd
