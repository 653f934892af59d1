#pragma once

#include <memory>

#include "plain.hpp"
#include "products.hpp"

namespace bench {

/// ||Ax - b||^2 with one product for the value, two for the gradient.
inline PlainProblem plain_least_squares(std::shared_ptr<const Matrix> a, const Vector& b,
                                        std::function<void(const Vector&, Vector&)> lmo) {
  PlainProblem problem;
  problem.value = [a, b, residual = Vector()](const Vector& x) mutable {
    multiply(*a, x, residual);
    return (residual - b).squaredNorm();
  };
  problem.gradient = [a, b, residual = Vector()](const Vector& x, Vector& g) mutable {
    multiply(*a, x, residual);
    residual = 2 * (residual - b);
    multiply_adjoint(*a, residual, g);
  };
  problem.lmo = std::move(lmo);
  return problem;
}

}  // namespace bench
