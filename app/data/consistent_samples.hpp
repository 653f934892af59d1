#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/fit/samples.hpp"
#include "app/data/format.hpp"
#include "app/data/samples.hpp"

namespace acgd::problem {

/// Samples that are to be read as others were.
struct ConsistentSource {
  std::filesystem::path data;
  /// A vector file. Absent: they are where those of the others are.
  std::optional<std::filesystem::path> targets = {};
  io::Format format = io::Format::by_name;
  std::string target_column = {};  ///< empty: that of the others
  /// Whether samples are evaluated: targets must be there, and be known.
  bool needs_targets = false;
  bool drops_gaps = false;  ///< samples with missing cells are left out, where nothing fills them
  std::string cure = "must be a number";  ///< told of a missing cell, where they are not
};

struct ConsistentSamples {
  Features features;    ///< those of the others, in their order
  Vector targets = {};  ///< coded; empty: there are none; NaN: missing, or of no known class
  std::vector<std::string> notes = {};  ///< what was passed over, a sentence each

  Index count() const { return row_count(features); }
};

/// Reads samples whose features are those of others: by name where both files have names, in any
/// order and with other columns among them; else by their order. Features of a LIBSVM file that the
/// others do not have are passed over. Throws InvalidInput if one is missing.
ConsistentSamples read_alike(const ConsistentSource& source, const SampleLayout& layout);

}  // namespace acgd::problem
