#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acgd/objective/sparse_map.hpp"
#include "io/format.hpp"

namespace acgd::problem {

/// How two values of targets become labels: the lower one `low_label`, the higher one 1.
struct Relabelling {
  double low, high;
  double low_label;

  /// "labels -1/+1 taken as 0/1"
  std::string description() const;
};

/// A matrix with a row a sample, and what belongs to each row: a label, a target or a count.
struct Samples {
  std::variant<Matrix, SparseMatrix> matrix;
  Vector targets;
  std::string origin = {};     ///< of the targets: "last column of a.npy"
  bool shows_highest = false;  ///< the features are up to the highest index of a LIBSVM file
  std::optional<Relabelling> relabelling = {};  ///< what has been done to the targets
  std::vector<std::string> header = {};         ///< the first line of the table; empty: it has none

  Index count() const { return targets.size(); }
  Index features() const;
  /// "1605 samples of 123 features, 22249 non-zeros, labels -1/+1 taken as 0/1"
  std::string description() const;
};

/// How targets are turned into labels: not at all, into 0 and 1, into -1 and +1, or into 0 and 1
/// unless all are in [0, 1]. What becomes of `automatic` is for the model to say.
enum class Labels { automatic, keep, zero_one, plus_minus, probabilities };

Labels to_labels(const std::string& text);

struct SamplesSource {
  std::filesystem::path data;
  /// A vector file. Absent: they are in the LIBSVM file, or the last column of a table.
  std::optional<std::filesystem::path> targets = {};
  io::Format format = io::Format::by_name;  ///< of the data
  Index features = 0;                       ///< of a LIBSVM file; 0: the highest index there
  Labels labels = Labels::keep;
  /// What was done to the samples that these are held out from; `labels` has no effect then.
  std::optional<Relabelling> relabelling = {};
};

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as matrices, everything else as
/// LIBSVM, unless the format is given. Throws InvalidInput naming what is wrong where.
Samples read_samples(const SamplesSource& source);

}  // namespace acgd::problem
