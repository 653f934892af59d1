#include "acgd/oracle/schatten_ball.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "oracle/matrix_size.hpp"

namespace acgd {

SchattenBall::SchattenBall(Index rows, Index cols, double p, double radius)
    : NormBall(schatten_norm(p, rows, cols), matrix_size(rows, cols), radius),
      rows_(rows),
      cols_(cols),
      of_values_(std::min(rows, cols), p, radius) {}

std::string SchattenBall::name() const {
  return compose("Schatten-{} ball of radius {} in R^({} x {})", p(), radius(), rows_, cols_);
}

void SchattenBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& entries = gradient.dense();
  assert(entries.size() == dimension());
  Vector& atom = answer.atom.become_dense(dimension());
  atom.setZero();
  answer.error = 0;
  if (!entries.allFinite()) {
    answer.error = std::numeric_limits<double>::infinity();
  } else if (!entries.isZero(0)) {
    const ThinSvd svd = thin_svd(Eigen::Map<const Matrix>(entries.data(), rows_, cols_));
    const Vector weights = linear_minimizer(of_values_, svd.values);
    Eigen::Map<Matrix>(atom.data(), rows_, cols_) =
        svd.left * weights.asDiagonal() * svd.right.transpose();
  }
}

Atom SchattenBall::start() const {
  Atom atom;
  atom.become_coordinate(dimension(), 0, -radius());
  return atom;
}

}  // namespace acgd
