#pragma once

#include <span>

#include "acgd/atom/atom.hpp"

namespace acgd {

struct Part {
  const Atom* atom;
  double weight;
};

/// Whether the mean of two atoms takes no more bytes than they do, or than `bytes`.
bool can_mix(const Atom& a, const Atom& b, Index bytes);

/// The mean of two atoms with these weights: sparse if both are and it is, else dense.
void mix(const Part& a, const Part& b, Atom& mean);

}  // namespace acgd
