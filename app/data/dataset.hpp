#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/parallel/reduction.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/matrix_file.hpp"

/// Samples as files have them. The way from a file to a design matrix:
///
///   1. read_dataset() reads any format into a Dataset.
///   2. Ranks exchange rows until each has its part (distribute.hpp).
///   3. Samples with missing values are dropped, or the values filled in.
///   4. Labels become numbers (labels.hpp), weights are checked.
///
/// read_samples() of samples.hpp does all of it.
namespace acgd::data {

class SampleFile;

/// What a column of a table is used for.
enum class ColumnRole : unsigned char {
  feature,
  target,   ///< one at most; the only one whose cells may be words
  weight,   ///< one at most
  ignored,  ///< not read
};

/// The columns of a table.
struct TableColumns {
  std::vector<std::string> names;  ///< empty without a header
  Index count = 0;
};

/// Targets: numbers, or words if one of them is a word. Missing ones are NaN, or empty words.
struct Targets {
  Vector numbers = {};
  std::vector<std::string> words = {};

  Index size() const { return words.empty() ? numbers.size() : std::ssize(words); }
};

/// A number as the name of a class, in its shortest form: 1 for 1.0; empty for NaN.
std::string class_name(double number);

/// Samples, a row each; missing values are NaN.
struct Dataset {
  std::variant<std::shared_ptr<Matrix>, std::shared_ptr<SparseMatrix>> features =
      std::make_shared<Matrix>();
  Targets targets = {};                ///< empty: there are none in the file
  Vector weights = {};                 ///< empty: each is 1
  TableColumns columns = {};           ///< of a table
  std::vector<ColumnRole> roles = {};  ///< one per column
  bool is_libsvm = false;
  std::uint64_t bytes_read = 0;  ///< from text files, after decompression
  /// Attributes in a file of acgd convert.
  struct Converted {
    std::string target = {};   ///< its column in the original file
    std::string weights = {};  ///< the same
    Vector fill = {};          ///< replaces missing features
  };
  std::optional<Converted> converted = {};
  /// The features where they are in a mapped file: one map for each block here, null for an empty
  /// one. `features` has only the size then.
  std::vector<std::shared_ptr<const LinearMap>> maps = {};
  std::shared_ptr<const Reduction> reduction = {};  ///< that the maps are of

  /// The features if they are dense, or sparse; else null.
  Matrix* dense() const;
  SparseMatrix* sparse() const;
  Features shared() const;
  Index count() const;
  Index feature_count() const;
  /// The first column with this role.
  std::optional<Index> column_of(ColumnRole role) const;

  // Missing values.

  /// The rows with target and weight, and all features if `needs_features`.
  std::vector<Index> complete_rows(bool needs_features) const;
  /// Keeps only these rows, in ascending order.
  void keep(const std::vector<Index>& rows);
  /// Replaces missing values of dense features, column by column. Returns how many there were.
  Index fill(const Vector& values);
};

/// The weighted mean of the values of each column that are not missing, over all ranks; empty
/// weights: each is 1. Throws InvalidInput, naming the column, if all of it is missing.
Vector column_means(const Matrix& features, const Vector& weights, const Reduction& reduction,
                    const std::vector<std::string>& names);

/// How a file of samples is read.
struct ReadOptions {
  Format format = Format::by_name;
  Index features = 0;  ///< of a LIBSVM file; 0: the highest index there
  Slice slice = {};    ///< of LIBSVM files and tables: see can_be_sliced()
  /// A role for each column of a table or a dense matrix. May throw.
  std::function<std::vector<ColumnRole>(const TableColumns&)> roles = {};
  /// The column of the target, if its number is known: from 0, below 0 from the end. A word there
  /// does not make the first line a header.
  std::optional<Index> target = {};
  /// Advice in the message about a missing feature; empty: they may be missing.
  std::string missing_feature = {};
  std::string missing_other = {};  ///< the same for targets and weights
  std::string word_target = {};    ///< the same for a target that is a word
};

/// The format, from the name of the file unless it is given.
Format format_of(const std::filesystem::path& data, const ReadOptions& options);

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as matrices, .acgd files as acgd
/// convert has written them, everything else as LIBSVM, unless the format is given. Throws
/// FileError, or InvalidInput with the place in the file.
Dataset read_dataset(const std::filesystem::path& data, const ReadOptions& options);

/// Whether a slice of the samples can be read alone.
bool can_be_sliced(const std::filesystem::path& data, const ReadOptions& options);

/// Targets in a file of their own: a vector, or a table of one column that may hold words.
/// `missing` is the advice about a missing one; empty: they may be missing.
Targets read_targets(const std::filesystem::path& file, const std::string& missing);

/// The samples of the blocks [first, last) of a file of acgd convert, with their features in memory
/// or as maps.
Dataset read_blocks(const SampleFile& file, Index first, Index last, bool as_maps);

/// Opens the part of this rank in a mapped .npy file, if its features can stay there: stored by
/// columns, side by side, and all finite. Otherwise nothing. `blocks` as in SampleChoices.
std::optional<Dataset> map_npy(const std::filesystem::path& data, const ReadOptions& options,
                               Index blocks, const std::shared_ptr<const Team>& team);

}  // namespace acgd::data
