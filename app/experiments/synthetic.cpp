#include "app/experiments/synthetic.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace acgd::experiments {

namespace {

/// The FNV-1a hash of a text.
std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

/// Mixes the bits (the finaliser of splitmix64).
std::uint64_t scatter(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::string_view purpose, std::uint64_t seed)
    : bits_(scatter(hash(purpose) ^ scatter(seed + 0x9e3779b97f4a7c15))) {}

double Random::uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

Index Random::index(Index size) {
  return static_cast<Index>(uniform() * static_cast<double>(size));
}

double Random::gaussian() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u = 0, v = 0, square = 0;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double scale = std::sqrt(-2 * std::log(square) / square);
  spare_ = v * scale;
  has_spare_ = true;
  return u * scale;
}

Vector Random::uniform_vector(Index size, double low, double high) {
  Vector drawn(size);
  for (double& x : drawn) x = uniform(low, high);
  return drawn;
}

Vector Random::gaussian_vector(Index size) { return gaussian_matrix(size, 1); }

Matrix Random::gaussian_matrix(Index rows, Index cols) {
  Matrix drawn(rows, cols);
  for (double& x : drawn.reshaped()) x = gaussian();
  return drawn;
}

std::vector<Index> Random::choose(Index size, Index count) {
  std::vector<Index> chosen;
  while (static_cast<Index>(chosen.size()) < count) {
    const Index drawn = index(size);
    const auto place = std::ranges::lower_bound(chosen, drawn);
    if (place == chosen.end() || *place != drawn) chosen.insert(place, drawn);
  }
  return chosen;
}

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
  // The j-th feature has standard deviation 1 / (j + 1).
  Matrix phi = random.gaussian_matrix(n, features);
  for (Index j = 0; j < features; ++j) phi.col(j) /= static_cast<double>(j + 1);
  // I - phi (phi'phi + c I)^-1 phi' with c = 1/1000 of the expected squared norm of
  // the first feature.
  Matrix gram = phi.transpose() * phi;
  gram.diagonal().array() += 1e-3 * static_cast<double>(n);
  Matrix residual = -phi * gram.llt().solve(phi.transpose());
  residual.diagonal().array() += 1;
  return scale / 2 * (residual + residual.transpose());
}

}  // namespace acgd::experiments
