#pragma once

#include "acgd/core/matrix_operator.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// Matrices whose singular values sum to at most `radius`, as stacked columns.
///
/// lmo(G) = -radius u v' for a top singular pair of G, a rank-one atom. G may be dense, sparse on a
/// pattern, or an operator: it is only multiplied by. The search stops once <G, atom> is within
/// answer.accuracy of the minimum. A zero G gives -radius e_1 e_1'.
class NuclearBall : public NormBall {
 public:
  NuclearBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, Answer& answer) const override;
  void minimize(const MatrixOperator& gradient, Answer& answer) const;
  /// Of a rank-one atom without forming its matrix.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  /// Nothing: the norm of a matrix costs more than the iterations that rounding needs to matter.
  bool recenter(VectorRef) const override { return false; }
  std::optional<double> diameter() const override { return 2 * radius(); }
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Index rows_;
  Index cols_;
};

}  // namespace acgd
