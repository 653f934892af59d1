#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// Matrices whose largest singular value is at most `radius`, as stacked columns.
///
/// lmo(G) = -radius U V' for the singular value decomposition G = U S V', a dense atom. Directions
/// whose singular value is zero up to rounding (below eps max(rows, cols) times the largest) get 0,
/// so G may have any rank; a zero G gives the zero matrix.
class SpectralBall : public NormBall {
 public:
  SpectralBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, Answer& answer) const override;
  Atom start() const override;
  /// Nothing: the norm of a matrix costs more than the iterations that rounding needs to matter.
  bool recenter(VectorRef) const override { return false; }
  std::optional<double> diameter() const override;

 private:
  Index rows_;
  Index cols_;
};

}  // namespace acgd
