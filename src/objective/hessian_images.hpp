#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/objective/hessian.hpp"
#include "objective/column_cache.hpp"

namespace acgd {

/// H times the atoms of one run, by the cheapest way there is.
///
/// One coordinate is one column, in place where the Hessian stores it, else in a cache. Any other
/// atom is compared with the last few and with 0: where it differs in few coordinates, its image
/// differs in few columns; an atom seen before costs nothing. Otherwise it is a product.
class HessianImages {
 public:
  /// H v for v = scale * e_coordinate (then atom is null and the image is scale * image), or for
  /// any vector v. The pointers are good until the next image.
  struct Image {
    Index coordinate = 0;
    double scale = 1;
    const double* atom = nullptr;
    const double* image = nullptr;
  };

  /// `hessian` must stay; columns that it does not store are kept in at most `cache_bytes`.
  HessianImages(const Hessian& hessian, std::size_t cache_bytes);

  Image of(const Atom& atom);

  /// Bytes read so far for products and sums of columns. The columns of single coordinates do not
  /// count, so that a run on them goes the same way whatever the cache holds.
  double bytes_read() const { return bytes_read_; }

  /// Asking for the image of the last atom again changes nothing that matters.
  void visit(State& state);

 private:
  /// An atom of the recent past.
  struct Known {
    Vector atom;
    Vector image;
    double columns_added = 0;  ///< since its image, or an ancestor's, was a product
    long last_use = -1;        ///< before the first use: holds nothing
  };

  const double* column(Index j);
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
  std::array<Known, 4> known_;
  Vector next_;
  std::vector<Index> differences_;
  long uses_ = 0;
  double bytes_read_ = 0;
};

}  // namespace acgd
