#include "acgd/objective/identity_map.hpp"

#include <limits>

#include "acgd/core/error.hpp"
#include "objective/atom_entries.hpp"

namespace acgd {

IdentityMap::IdentityMap(Index size) : size_(size) { require_at_least("size", size, 1); }

void IdentityMap::image(const Atom& atom, VectorRef z) const { atom.assign_to(z); }

std::optional<Index> IdentityMap::image_length(const Atom& atom) const {
  const Index entries = count_stored_entries(atom);
  const bool is_short =
      kListsAreShorter * entries <= size_ && size_ < std::numeric_limits<int>::max();
  return is_short ? std::optional(entries) : std::nullopt;
}

bool IdentityMap::append_image(const Atom& atom, EntryList& image) const {
  if (!image_length(atom)) return false;
  for_each_entry(atom, 0, [&](Index i, double value) { image.add(i, value); });
  return true;
}

}  // namespace acgd
