#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Embeds atoms of a block of the variables into the whole space, 0 elsewhere, and adds them to
/// lmo.others. Coordinates stay coordinates, the origin becomes a 0 at the first variable of the
/// block, others become sparse. Part of the memory of a product.
class Embedding {
 public:
  /// Clears the others.
  void begin(LmoResult& lmo);
  /// Adds an atom of the variables offset .. offset + atom.size() - 1 out of `size`.
  void add(const Atom& atom, Index offset, Index size, LmoResult& lmo);

 private:
  std::vector<Atom> sparse_;  ///< spare sparse atoms, kept for their memory
  Vector dense_;
};

/// Helpers of composed sets.

/// Throws InvalidInput if there is no set.
void require_set(const char* argument, const std::shared_ptr<const Oracle>& set);

/// Not inlined: avoids a false gcc warning about uninitialised memory.
void swap_atoms(Atom& a, Atom& b);

/// atom = factor * atom, of the same type. `scratch` is memory for sparse atoms.
void scale_atom(Atom& atom, double factor, Atom::Sparse& scratch);

/// Clears an atom as a warm start but keeps its memory. Sets whose atom does not determine the
/// atoms of their parts call this before each LMO call, so that a run restored from a checkpoint is
/// identical.
void forget_warm_start(Atom& atom);

/// Sum of atoms: sparse if all are sparse, else dense.
class AtomSum {
 public:
  void begin(Index size);
  void add(const Atom& atom);
  void write(Atom& sum);

 private:
  void spread();

  Index size_ = 0;
  bool is_dense_ = false;
  std::vector<std::pair<Index, double>> few_;
  Vector dense_;
};

/// Whether all sets have the property.
template <class Sets, class Property>
bool all_sets(const Sets& sets, Property property) {
  for (const auto& set : sets) {
    if (!property(*set)) return false;
  }
  return true;
}

}  // namespace acgd
