#pragma once

#include <type_traits>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// The entry in row i and column j.
inline double low_rank_entry(const Atom::LowRank& matrix, Index i, Index j) {
  double sum = 0;
  for (const Atom::RankOne& term : matrix.terms) {
    sum += term.scale * term.right[j] * term.left[i];
  }
  return sum;
}

/// Calls visit(index, value) for the non-zero entries of an atom whose first variable is `first`,
/// in ascending order of indices.
template <class Visit>
void for_each_entry(const Atom& atom, Index first, const Visit& visit) {
  const auto at = [&](Index index, double value) {
    if (value != 0) visit(first + index, value);
  };
  const auto walk = [&]<class Shape>(const Shape& shape) {
    if constexpr (std::is_same_v<Shape, Atom::Coordinate>) {
      at(shape.index, shape.value);
    } else if constexpr (std::is_same_v<Shape, Atom::Sparse>) {
      for (std::size_t k = 0; k < shape.indices.size(); ++k) at(shape.indices[k], shape.values[k]);
    } else if constexpr (std::is_same_v<Shape, Atom::Signs>) {
      for (Index i = 0; i < shape.signs.size(); ++i) at(i, shape.scale * shape.signs[i]);
    } else if constexpr (std::is_same_v<Shape, Atom::Dense>) {
      for (Index i = 0; i < shape.values.size(); ++i) at(i, shape.values[i]);
    } else if constexpr (std::is_same_v<Shape, Atom::RankOne>) {
      const Index rows = shape.left.size();
      for (Index j = 0; j < shape.right.size(); ++j) {
        const double weight = shape.scale * shape.right[j];
        for (Index i = 0; i < rows; ++i) at(j * rows + i, weight * shape.left[i]);
      }
    } else if constexpr (std::is_same_v<Shape, Atom::LowRank>) {
      if (shape.terms.empty()) return;
      const Index rows = shape.terms[0].left.size(), cols = shape.terms[0].right.size();
      for (Index j = 0; j < cols; ++j) {
        for (Index i = 0; i < rows; ++i) at(j * rows + i, low_rank_entry(shape, i, j));
      }
    } else {
      Index offset = first;
      for (const Atom& part : shape.parts) {
        for_each_entry(part, offset, visit);
        offset += part.size();
      }
    }
  };
  std::visit(walk, atom.shape());
}

/// Number of entries that for_each_entry() examines: at least the number it visits.
inline Index count_stored_entries(const Atom& atom) {
  if (atom.as<Atom::Coordinate>() != nullptr) return 1;
  if (const auto* sparse = atom.as<Atom::Sparse>()) {
    return static_cast<Index>(sparse->indices.size());
  }
  const auto* blocks = atom.as<Atom::Blocks>();
  if (blocks == nullptr) return atom.size();
  Index count = 0;
  for (const Atom& part : blocks->parts) count += count_stored_entries(part);
  return count;
}

/// Lists of entries are used if they are shorter than the vector by this factor, since each entry
/// takes several times as long.
inline constexpr Index kListsAreShorter = 4;

}  // namespace acgd
