// Balls of matrix norms, measured by Eigen's slowest and surest decomposition.
#include <Eigen/SVD>

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"

namespace stress {
namespace {

using namespace acgd;
using Svd = Eigen::JacobiSVD<Matrix>;

Vector singular_values(const Vector& x, const Shape& shape) {
  return Svd(x.reshaped(shape.rows, shape.cols)).singularValues();
}

/// The matrix with other singular values.
template <class Change>
Vector with_singular_values(const Vector& x, const Shape& shape, const Change& change) {
  const Svd svd(x.reshaped(shape.rows, shape.cols), Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Matrix y =
      svd.matrixU() * change(svd.singularValues()).asDiagonal() * svd.matrixV().transpose();
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

}  // namespace

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
          "nuclear ball"};
}

GeneratedSet draw_matrix_ball(Draw& draw, const Shape& shape) {
  return draw.chance(0.5) ? nuclear_ball(shape) : spectral_ball(shape);
}

}  // namespace stress
