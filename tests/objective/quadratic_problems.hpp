#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"

namespace acgd_test {

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

inline Matrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix a(rows, cols);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = normal(random);
  return a;
}

inline Vector random_vector(Index n, std::uint64_t seed) { return random_matrix(n, 1, seed); }

/// Indefinite, entries of size 1.
inline Matrix random_symmetric(Index n, std::uint64_t seed) {
  const Matrix a = random_matrix(n, n, seed);
  return 0.5 * (a + a.transpose());
}

/// Eigenvalues between 0.1 and about 4.
inline Matrix random_definite(Index n, std::uint64_t seed) {
  const Matrix a = random_matrix(n, n, seed);
  return a.transpose() * a / static_cast<double>(n) + 0.1 * Matrix::Identity(n, n);
}

/// Layers of three nodes, each connected to all of the next: 3 * layers variables.
inline acgd::FlowGraph layers_of_three(Index layers) {
  acgd::FlowGraph graph{.nodes = 3 * layers};
  for (Index l = 0; l + 1 < layers; ++l) {
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 3; ++j) graph.edges.push_back({3 * l + i, 3 * (l + 1) + j});
    }
  }
  return graph;
}

/// One set of every shape in R^n; n must be a multiple of 6.
inline std::vector<std::shared_ptr<const acgd::Oracle>> sets_of_every_shape(Index n) {
  using namespace acgd;
  const std::vector<std::shared_ptr<const Oracle>> parts = {std::make_shared<Simplex>(n / 3),
                                                            std::make_shared<L2Ball>(n / 3, 2.0),
                                                            std::make_shared<L1Ball>(n / 3, 2.0)};
  return {std::make_shared<L1Ball>(n, 2.0),
          std::make_shared<L2Ball>(n, 2.0),
          std::make_shared<LinfBall>(n, 1.5),
          std::make_shared<LpBall>(n, 3.0, 2.0),
          std::make_shared<Simplex>(n, 3.0),
          std::make_shared<Simplex>(n, 2.0, Relation::at_most),
          std::make_shared<Box>(n, -1.0, 2.0),
          std::make_shared<Product>(parts),
          std::make_shared<ConvexHull>(random_matrix(n, 2 * n, 11)),
          std::make_shared<FlowPolytope>(layers_of_three(n / 3))};
}

}  // namespace acgd_test
