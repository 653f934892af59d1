#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/matrix_completion.hpp"

/// Arrays that somebody else calls a sparse matrix. Whatever they have in them, they are read as a
/// matrix or refused with a sentence. Nothing of Python is needed here.
namespace acgd::python {

/// 32-bit or 64-bit integers, as scipy has them; the other span is empty.
class Integers {
 public:
  Integers(std::span<const std::int32_t> narrow) : narrow_(narrow) {}
  Integers(std::span<const std::int64_t> wide) : wide_(wide), is_wide_(true) {}

  Index size() const { return static_cast<Index>(is_wide_ ? wide_.size() : narrow_.size()); }
  Index operator[](Index k) const {
    const auto place = static_cast<std::size_t>(k);
    return is_wide_ ? wide_[place] : narrow_[place];
  }

 private:
  std::span<const std::int32_t> narrow_;
  std::span<const std::int64_t> wide_;
  bool is_wide_ = false;
};

/// Rows or columns one after the other: line l has the blocks starts[l] ... starts[l + 1] - 1. A
/// block is one entry, or in rows a small dense matrix, row by row.
struct SparseLines {
  std::string name;  ///< how the user calls the matrix
  bool are_rows = false;
  Index rows = 0;
  Index cols = 0;
  Integers starts;
  Integers indices;
  std::span<const double> values;
  Index block_rows = 1;
  Index block_cols = 1;
};

/// Entries in any order.
struct SparseEntries {
  std::string name;
  Index rows = 0;
  Index cols = 0;
  Integers row;
  Integers col;
  std::span<const double> values;
};

/// By columns, indices in ascending order; entries of one place are added up. Throws InvalidInput
/// unless the arrays fit together, every index lies inside and every value is finite.
SparseMatrix read_sparse(const SparseLines& lines);
SparseMatrix read_sparse(const SparseEntries& entries);

/// What was seen of a matrix of this shape; `weights` may be empty.
struct SeenEntries {
  std::pair<Index, Index> shape;
  Integers rows;
  Integers cols;
  std::span<const double> values;
  std::span<const double> weights;
};

/// Throws InvalidInput unless there are as many of each. Whether they lie in the matrix is the
/// objective's to say.
std::vector<Observation> read_observations(const SeenEntries& seen);

}  // namespace acgd::python
