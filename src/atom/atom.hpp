#pragma once

#include "acgd/atom/atom.hpp"

namespace acgd {

/// factor * atom, in its own shape.
Atom scaled(const Atom& atom, double factor);

}  // namespace acgd
