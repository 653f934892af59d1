#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "app/data/byte_input.hpp"

namespace acgd::io {

/// What a column of a table of samples is for.
enum class ColumnRole : unsigned char {
  feature,
  target,   ///< one at most; the only one whose cells may be words
  weight,   ///< one at most
  ignored,  ///< whatever stands there
};

/// What is known of a table once its first line is read.
struct TableColumns {
  std::vector<std::string> names;  ///< none if there is no header
  Index count = 0;
};

/// How a table of samples is to be read.
struct SampleTableRequest {
  /// A role for each column. What it throws, the reader throws.
  std::function<std::vector<ColumnRole>(const TableColumns&)> roles;
  /// The column of the target, if it is known by number: from 0, below 0 from the end. A word there
  /// does not make the first line a header.
  std::optional<Index> target = {};
  /// What to do about a missing feature, told where one is refused; empty: they may be missing.
  std::string cure_of_features = {};
  std::string cure_of_others = {};  ///< the same of targets and weights
  std::string cure_of_words = {};   ///< the same of a target that is a word
};

/// A table of samples, a row each. What is missing is NaN.
struct SampleTable {
  std::vector<std::string> header;  ///< the first line; empty if that is a row
  Matrix features;
  Vector targets;  ///< empty: no column is the target, or one of its cells is a word
  /// What the cells of the target say, if one of them is a word: numbers in their shortest form,
  /// nothing where it is missing.
  std::vector<std::string> words = {};
  Vector weights = {};           ///< empty: no column has them
  std::uint64_t bytes_read = 0;  ///< of the files, decompressed

  Index rows() const { return features.rows(); }
};

/// A number as a name of a class: in its shortest form, as 1 for 1.0.
std::string class_name(double number);

/// Reads a table with a row a sample: see read_csv(). Cells may be missing, and those of the target
/// may be words. The threads share the work.
///
/// A slice may have no row. Its header, by which request.roles() goes, is that of the first file; its
/// targets are words only if one of its own is: class_name() of the numbers joins it to others.
/// Throws FileError, or InvalidInput with line and column.
SampleTable read_sample_table(const std::filesystem::path& data, const SampleTableRequest& request,
                              const Slice& slice = {});

}  // namespace acgd::io
