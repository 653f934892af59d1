#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/solve/result.hpp"

namespace acgd {

/// Where a run begins: a vector or anything Eigen makes into one, a point in its own shape, atoms
/// with their weights, or what another run has found.
class Start {
 public:
  template <class Expression>
  Start(const Eigen::MatrixBase<Expression>& x) : atom_(Vector(x)) {}
  Start(Atom atom) : atom_(std::move(atom)) {}
  /// The sum of weight * atom. Throws InvalidInput if there is none, if their sizes differ, if a
  /// weight is negative or not finite, or if those of a block do not sum to 1 up to 1e-9.
  Start(WeightedAtoms atoms);
  /// Its x, or its low-rank matrix, and its atoms; a run over another set uses those only if they are
  /// points of that set.
  Start(const Result& result);

  const Atom& atom() const { return atom_; }
  /// What it is made of, if the caller said so.
  const WeightedAtoms& atoms() const { return atoms_; }

 private:
  Atom atom_;
  WeightedAtoms atoms_;
};

}  // namespace acgd
