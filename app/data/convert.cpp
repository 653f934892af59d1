#include "app/data/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/parallel/reduction.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/limits.hpp"
#include "app/data/npy.hpp"
#include "app/data/sample_file.hpp"
#include "app/data/samples.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::spec {

namespace {

/// Thrown when the user stops the conversion.
struct Stopped {};

/// Reads samples, then writes them block by block.
class Conversion {
 public:
  explicit Conversion(const ConvertSource& source) : source_(source) {}

  Converted run() {
    std::tie(data_, summary_) =
        read_uncoded(source_.samples, [this](const auto& data, const data::ReadOptions& options) {
          return read_features(data, options);
        });
    number_words();
    return write();
  }

 private:
  void report(const std::string& text) const {
    if (source_.go_on && !source_.go_on(text)) throw Stopped();
  }

  /// Features of LIBSVM and .npy files stay on the disk; all others come into memory.
  data::Dataset read_features(const std::filesystem::path& data, const data::ReadOptions& options) {
    report("reading");
    if (to_missing(source_.samples.choices.missing) == Missing::refuse) {
      const data::Format format = data::format_of(data, options);
      if (format == data::Format::libsvm) return spool_rows(data, options);
      if (format == data::Format::npy && data::MappedNpy::can_map(data)) {
        return map_matrix(data, options);
      }
    }
    return data::read_dataset(data, options);
  }

  data::Dataset spool_rows(const std::filesystem::path& data, const data::ReadOptions& options) {
    spool_.emplace(source_.output);
    data::for_each_libsvm_block(data, options.features, [this](const data::LibsvmBlock& block) {
      spool_->append(block);
      report(fmt::format("reading, {} samples so far", spool_->count()));
    });
    const Index features = options.features > 0 ? options.features : spool_->columns();
    return {.features = std::make_shared<SparseMatrix>(spool_->count(), features),
            .targets = {.numbers = spool_->labels()},
            .is_libsvm = true};
  }

  data::Dataset map_matrix(const std::filesystem::path& data, const data::ReadOptions& options) {
    matrix_.emplace(data);
    data::Dataset samples;
    samples.columns.count = matrix_->cols();
    samples.roles = options.roles(samples.columns);
    for (std::size_t k = 0; k < samples.roles.size(); ++k) {
      if (samples.roles[k] == data::ColumnRole::feature) features_.push_back(static_cast<Index>(k));
    }
    const auto column_of = [&](data::ColumnRole role) {
      const auto column = samples.column_of(role);
      return column ? Vector(read_finite(0, matrix_->rows(), {*column})) : Vector();
    };
    samples.targets.numbers = column_of(data::ColumnRole::target);
    samples.weights = column_of(data::ColumnRole::weight);
    samples.features = std::make_shared<SparseMatrix>(matrix_->rows(), std::ssize(features_));
    return samples;
  }

  Matrix read_finite(Index first, Index last, const std::vector<Index>& columns) const {
    Matrix numbers = matrix_->read(first, last, columns);
    for (Index k = 0; k < numbers.cols(); ++k) {
      if (numbers.col(k).allFinite()) continue;
      Index i = 0;
      while (std::isfinite(numbers(i, k))) ++i;
      throw InvalidInput(source_.samples.data.string(), std::nullopt,
                         fmt::format("row {}, column {}: {}: must be finite", first + i + 1,
                                     columns[k] + 1, numbers(i, k)),
                         "--missing drop leaves such samples out, --missing mean puts the mean of "
                         "the column there");
    }
    return numbers;
  }

  bool is_dense() const { return matrix_ || data_.dense() != nullptr; }

  void number_words() {
    data::Targets& targets = data_.targets;
    if (targets.words.empty()) return;
    const std::set<std::string> classes(targets.words.begin(), targets.words.end());
    classes_.assign(classes.begin(), classes.end());
    targets.numbers.resize(targets.size());
    for (Index i = 0; i < targets.size(); ++i) {
      const std::string& word = targets.words[i];
      targets.numbers[i] = static_cast<double>(
          std::lower_bound(classes_.begin(), classes_.end(), word) - classes_.begin());
    }
    targets.words = {};
  }

  data::SampleFileHeader header() const {
    return {.samples = data_.count(),
            .columns = data_.feature_count(),
            .is_dense = is_dense(),
            .has_weights = data_.weights.size() > 0,
            .fill = summary_.layout.fill,
            .names = summary_.layout.columns,
            .classes = classes_,
            .target = summary_.layout.target,
            .weights = summary_.layout.weights};
  }

  Converted write() {
    SparseMatrix* sparse = data_.sparse();
    if (sparse != nullptr && !are_sorted("data", *sparse)) *sparse = sorted(*sparse);
    const Index count = data_.count();
    const Reduction reduction(count,
                              source_.blocks > 0 ? source_.blocks : Reduction::shared_count(count));
    data::SampleFileWriter writer(source_.output, header(), reduction.count());
    for (Index s = 0; s < reduction.count(); ++s) {
      report(fmt::format("writing block {} of {}", s + 1, reduction.count()));
      add(reduction.samples_in(s), writer);
    }
    writer.finish();
    Converted result{.size = fmt::format("{} samples of {} features", count, data_.feature_count()),
                     .blocks = reduction.count(),
                     .bytes = writer.bytes()};
    if (sparse != nullptr && !is_dense()) {
      result.size +=
          fmt::format(", {} non-zeros", spool_ ? spool_->entry_count() : sparse->nonZeros());
    }
    return result;
  }

  void add(Reduction::Range range, data::SampleFileWriter& writer) {
    const Vector targets = data_.targets.numbers.segment(range.first, range.size());
    Vector weights;
    if (data_.weights.size() > 0) weights = data_.weights.segment(range.first, range.size());
    if (matrix_) {
      writer.add(read_finite(range.first, range.last, features_), targets, weights);
    } else if (const Matrix* dense = data_.dense()) {
      writer.add(dense->middleRows(range.first, range.size()), targets, weights);
    } else {
      writer.add(columns_of(range).view(), targets, weights);
    }
  }

  SparseLines columns_of(Reduction::Range range) {
    const SparseMatrix& sparse = *data_.sparse();
    if (!spool_) return rows_between(sparse, range.first, range.last);
    const Index entries = spool_->entries_between(range.first, range.last);
    if (entries > data::kMaxEntries) {
      throw InvalidInput("data", source_.samples.data.string(),
                         fmt::format("the samples {} to {} have {} non-zeros, must have fewer than "
                                     "2^31: --blocks makes more and smaller blocks",
                                     range.first + 1, range.last, entries));
    }
    return spool_->columns_of(range.first, range.last, sparse.cols());
  }

  const ConvertSource& source_;
  data::Dataset data_;
  SampleSummary summary_;
  std::optional<data::RowSpool> spool_;    ///< of a LIBSVM file
  std::optional<data::MappedNpy> matrix_;  ///< of a .npy file
  std::vector<Index> features_;            ///< columns of the matrix
  std::vector<std::string> classes_;
};

}  // namespace

Converted convert(const ConvertSource& source) {
  try {
    return Conversion(source).run();
  } catch (const Stopped&) {
    return {.is_complete = false};
  }
}

}  // namespace acgd::spec
