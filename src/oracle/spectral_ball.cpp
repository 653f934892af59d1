#include "acgd/oracle/spectral_ball.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "oracle/matrix_size.hpp"

namespace acgd {
namespace {

/// U V' over the singular values that are not zero up to rounding, times scale
Matrix polar_factor(const ThinSvd& svd, double scale) {
  const double longest = static_cast<double>(std::max(svd.left.rows(), svd.right.rows()));
  const double smallest = std::numeric_limits<double>::epsilon() * longest * svd.values[0];
  const Index rank = (svd.values.array() > smallest).count();
  return scale * svd.left.leftCols(rank) * svd.right.leftCols(rank).transpose();
}

}  // namespace

SpectralBall::SpectralBall(Index rows, Index cols, double radius)
    : NormBall(spectral_norm(rows, cols), matrix_size(rows, cols), radius),
      rows_(rows),
      cols_(cols) {}

std::string SpectralBall::name() const {
  return compose("spectral ball of radius {} in R^({} x {})", radius(), rows_, cols_);
}

void SpectralBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& entries = gradient.dense();
  assert(entries.size() == dimension());
  Vector& atom = answer.atom.become_dense(dimension());
  atom.setZero();
  answer.error = 0;
  if (!entries.allFinite()) {
    answer.error = std::numeric_limits<double>::infinity();
  } else if (!entries.isZero(0)) {
    const Eigen::Map<const Matrix> matrix(entries.data(), rows_, cols_);
    Eigen::Map<Matrix>(atom.data(), rows_, cols_) = polar_factor(thin_svd(matrix), -radius());
  }
}

Atom SpectralBall::start() const {
  Atom atom;
  Vector& values = atom.become_dense(dimension());
  Eigen::Map<Matrix>(values.data(), rows_, cols_) = -radius() * Matrix::Identity(rows_, cols_);
  return atom;
}

}  // namespace acgd
