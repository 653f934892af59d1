#pragma once

#include "acgd/objective/sparse_map.hpp"
#include "linalg/sparse_kernels.hpp"

namespace acgd {

/// Some rows of a sparse matrix kept by columns, and what is done with few columns of it.
struct SparseBlock {
  const SparseMap::Lines& columns;
  Index first = 0;  ///< row
  Index rows = 0;
  Index entries = 0;
  const kernels::CutLines* cut = nullptr;  ///< null: they are all of the rows
  Index piece = 0;                         ///< of the cut
  const SparseMap* map = nullptr;          ///< null: nothing has to be fetched

  /// The entries of a column.
  kernels::CutLines::Bounds bounds(Index j) const {
    if (cut != nullptr) return cut->bounds(j, piece);
    return {columns.starts[j], columns.starts[j + 1]};
  }
  /// The same, and they are going to be read.
  kernels::CutLines::Bounds fetch(Index j) const {
    if (map != nullptr) map->fetch(j, j + 1);
    return bounds(j);
  }
};

/// y = A x; columns where x is 0 are not read
void multiply(const SparseBlock& a, ConstVectorRef x, VectorRef y);

/// What LinearMap asks of A.
void image(const SparseBlock& a, const Atom& atom, VectorRef z);
std::optional<Index> image_length(const SparseBlock& a, const Atom& atom);
bool append_image(const SparseBlock& a, const Atom& atom, EntryList& image);
double bytes_of(Index entries, bool has_values);

}  // namespace acgd
