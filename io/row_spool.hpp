#pragma once

#include <cstdint>

#include "io/libsvm.hpp"
#include "io/spool.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::io {

/// Samples that come piece by piece, more than fit into memory: rows on the disk, of which any may
/// be had again by columns.
class RowSpool {
 public:
  /// The files are beside this one. Throws FileError, as all functions do.
  explicit RowSpool(const std::filesystem::path& beside);

  void append(const LibsvmPiece& piece);

  Index count() const { return count_; }
  Index columns() const { return columns_; }
  Index entry_count() const { return entries_; }

  // What follows is for when all pieces are there.

  Vector labels();
  /// How many entries the rows [first, last) have.
  Index entries_between(Index first, Index last);
  /// These rows, by columns, `cols` of them.
  SparseLines columns_of(Index first, Index last, Index cols);

 private:
  std::int64_t start_of(Index row) { return row == 0 ? 0 : ends_.numbers()[row - 1]; }

  Spool<double> labels_;
  Spool<std::int64_t> ends_;  ///< of each row's entries
  Spool<int> indices_;
  Spool<double> values_;
  Index count_ = 0;
  Index columns_ = 0;
  Index entries_ = 0;
};

}  // namespace acgd::io
