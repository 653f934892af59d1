#pragma once

#include <span>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "objective/vector_cache.hpp"

namespace acgd {

/// Images A * atom of the atoms of one run, by the cheapest method.
///
/// A coordinate is a column, which a dense map has in memory; an image with few entries is a list.
/// Images of other atoms of the active set are cached as vectors.
class MapImages {
 public:
  /// Keeps a reference to `map`. `bytes` is the maximum size of the cached images; at least two are
  /// cached.
  MapImages(const LinearMap& map, std::size_t bytes);

  const LinearMap& map() const { return map_; }

  /// A atom as a vector; valid until the next call
  const Vector& of(const Term& term);
  /// z += weight * A atom; the weight of the term is ignored
  void add(const Term& term, double weight, VectorRef z);
  /// z += sum of weight_i A atom_i
  void add_all(std::span<const Term> terms, VectorRef z);
  /// sum of (A atom)_i d_i y_i
  double weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y);
  /// sum of |(A atom)_i r_i|
  double absolute_dot(const Term& term, ConstVectorRef r);

  /// Appends A atom as a list if it is short: LinearMap::append_image().
  bool append(const Term& term, EntryList& list) const {
    return map_.append_image(*term.atom, list);
  }
  /// piece_i = factor_i (A atom)_i for the rows [first, last); factor has the length of an image.
  void copy_piece(const Term& term, ConstVectorRef factor, Index first, Index last, double* piece);
  /// Whether copy_piece() can be called for all these terms in turn without computing an image
  /// twice.
  bool are_at_hand(std::span<const Term> terms) const;

  void release(AtomId id) { active_.release(id); }

 private:
  bool find_list(const Term& term);
  /// The coordinate of the term if its column is in memory; else null.
  const Atom::Coordinate* stored(const Term& term) const;
  /// use(column j of the dense map), doubles or floats
  template <class Use>
  auto with_column(Index j, const Use& use) const;

  const LinearMap& map_;
  const DenseMap* dense_;  ///< the map if it is dense; else null
  VectorCache active_;     ///< images of active atoms
  Vector computed_;        ///< image of an atom that is not cached
  EntryList list_;
  std::vector<Index> columns_;  ///< columns of a dense map to add together
  std::vector<double> weights_;
};

}  // namespace acgd
