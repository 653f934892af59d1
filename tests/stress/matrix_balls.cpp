// Balls of matrix norms, measured by Eigen's Jacobi SVD, its slowest and most accurate.

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"
#include "support/decompositions.hpp"

namespace stress {
namespace {

using namespace acgd;

Vector singular_values(const Vector& x, const Shape& shape) {
  return acgd_test::jacobi_svd(x.reshaped(shape.rows, shape.cols)).values;
}

/// The matrix with other singular values.
template <class Change>
Vector with_singular_values(const Vector& x, const Shape& shape, const Change& change) {
  const auto [left, values, right] = acgd_test::jacobi_svd(x.reshaped(shape.rows, shape.cols));
  const Matrix y = left * change(values).asDiagonal() * right.transpose();
  return y.reshaped();
}

GeneratedSet spectral_ball(const Shape& shape) {
  return {std::make_shared<SpectralBall>(shape.rows, shape.cols, shape.radius),
          [=](const Vector& x) {
            return std::max(0.0, singular_values(x, shape).maxCoeff() / shape.radius - 1);
          },
          [=](const Vector& x) {
            return with_singular_values(
                x, shape, [&](const Vector& s) -> Vector { return s.cwiseMin(shape.radius); });
          },
          [=](const Vector& g) { return shape.radius * singular_values(g, shape).sum(); },
          "spectral ball"};
}

/// The lp norm of singular values: p = 1.5, whose dual is 3, or the other way round.
GeneratedSet schatten_ball(const Shape& shape, double p) {
  const auto power_norm = [](const Vector& s, double q) {
    return std::pow(s.array().pow(q).sum(), 1 / q);
  };
  return {std::make_shared<SchattenBall>(shape.rows, shape.cols, p, shape.radius),
          [=](const Vector& x) {
            return std::max(0.0, power_norm(singular_values(x, shape), p) / shape.radius - 1);
          },
          nullptr,
          [=](const Vector& g) {
            return shape.radius * power_norm(singular_values(g, shape), p / (p - 1));
          },
          "Schatten ball"};
}

GeneratedSet nuclear_ball(const Shape& shape) {
  return {std::make_shared<NuclearBall>(shape.rows, shape.cols, shape.radius),
          [=](const Vector& x) {
            return std::max(0.0, singular_values(x, shape).sum() / shape.radius - 1);
          },
          [=](const Vector& x) {
            return with_singular_values(
                x, shape, [&](const Vector& s) { return project_on_l1_ball(s, shape.radius); });
          },
          [=](const Vector& g) { return shape.radius * singular_values(g, shape).maxCoeff(); },
          "nuclear ball",
          true};
}

}  // namespace

GeneratedSet draw_low_rank_set(Draw& draw, const Shape& shape) {
  if (shape.rows == shape.cols && draw.chance(0.5)) return draw_semidefinite_set(draw, shape);
  return nuclear_ball(shape);
}

GeneratedSet draw_matrix_ball(Draw& draw, const Shape& shape) {
  if (shape.rows == shape.cols && draw.chance(0.6)) return draw_semidefinite_set(draw, shape);
  switch (draw.index(0, 3)) {
    case 0:
      return spectral_ball(shape);
    case 1:
      return schatten_ball(shape, draw.chance(0.5) ? 1.5 : 3);
    default:
      return nuclear_ball(shape);
  }
}

}  // namespace stress
