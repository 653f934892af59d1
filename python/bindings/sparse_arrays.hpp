#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/matrix_completion.hpp"

/// Validated reading of sparse matrices from untrusted arrays: any contents give a matrix or an
/// InvalidInput. Independent of Python.
namespace acgd::python {

/// 32-bit or 64-bit integers, as in scipy; the other span is empty.
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

/// Compressed rows or columns: line l has the blocks starts[l] ... starts[l + 1] - 1. A block is
/// one entry or, in rows, a small dense row-major matrix.
struct SparseLines {
  std::string name;  ///< name of the argument
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

/// Returns the matrix by columns with increasing indices; duplicate entries are summed. Throws
/// InvalidInput unless the arrays are consistent, all indices in range and all values finite.
SparseMatrix read_sparse(const SparseLines& lines);
SparseMatrix read_sparse(const SparseEntries& entries);

/// Observed entries of a matrix of this shape; `weights` may be empty.
struct SeenEntries {
  std::pair<Index, Index> shape;
  Integers rows;
  Integers cols;
  std::span<const double> values;
  std::span<const double> weights;
};

/// Throws InvalidInput unless the arrays have the same length. The objective checks the range of
/// the indices.
std::vector<Observation> read_observations(const SeenEntries& seen);

}  // namespace acgd::python
