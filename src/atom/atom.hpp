#pragma once

#include "acgd/atom/atom.hpp"

namespace acgd {

/// factor * atom, in the same shape.
Atom scaled(const Atom& atom, double factor);

}  // namespace acgd
