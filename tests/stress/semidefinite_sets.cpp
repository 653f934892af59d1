// Sets of symmetric matrices, measured by the eigenvalues from Eigen's Jacobi SVD.

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"
#include "support/decompositions.hpp"

namespace stress {
namespace {

using namespace acgd;

/// S = (X + X') / 2 = vectors diag(values) vectors', from the singular values of S + c I for a c
/// that makes it positive.
struct Spectrum {
  Vector values;
  Matrix vectors;
  double asymmetry;

  Spectrum(const Vector& x, Index side) {
    const Matrix matrix = x.reshaped(side, side);
    const Matrix s = (matrix + matrix.transpose()) / 2;
    const double shift = s.norm();
    const auto svd = acgd_test::jacobi_svd(s + shift * Matrix::Identity(side, side));
    values = svd.values.array() - shift;
    vectors = svd.left;
    asymmetry = (matrix - s).norm();
  }

  Vector with(const Vector& other_values) const {
    const Matrix y = vectors * other_values.asDiagonal() * vectors.transpose();
    return y.reshaped();
  }
};

/// The nearest numbers in [0, 1] that sum to `total`: a shift and clipping, by bisection.
Vector clip_to_sum(const Vector& values, double total) {
  double low = values.minCoeff() - 1, high = values.maxCoeff();
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    const double sum = (values.array() - middle).cwiseMax(0).cwiseMin(1).sum();
    (sum > total ? low : high) = middle;
  }
  return (values.array() - high).cwiseMax(0).cwiseMin(1);
}

GeneratedSet spectraplex(Index side, double trace) {
  return {std::make_shared<Spectraplex>(side, trace),
          [=](const Vector& x) {
            const Spectrum s(x, side);
            return std::max({s.asymmetry, -s.values.minCoeff(), std::abs(s.values.sum() - trace)}) /
                   trace;
          },
          [=](const Vector& x) {
            const Spectrum s(x, side);
            return s.with(project_on_simplex(s.values, trace));
          },
          [=](const Vector& g) { return trace * Spectrum(g, side).values.maxCoeff(); },
          "spectraplex",
          true};
}

GeneratedSet spectrahedron(Index side, double trace) {
  return {
      std::make_shared<Spectraplex>(side, trace, Relation::at_most),
      [=](const Vector& x) {
        const Spectrum s(x, side);
        return std::max({s.asymmetry, -s.values.minCoeff(), s.values.sum() - trace, 0.0}) / trace;
      },
      [=](const Vector& x) {
        const Spectrum s(x, side);
        const Vector positive = s.values.cwiseMax(0);
        return s.with(positive.sum() <= trace ? positive : project_on_simplex(positive, trace));
      },
      [=](const Vector& g) { return trace * std::max(0.0, Spectrum(g, side).values.maxCoeff()); },
      "spectrahedron",
      true};
}

GeneratedSet fantope(Index side, Index count) {
  const auto total = static_cast<double>(count);
  return {std::make_shared<Fantope>(side, count),
          [=](const Vector& x) {
            const Spectrum s(x, side);
            return std::max({s.asymmetry, -s.values.minCoeff(), s.values.maxCoeff() - 1,
                             std::abs(s.values.sum() - total)});
          },
          [=](const Vector& x) {
            const Spectrum s(x, side);
            return s.with(clip_to_sum(s.values, total));
          },
          [=](const Vector& g) { return Spectrum(g, side).values.head(count).sum(); },
          "Fantope",
          true};
}

}  // namespace

GeneratedSet draw_semidefinite_set(Draw& draw, const Shape& shape) {
  switch (draw.index(0, 2)) {
    case 0:
      return spectraplex(shape.rows, shape.radius);
    case 1:
      return spectrahedron(shape.rows, shape.radius);
    default:
      return fantope(shape.rows, draw.index(1, shape.rows));
  }
}

}  // namespace stress
