// Quadratics and least squares.
#include "acgd/acgd.hpp"
#include "stress/objectives.hpp"

namespace stress {
namespace {

using namespace acgd;

enum class Curvature { definite, indefinite, singular, zero };

Matrix draw_matrix(Draw& draw, Index n, Curvature curvature) {
  const Matrix a = draw.normals(n, n);
  switch (curvature) {
    case Curvature::definite:
      return a * a.transpose() + 0.1 * Matrix::Identity(n, n);
    case Curvature::indefinite:
      return a + a.transpose();
    case Curvature::singular:
      return a.col(0) * a.col(0).transpose();
    default:
      return Matrix::Zero(n, n);
  }
}

}  // namespace

GeneratedObjective draw_quadratic(Draw& draw, const Shape& shape) {
  static constexpr const char* kNames[] = {"definite", "indefinite", "singular", "zero"};
  const auto curvature = static_cast<Curvature>(draw.index(0, 3));
  const double scale = draw.scale();
  Matrix q = scale * draw_matrix(draw, shape.n, curvature);
  if (draw.chance(0.2)) {
    // Badly scaled variables: D Q D keeps the signs of the eigenvalues.
    Vector d(shape.n);
    for (double& entry : d) entry = draw.power(-3, 3);
    q = d.asDiagonal() * q * d.asDiagonal();
  }
  q = (0.5 * (q + q.transpose())).eval();
  const double slopes = draw.chance(0.7) ? scale * shape.radius : draw.scale();
  const Vector b = slopes * draw.normals(shape.n);
  const double c = draw.chance(0.5) ? 0.0 : draw.scale();
  const QuadraticOptions options{.cache_bytes = draw.chance(0.5) ? Index{1} << 20 : 100};
  GeneratedObjective made{.convex = curvature != Curvature::indefinite,
                          .text = std::string("quadratic, ") + kNames[static_cast<int>(curvature)]};
  if (draw.chance(0.4)) {
    const SparseMatrix sparse = q.sparseView();
    made.f = std::make_shared<Quadratic>(sparse, b, c, options);
    made.text += ", sparse";
  } else {
    made.f = std::make_shared<Quadratic>(q, b, c, options);
  }
  return made;
}

GeneratedObjective draw_least_squares(Draw& draw, const Shape& shape) {
  static constexpr const char* kNames[] = {"automatic", "composite", "gram columns", "gram matrix"};
  const Index samples = draw.index(1, 20);
  const double scale = draw.scale();
  const Matrix a = scale * draw.normals(samples, shape.n);
  // Sometimes a point of the set's size is an exact solution: then the minimum is about 0.
  Vector b = draw.chance(0.5) ? Vector(a * (0.3 * shape.radius * draw.weights(shape.n)))
                              : Vector(scale * shape.radius * draw.normals(samples));
  const LeastSquaresOptions options{
      .factor = draw.pick<double>({1, 0.5, 1 / static_cast<double>(samples)}),
      .route = static_cast<LeastSquaresRoute>(draw.index(0, 3)),
      .cache_bytes = draw.chance(0.5) ? Index{1} << 20 : 100};
  GeneratedObjective made{
      .convex = true,
      .text = std::string("least squares, ") + kNames[static_cast<int>(options.route)]};
  if (draw.chance(0.3)) {
    const SparseMatrix sparse = a.sparseView(0.5 * scale, 1.0);
    made.f = std::make_shared<LeastSquares>(std::make_shared<SparseMap>(sparse), b, options);
    made.text += ", sparse";
  } else {
    made.f = std::make_shared<LeastSquares>(a, b, options);
  }
  return made;
}

}  // namespace stress
