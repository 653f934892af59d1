#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/objective/hessian.hpp"
#include "objective/atom_images.hpp"
#include "objective/column_cache.hpp"

namespace acgd {

/// H times the atoms of one run, by the cheapest way there is.
///
/// One coordinate is one column, in place where the Hessian stores it, else in a cache. The image
/// of an atom that the run keeps is kept with it. Any other atom is compared with the last few and
/// with 0: where it differs in few coordinates, its image differs in few columns; an atom seen
/// before costs nothing. Otherwise it is a product.
class HessianImages {
 public:
  /// v and H v. The pointers are good until the next image of an atom that is not kept.
  struct Image {
    const double* atom = nullptr;
    const double* image = nullptr;
  };

  /// `hessian` must stay; columns that it does not store are kept in at most `cache_bytes`, and the
  /// images of active atoms in as many.
  HessianImages(const Hessian& hessian, std::size_t cache_bytes);

  const Hessian& hessian() const { return hessian_; }
  /// Whether columns lie in memory.
  bool are_columns_stored() const { return stored_; }

  /// H e_j; good until the next column
  const double* column(Index j);
  /// H v of an atom that is not kept, or not yet.
  Image of(const Atom& atom);
  /// H v of a active atom; good as long as AtomImages says.
  const Vector& of_active(const Term& term);
  /// sum += weight * H v, by whichever of these is right for the term
  void add(const Term& term, VectorRef sum);
  void release(AtomId id) { kept_.release(id); }

  /// Bytes read so far for products and sums of columns. The columns of single coordinates and the
  /// images of active atoms do not count, so that a run on them goes the same way whatever there is
  /// room for.
  double bytes_read() const { return bytes_read_; }

  /// Asking for the image of the last atom again changes nothing that matters.
  void visit(Archive& archive);

 private:
  /// An atom of the recent past.
  struct Known {
    Vector atom;
    Vector image;
    double columns_added = 0;  ///< since its image, or an ancestor's, was a product
    long last_use = -1;        ///< before the first use: holds nothing
  };

  /// H e_j, left where it is found: what is in the cache, and in which order, does not change.
  const double* passing_column(Index j);
  /// list_ = weight * H v, where columns are lists and those of v together much shorter than an
  /// image; an entry may be in it several times.
  bool find_list(const Term& term);
  void compute_active(const Atom& atom, Vector& image);
  void make_room();
  /// The known atom (or null: the atom 0) that differs least from next_, and its differences.
  Known* closest();
  Known& least_recent();
  bool columns_are_cheaper(const Known* base) const;

  const Hessian& hessian_;
  double vector_bytes_;
  bool stored_;  ///< columns lie in memory and need no cache
  ColumnCache cache_;
  Vector scratch_;  ///< a column for which the cache has no room
  AtomImages kept_;
  EntryList list_;
  Vector dense_;           ///< a active atom, made dense for a product
  Vector passing_column_;  ///< a column for the image of a active atom
  std::array<Known, 4> known_;
  Vector next_;
  std::vector<Index> differences_;
  long uses_ = 0;
  double bytes_read_ = 0;
};

}  // namespace acgd
