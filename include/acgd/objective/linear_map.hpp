#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/linalg/matrix_operator.hpp"

namespace acgd {

/// The A of f(x) = phi(A x): x has cols() entries, A x one entry per sample, rows() of them.
/// multiply() and multiply_adjoint() are all a map needs; a map that knows how it acts on atoms
/// says so in image().
class LinearMap : public MatrixOperator {
 public:
  /// z = A atom. An atom of one coordinate is one column; by default the atom is made dense.
  virtual void image(const Atom& atom, Vector& z) const;

  /// Bytes read by one product with the whole matrix: what the automatic choices compare.
  virtual double bytes() const {
    return 8.0 * static_cast<double>(rows()) * static_cast<double>(cols());
  }
};

/// The largest singular value of A, squared, to a relative 1e-6: Lanczos, a few dozen products.
double squared_operator_norm(const MatrixOperator& a);

}  // namespace acgd
