#pragma once

#include <Eigen/SparseCore>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "acgd/core/vector.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/mapped_file.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::io {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct LabelledSamples {
  SparseRows samples;  ///< one a row
  Vector labels;
  std::uint64_t bytes_read = 0;  ///< of the files, decompressed
};

/// Reads LIBSVM's text format: a sample a line, its label and then index:value for what is not 0,
/// indices from 1 and ascending. Tokens qid:... and what follows a # are passed over. Several files
/// may make one data set: see data_files(). The threads share the work.
///
/// `features` is the number of columns, 0 for the highest index, which must then not exceed the
/// entries by more than kMaxUnused. A slice, which may have no sample, has as many columns as its
/// own highest index, and only who has all of them can say whether that is too much:
/// check_highest(). Throws FileError, or InvalidInput with line and column.
LabelledSamples read_libsvm(const std::filesystem::path& data, Index features = 0,
                            const Slice& slice = {});

/// Some samples, one after the other.
struct LibsvmPiece {
  std::span<const double> labels;
  std::span<const int> ends;     ///< of each one's entries
  std::span<const int> indices;  ///< from 0
  std::span<const double> values;
  Index columns = 0;  ///< as many as the highest index
};

/// Reads all of it piece by piece, for whom it is too much at once: `take` gets a piece, some
/// megabytes of text, after the other, from whichever thread. Throws as read_libsvm() does.
void read_libsvm_in_pieces(const std::filesystem::path& data, Index features,
                           const std::function<void(const LibsvmPiece&)>& take);

/// Throws InvalidInput, where nobody says how many features there are, if no sample has any or
/// the highest index of all exceeds the entries by more than kMaxUnused.
void check_highest(const std::filesystem::path& data, Index highest, Index entries);

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
