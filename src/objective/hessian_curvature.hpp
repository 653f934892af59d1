#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/objective/hessian.hpp"
#include "objective/vector_cache.hpp"

namespace acgd {

/// H times the atoms of one run, by the cheapest method.
///
/// A coordinate is a column: stored by the Hessian, or cached. The images of atoms of the active
/// set are cached by atom. Any other atom is compared with the last few and with 0: if it differs
/// in few coordinates, its image is updated by their columns; a repeated atom costs nothing.
/// Otherwise the image is a product.
class HessianImages {
 public:
  /// v and H v. Valid until the next image of an atom outside of the active set.
  struct Image {
    const double* atom = nullptr;
    const double* image = nullptr;
  };

  /// `hessian` must outlive this object. `cache_bytes` limits the cache of columns that the Hessian
  /// does not store, and, separately, that of the images of active atoms.
  HessianImages(const Hessian& hessian, std::size_t cache_bytes);

  const Hessian& hessian() const { return hessian_; }
  /// Whether the Hessian stores its columns.
  bool are_columns_stored() const { return stored_; }

  /// H e_j; valid until the next column
  const double* column(Index j);
  /// H v of an atom outside of the active set.
  Image of(const Atom& atom);
  /// H v of an active atom; valid as described in VectorCache, of two vectors or more.
  const Vector& of_active(const Term& term);
  /// sum += weight * H v, by the method suited to the term
  void add(const Term& term, VectorRef sum);
  void release(AtomId id) { active_.release(id); }

  /// Bytes read so far for products and sums of columns. Columns of single coordinates and images
  /// of active atoms are not counted, so that decisions do not depend on the sizes of the caches.
  double bytes_read() const { return bytes_read_; }

  /// Computing the image of the last atom again after loading has no effect on results.
  void visit(Archive& archive);

 private:
  /// A recent atom with its image.
  struct Known {
    Vector atom;
    Vector image;
    double columns_added = 0;  ///< since the image, or the one it was updated from, was a product
    long last_use = -1;        ///< -1: empty
  };

  /// H e_j, without changing the contents and the order of the cache.
  const double* passing_column(Index j);
  /// Sets list_ = weight * H v if columns are lists and their total length is small beside an
  /// image; an entry may occur several times.
  bool find_list(const Term& term);
  void compute_active(const Atom& atom, Vector& image);
  void make_room();
  /// The known atom that differs least from next_ (null: the atom 0); sets differences_.
  Known* closest();
  Known& least_recent();
  bool columns_are_cheaper(const Known* base) const;

  const Hessian& hessian_;
  double vector_bytes_;
  bool stored_;  ///< the Hessian stores its columns: no cache is needed
  VectorCache columns_;
  Vector scratch_;      ///< a column, if the cache has no capacity
  VectorCache active_;  ///< images of active atoms
  EntryList list_;
  Vector dense_;           ///< an active atom as a dense vector, for a product
  Vector passing_column_;  ///< a column for the image of an active atom
  std::array<Known, 4> known_;
  Vector next_;
  std::vector<Index> differences_;
  long uses_ = 0;
  double bytes_read_ = 0;
};

/// The constant Hessian H of a quadratic. The image of d is H d.
///
/// For two coordinates <a, H b> is an entry of H. For other pairs it is the product of one atom
/// with the image of the other: of the one that is not a coordinate, or that has the larger id.
class HessianCurvature final : public Curvature {
 public:
  /// `images` must outlive this object.
  explicit HessianCurvature(HessianImages& images);

  bool is_constant() const override { return true; }
  void refresh() override {}
  Index image_size() const override { return images_.hessian().dimension(); }
  void add_image(const Term& term, double weight, VectorRef image) override {
    images_.add({term.atom, weight, term.id}, image);
  }
  double product(const Term& term, ConstVectorRef image) override { return term.atom->dot(image); }
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

 private:
  /// h(i, j) = <a_i, H a_j> for the coordinate a_j and all coordinates a_i, i <= j
  void add_coordinates(std::span<const Term> terms, Index j, Matrix& h);
  /// H a; valid until the next call
  Eigen::Map<const Vector> image_of(const Term& term);

  HessianImages& images_;
  EntryList list_;
  Vector column_;  ///< a column expanded from a list; 0 between calls
};

}  // namespace acgd
