#include "acgd/oracle/l2_ball.hpp"

#include <cassert>

namespace acgd {

L2Ball::L2Ball(Index dimension, double radius) : NormBall(l2_norm(), dimension, radius) {}

void L2Ball::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = answer.atom.become_dense(dimension());
  const double length = norm().of(g);
  const double scale = -radius() / length;
  if (length == 0) {
    v.setZero();
  } else if (length > 1e-290 && length < 1e290 && -scale > 1e-290 && -scale < 1e290) {
    v = scale * g;
  } else {
    // The length or the scale is out of range, or too small to have all its digits: rescale first.
    v = g / g.cwiseAbs().maxCoeff();
    v *= -radius() / v.norm();
  }
}

}  // namespace acgd
