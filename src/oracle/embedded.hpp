#pragma once

#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Puts atoms of a part of the variables among all of them, 0 elsewhere, into the `others` of an
/// answer: one coordinate stays one, the origin becomes a 0 at the first
/// of its variables, anything else becomes sparse. Part of the memory of a product.
class Embedding {
 public:
  /// No others yet.
  void begin(OracleCall& answer);
  /// An atom of the variables offset .. offset + atom.size() - 1 out of `size`.
  void add(const Atom& atom, Index offset, Index size, OracleCall& answer);

 private:
  std::vector<Atom> sparse_;  ///< sparse atoms that wait to be used again, with their memory
  Vector dense_;
};

}  // namespace acgd
