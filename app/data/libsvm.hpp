#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "acgd/core/vector.hpp"
#include "app/data/dataset.hpp"
#include "app/data/mapped_file.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::data {

/// Reads LIBSVM's text format: a sample a line, its label and then index:value for what is not 0,
/// indices from 1 and ascending. Tokens qid:... are skipped, # begins a comment. Several files may
/// make one data set: see data_files(). The work is shared by the threads.
///
/// `features` is the number of columns, 0 for the highest index, which must then not exceed the
/// number of entries by more than kMaxUnused. A slice may have no sample; it has as many columns as
/// its own highest index, and check_highest() is left to the caller, which has all slices. Throws
/// FileError, or InvalidInput with line and column.
Dataset read_libsvm(const std::filesystem::path& data, Index features = 0, const Slice& slice = {});

/// Samples of a block of text.
struct LibsvmBlock {
  std::span<const double> labels;
  std::span<const int> ends;     ///< of each sample's entries
  std::span<const int> indices;  ///< from 0
  std::span<const double> values;
  Index columns = 0;  ///< the highest index
};

/// Reads a data set that need not fit into memory: calls `use` for each block of some megabytes of
/// text in their order, from any thread. Throws as read_libsvm() does.
void for_each_libsvm_block(const std::filesystem::path& data, Index features,
                           const std::function<void(const LibsvmBlock&)>& use);

/// Throws InvalidInput if the highest index is 0, or exceeds the number of entries by more than
/// kMaxUnused.
void check_highest(const std::filesystem::path& data, Index highest, Index entries);

/// Samples that need not fit into memory: rows in temporary files, which can be read by columns.
class RowSpool {
 public:
  /// The files are in the folder of `beside`. Throws FileError, as all functions do.
  explicit RowSpool(const std::filesystem::path& beside);

  void append(const LibsvmBlock& block);

  Index count() const { return count_; }
  Index columns() const { return columns_; }
  Index entry_count() const { return entries_; }

  // To be called when all blocks are appended.

  Vector labels();
  /// The number of entries of the rows [first, last).
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

}  // namespace acgd::data
