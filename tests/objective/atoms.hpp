#pragma once

#include <cmath>
#include <vector>

#include "acgd/atom/atom.hpp"

namespace acgd_test {

using acgd::Atom;
using acgd::Index;
using acgd::Vector;

inline Atom coordinate(Index n, Index j, double value) {
  Atom atom;
  atom.become_coordinate(n, j, value);
  return atom;
}

/// An atom of n variables in every shape it can have; rank one only if n is even or 1.
inline std::vector<Atom> atoms_of_every_shape(Index n) {
  const auto wave = [](Index i) { return std::sin(1.0 + 2.0 * static_cast<double>(i)); };
  std::vector<Atom> atoms(5);
  atoms[0].become_coordinate(n, n / 2, -1.5);
  auto& sparse = atoms[1].become_sparse(n);
  for (Index i = 0; i < n; i += 3) {
    sparse.indices.push_back(i);
    sparse.values.push_back(wave(i));
  }
  auto& signs = atoms[2].become_signs(n);
  signs.scale = 0.5;
  for (Index i = 0; i < n; ++i) signs.signs[i] = static_cast<std::int8_t>(i % 3 - 1);
  atoms[3].become_dense(n) = Vector::NullaryExpr(n, wave);
  auto& parts = atoms[4].become_blocks(n, 2).parts;
  parts[0].become_coordinate(1, 0, 3);
  parts[1].become_dense(n - 1) = Vector::NullaryExpr(n - 1, wave);
  if (n > 2) {
    auto& inner = atoms.emplace_back().become_blocks(n, 3).parts;
    inner[0].become_coordinate(n - 2, n - 3, 2);
    inner[1].become_signs(1).signs[0] = -1;
    inner[1].become_signs(1).scale = 0.25;
    inner[2].become_coordinate(1, 0, -1);
  }
  if (n == 1 || n % 2 == 0) {
    const Index rows = n == 1 ? 1 : 2;
    auto& pair = atoms.emplace_back().become_rank_one(rows, n / rows);
    pair.scale = -0.75;
    pair.left = Vector::NullaryExpr(rows, wave);
    pair.right = Vector::NullaryExpr(n / rows, wave);
  }
  return atoms;
}

}  // namespace acgd_test
