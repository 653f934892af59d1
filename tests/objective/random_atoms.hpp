#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "acgd/atom/atom.hpp"

/// Atoms of every shape, at random.
namespace acgd_test {

using acgd::Atom;
using acgd::Index;
using acgd::Vector;

using Random = std::mt19937_64;
using MakeAtom = std::function<void(Random&, Atom&)>;

inline double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

inline void fill(Random& random, Vector& v) {
  for (double& entry : v) entry = uniform(random, -1, 1);
}

inline MakeAtom coordinates(Index n) {
  return [n](Random& random, Atom& atom) {
    atom.become_coordinate(n, static_cast<Index>(below(random, static_cast<std::size_t>(n))),
                           uniform(random, 0.5, 1.5) * (below(random, 2) == 0 ? 1 : -1));
  };
}

inline MakeAtom any_shape(Index n) {
  return [n](Random& random, Atom& atom) {
    const std::size_t shape = below(random, 5);
    if (shape == 0) return coordinates(n)(random, atom);
    if (shape == 1) return fill(random, atom.become_dense(n));
    if (shape == 2) {
      auto& sparse = atom.become_sparse(n);
      for (Index i = static_cast<Index>(below(random, 5)); i < n; i += 5) {
        sparse.indices.push_back(i);
        sparse.values.push_back(uniform(random, -1, 1));
      }
    } else if (shape == 3) {
      auto& signs = atom.become_signs(n);
      signs.scale = uniform(random, 0.2, 1);
      for (auto& sign : signs.signs) sign = static_cast<std::int8_t>(below(random, 3)) - 1;
    } else {
      auto& parts = atom.become_blocks(n, 2).parts;
      coordinates(n / 2)(random, parts[0]);
      fill(random, parts[1].become_dense(n - n / 2));
    }
  };
}

inline MakeAtom rank_one(Index rows, Index cols) {
  return [rows, cols](Random& random, Atom& atom) {
    auto& pair = atom.become_rank_one(rows, cols);
    pair.scale = uniform(random, -2, 2);
    fill(random, pair.left);
    fill(random, pair.right);
  };
}

}  // namespace acgd_test
