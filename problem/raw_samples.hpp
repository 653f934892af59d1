#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/format.hpp"
#include "io/sample_table.hpp"
#include "io/slice.hpp"
#include "problem/labels.hpp"
#include "problem/raw_features.hpp"

namespace acgd::problem {

/// Samples as files have them, before anything is done to them.
struct RawSamples {
  RawFeatures features = {};               ///< a row a sample; NaN where a cell is missing
  RawTargets targets = {};                 ///< none if no column has them
  Vector weights = {};                     ///< empty: no column has them
  io::TableColumns columns = {};           ///< of a table
  std::vector<io::ColumnRole> roles = {};  ///< of the columns of a table
  bool is_libsvm = false;
  /// What acgd convert has told a file beside the numbers.
  struct Converted {
    std::string target = {};   ///< the column it was
    std::string weights = {};  ///< the same
    Vector fill = {};          ///< what stands for a missing feature
  };
  std::optional<Converted> converted = {};

  Index count() const;
  Index feature_count() const;
  /// The first column with this role.
  std::optional<Index> column_of(io::ColumnRole role) const;
  /// Keeps these rows only; they ascend.
  void keep(const std::vector<Index>& rows);
};

struct RawRequest {
  std::filesystem::path data;
  io::Format format = io::Format::by_name;
  Index features = 0;            ///< of a LIBSVM file; 0: the highest index there
  io::SampleTableRequest table;  ///< of tables; all matrices are read so
  io::Slice slice = {};          ///< of LIBSVM files and tables: what can_be_sliced()
};

/// How the data is written, if the request does not say.
io::Format format_of(const RawRequest& request);

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as matrices, .acgd files as acgd
/// convert has written them, everything else as LIBSVM, unless the format is given. Throws InvalidInput naming what is wrong where.
RawSamples read_raw(const RawRequest& request);

/// Whether a slice of the samples can be read alone.
bool can_be_sliced(const RawRequest& request);

/// Targets in a file of their own: a vector, or a table of one column that may hold words.
/// `cure` is told where one is missing; empty: they may be.
RawTargets read_targets(const std::filesystem::path& file, const std::string& cure);

}  // namespace acgd::problem
