#pragma once

#include "acgd/atom/atom.hpp"

namespace acgd {

/// Where a run begins: a vector or anything Eigen makes into one, or a point in its own shape.
class Start {
 public:
  template <class Expression>
  Start(const Eigen::MatrixBase<Expression>& x) : atom_(Vector(x)) {}
  Start(Atom atom) : atom_(std::move(atom)) {}

  const Atom& atom() const { return atom_; }

 private:
  Atom atom_;
};

}  // namespace acgd
