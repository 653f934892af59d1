#include "data.hpp"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

using Random = std::mt19937_64;

Index uniform_index(Index size, Random& random) {
  return static_cast<Index>(random() % static_cast<std::uint64_t>(size));
}

/// `count` distinct indices below size, in increasing order.
std::vector<Index> choose(Index size, Index count, Random& random) {
  std::vector<Index> chosen;
  while (static_cast<Index>(chosen.size()) < count) {
    const Index index = uniform_index(size, random);
    const auto place = std::lower_bound(chosen.begin(), chosen.end(), index);
    if (place == chosen.end() || *place != index) chosen.insert(place, index);
  }
  return chosen;
}

}  // namespace

Matrix gaussian_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

Vector gaussian_vector(Index size, std::uint64_t seed) { return gaussian_matrix(size, 1, seed); }

Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed) {
  Random random(seed);
  std::normal_distribution<double> normal;
  Vector truth = Vector::Zero(size);
  for (const Index i : choose(size, non_zeros, random)) truth[i] = normal(random);
  return truth * (l1_norm / truth.lpNorm<1>());
}

Matrix indefinite_matrix(Index n, double density, std::uint64_t seed) {
  Random random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Matrix q = Matrix::Zero(n, n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i <= j; ++i) {
      if (uniform(random) < density) q(i, j) = normal(random);
    }
  }
  q.triangularView<Eigen::StrictlyLower>() = q.transpose();
  return q;
}

SparseRows sparse_rows(Index rows, Index cols, Index per_row, bool binary, std::uint64_t seed) {
  Random random(seed);
  std::normal_distribution<double> normal;
  SparseRows a(rows, cols);
  a.reserve(rows * per_row);
  for (Index i = 0; i < rows; ++i) {
    a.startVec(i);
    for (const Index j : choose(cols, per_row, random)) {
      a.insertBack(i, j) = binary ? 1.0 : normal(random);
    }
  }
  a.finalize();
  return a;
}

Vector labels_of(const SparseRows& samples, double noise, std::uint64_t seed) {
  const Vector score = samples * gaussian_vector(samples.cols(), seed);
  const Vector disturbance = noise * score.norm() / std::sqrt(static_cast<double>(score.size())) *
                             gaussian_vector(samples.rows(), seed + 1);
  return ((score + disturbance).array() > 0)
      .select(Vector::Ones(samples.rows()), -Vector::Ones(samples.rows()));
}

std::vector<acgd::Observation> ratings(Index rows, Index cols, Index count, std::uint64_t seed) {
  constexpr Index kRank = 5;
  Random random(seed);
  std::normal_distribution<double> normal;
  const Matrix left = gaussian_matrix(kRank, rows, seed + 1);
  const Matrix right = gaussian_matrix(kRank, cols, seed + 2);
  // Cumulative numbers of ratings per row: some rows have five times the mean.
  Vector ends = gaussian_vector(rows, seed + 3).array().square().cwiseMin(5.0) + 0.2;
  for (Index i = 1; i < rows; ++i) ends[i] += ends[i - 1];
  ends *= static_cast<double>(count) / ends[rows - 1];
  std::vector<acgd::Observation> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  std::vector<Index> taken_by(static_cast<std::size_t>(cols), -1);
  for (Index i = 0; i < rows; ++i) {
    const auto end = static_cast<std::size_t>(std::llround(ends[i]));
    while (drawn.size() < end) {
      const Index j = uniform_index(cols, random);
      if (taken_by[j] == i) continue;
      taken_by[j] = i;
      const double taste = left.col(i).dot(right.col(j)) / std::sqrt(double{kRank});
      const double value = std::clamp(std::round(3.5 + taste + 0.3 * normal(random)), 1.0, 5.0);
      drawn.push_back({.row = static_cast<int>(i), .col = static_cast<int>(j), .value = value});
    }
  }
  return drawn;
}

}  // namespace bench
