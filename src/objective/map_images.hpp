#pragma once

#include <span>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "objective/atom_images.hpp"

namespace acgd {

/// A times the atoms of one run, by the cheapest way there is.
///
/// A coordinate is a column, which a dense map has in memory; an image with few entries is a list
/// of them. The image of any other atom that the run keeps is kept with it, as a vector.
class MapImages {
 public:
  /// `map` must stay. The images of active atoms occupy at most so many bytes, unless two of them
  /// take more.
  MapImages(const LinearMap& map, std::size_t bytes);

  const LinearMap& map() const { return map_; }

  /// A atom as a vector; good until the next one
  const Vector& of(const Term& term);
  /// z += weight * A atom, whatever the weight of the term is
  void add(const Term& term, double weight, VectorRef z);
  /// z += sum of weight_i A atom_i
  void add_all(std::span<const Term> terms, VectorRef z);
  /// sum of (A atom)_i d_i y_i
  double weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y);
  /// sum of |(A atom)_i r_i|
  double absolute_dot(const Term& term, ConstVectorRef r);

  /// A atom as a list, where that is short: LinearMap::append_image().
  bool append(const Term& term, EntryList& list) const {
    return map_.append_image(*term.atom, list);
  }
  /// piece_i = factor_i (A atom)_i for the rows [first, last); factor is as long as an image.
  void copy_piece(const Term& term, ConstVectorRef factor, Index first, Index last, double* piece);
  /// Whether the pieces of all these images can be had one after the other, none of them computed
  /// twice.
  bool are_at_hand(std::span<const Term> terms) const;

  void release(AtomId id) { kept_.release(id); }

 private:
  bool find_list(const Term& term);
  /// The coordinate, if its column lies in memory.
  const Atom::Coordinate* stored(const Term& term) const;

  const LinearMap& map_;
  const DenseMap* dense_;  ///< the map, if it is dense
  AtomImages kept_;
  Vector computed_;  ///< of an atom that is not kept
  EntryList list_;
  std::vector<Index> columns_;  ///< of a dense map, to be added up together
  std::vector<double> weights_;
};

}  // namespace acgd
