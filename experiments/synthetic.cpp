#include "experiments/synthetic.hpp"

#include <Eigen/Cholesky>

#include "experiments/random.hpp"

namespace acgd::experiments {

Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed) {
  Random random("sparse truth", seed);
  Vector truth = Vector::Zero(size);
  for (const Index i : random.choose(size, non_zeros)) truth[i] = random.gaussian();
  return truth * (l1_norm / truth.lpNorm<1>());
}

Matrix indefinite_matrix(Index n, double density, std::uint64_t seed) {
  Random random("indefinite matrix", seed);
  Matrix q = Matrix::Zero(n, n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i <= j; ++i) {
      if (random.uniform() < density) q(i, j) = q(j, i) = random.gaussian();
    }
  }
  return q;
}

Matrix balanced_matrix(Index n, double per_row, std::uint64_t seed) {
  Random random("balanced matrix", seed);
  const double density = per_row / static_cast<double>(n);
  Matrix a = Matrix::Zero(n, n);
  for (double& entry : a.reshaped()) {
    if (random.uniform() < density) entry = random.uniform();
  }
  return (a + a.transpose()).cwiseAbs() + 0.05 * Matrix::Identity(n, n);
}

Matrix ridge_residual(Index n, Index features, double scale, std::uint64_t seed) {
  Random random("ridge residual", seed);
  // The j-th feature varies by 1 / (j + 1): the first few explain most.
  Matrix phi = random.gaussian_matrix(n, features);
  for (Index j = 0; j < features; ++j) phi.col(j) /= static_cast<double>(j + 1);
  // I - phi (phi'phi + c I)^-1 phi', c being 1 / 1000 of what the first feature sums up to.
  Matrix gram = phi.transpose() * phi;
  gram.diagonal().array() += 1e-3 * static_cast<double>(n);
  Matrix residual = -phi * gram.llt().solve(phi.transpose());
  residual.diagonal().array() += 1;
  return scale / 2 * (residual + residual.transpose());
}

}  // namespace acgd::experiments
