#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Puts atoms of a part of the variables among all of them, 0 elsewhere, into the `others` of an
/// answer: one coordinate stays one, the origin becomes a 0 at the first
/// of its variables, anything else becomes sparse. Part of the memory of a product.
class Embedding {
 public:
  /// No others yet.
  void begin(LmoResult& lmo);
  /// An atom of the variables offset .. offset + atom.size() - 1 out of `size`.
  void add(const Atom& atom, Index offset, Index size, LmoResult& lmo);

 private:
  std::vector<Atom> sparse_;  ///< sparse atoms that wait to be used again, with their memory
  Vector dense_;
};

/// What sets that are made of other sets have in common.

/// Throws InvalidInput if there is no set.
void require_set(const char* argument, const std::shared_ptr<const Oracle>& set);

/// Not inlined, where gcc would warn of memory that it takes for uninitialised.
void swap_atoms(Atom& a, Atom& b);

/// atom = factor * atom, in its shape. `scratch` is memory for those of few entries.
void scale_atom(Atom& atom, double factor, Atom::Sparse& scratch);

/// Makes an atom no warm start for the next search, but keeps its memory. A set whose own atom does
/// not tell those of its parts does this before each call: what a run does is a function of what a
/// checkpoint has of it.
void forget_warm_start(Atom& atom);

/// Adds atoms: those of few entries give one of few entries, others a dense one.
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

/// Whether all sets are so.
template <class Sets, class Property>
bool all_sets(const Sets& sets, Property property) {
  for (const auto& set : sets) {
    if (!property(*set)) return false;
  }
  return true;
}

}  // namespace acgd
