#include "acgd/objective/identity_map.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

IdentityMap::IdentityMap(Index size) : size_(size) { require_at_least("size", size, 1); }

void IdentityMap::image(const Atom& atom, Vector& z) const {
  z.resize(size_);
  atom.assign_to(z);
}

}  // namespace acgd
