#pragma once

#include <type_traits>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// visit(index, value) for the non-zero entries of an atom whose variables begin at `first`.
/// Indices ascend.
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

}  // namespace acgd
