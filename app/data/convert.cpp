#include "app/data/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/parallel/shards.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/limits.hpp"
#include "app/data/npy.hpp"
#include "app/data/sample_file.hpp"
#include "app/data/samples.hpp"
#include "objective/sparse_map.hpp"

namespace acgd::problem {

namespace {

/// Nobody wants the rest.
struct Stopped {};

/// Reads samples, then writes them shard by shard.
class Conversion {
 public:
  explicit Conversion(const ConvertSource& source) : source_(source) {}

  Converted run() {
    const auto read = [this](const RawRequest& request) { return read_features(request); };
    samples_ = read_uncoded(source_.samples, read);
    number_words();
    return write();
  }

 private:
  void tell(const std::string& text) const {
    if (source_.go_on && !source_.go_on(text)) throw Stopped();
  }

  /// What LIBSVM and .npy files know of their samples stays on the disk; all else comes into memory.
  RawSamples read_features(const RawRequest& request) {
    tell("reading");
    if (to_missing(source_.samples.choices.missing) == Missing::refuse) {
      const io::Format format = format_of(request);
      if (format == io::Format::libsvm) return spool_rows(request);
      if (format == io::Format::npy && io::MappedNpy::can_map(request.data)) {
        return map_matrix(request);
      }
    }
    return read_raw(request);
  }

  RawSamples spool_rows(const RawRequest& request) {
    spool_.emplace(source_.output);
    io::read_libsvm_in_pieces(request.data, request.features, [this](const io::LibsvmPiece& piece) {
      spool_->append(piece);
      tell(fmt::format("reading, {} samples so far", spool_->count()));
    });
    SparseMatrix size_only(spool_->count(),
                           request.features > 0 ? request.features : spool_->columns());
    return {.features = std::move(size_only),
            .targets = {.numbers = spool_->labels()},
            .is_libsvm = true};
  }

  RawSamples map_matrix(const RawRequest& request) {
    matrix_.emplace(request.data);
    RawSamples samples;
    samples.columns.count = matrix_->cols();
    samples.roles = request.table.roles(samples.columns);
    for (std::size_t k = 0; k < samples.roles.size(); ++k) {
      if (samples.roles[k] == io::ColumnRole::feature) features_.push_back(static_cast<Index>(k));
    }
    const auto column_of = [&](io::ColumnRole role) {
      const auto column = samples.column_of(role);
      return column ? Vector(read_finite(0, matrix_->rows(), {*column})) : Vector();
    };
    samples.targets.numbers = column_of(io::ColumnRole::target);
    samples.weights = column_of(io::ColumnRole::weight);
    samples.features = SparseMatrix(matrix_->rows(), static_cast<Index>(features_.size()));
    return samples;
  }

  Matrix read_finite(Index first, Index last, const std::vector<Index>& columns) const {
    Matrix numbers = matrix_->read(first, last, columns);
    for (Index k = 0; k < numbers.cols(); ++k) {
      if (numbers.col(k).allFinite()) continue;
      Index i = 0;
      while (std::isfinite(numbers(i, k))) ++i;
      throw InvalidInput(fmt::format(
          "{}: row {}, column {}: {}: must be finite; --missing drop leaves such samples "
          "out, --missing mean puts the mean of the column there",
          source_.samples.data.string(), first + i + 1, columns[k] + 1, numbers(i, k)));
    }
    return numbers;
  }

  bool is_dense() const { return matrix_ || std::holds_alternative<Matrix>(samples_.raw.features); }

  void number_words() {
    RawTargets& targets = samples_.raw.targets;
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

  io::SampleFileHeader header() const {
    const auto& [raw, summary] = samples_;
    return {.samples = raw.count(),
            .columns = raw.feature_count(),
            .is_dense = is_dense(),
            .has_weights = raw.weights.size() > 0,
            .fill = summary.layout.fill,
            .names = summary.layout.columns,
            .classes = classes_,
            .target = summary.layout.target,
            .weights = summary.layout.weights};
  }

  Converted write() {
    auto& [raw, summary] = samples_;
    if (auto* sparse = std::get_if<SparseMatrix>(&raw.features);
        sparse != nullptr && !are_sorted("data", *sparse)) {
      *sparse = sorted(*sparse);
    }
    const Index count = raw.count();
    const Shards shards(count, source_.shards > 0 ? source_.shards : Shards::usual_count(count));
    io::SampleFileWriter writer(source_.output, header(), shards.count());
    for (Index s = 0; s < shards.count(); ++s) {
      tell(fmt::format("writing shard {} of {}", s + 1, shards.count()));
      add(shards.samples_in(s), writer);
    }
    writer.finish();
    Converted result{.size = fmt::format("{} samples of {} features", count, raw.feature_count()),
                     .shards = shards.count(),
                     .bytes = writer.bytes()};
    if (const auto* sparse = std::get_if<SparseMatrix>(&raw.features); sparse && !is_dense()) {
      result.size +=
          fmt::format(", {} non-zeros", spool_ ? spool_->entry_count() : sparse->nonZeros());
    }
    return result;
  }

  void add(Shards::Range range, io::SampleFileWriter& writer) {
    const RawSamples& raw = samples_.raw;
    const Vector targets = raw.targets.numbers.segment(range.first, range.size());
    Vector weights;
    if (raw.weights.size() > 0) weights = raw.weights.segment(range.first, range.size());
    if (matrix_)
      return writer.add(read_finite(range.first, range.last, features_), targets, weights);
    if (const auto* dense = std::get_if<Matrix>(&raw.features)) {
      return writer.add(dense->middleRows(range.first, range.size()), targets, weights);
    }
    writer.add(columns_of(range).view(), targets, weights);
  }

  SparseLines columns_of(Shards::Range range) {
    const auto& sparse = std::get<SparseMatrix>(samples_.raw.features);
    if (!spool_) return rows_between(sparse, range.first, range.last);
    const Index entries = spool_->entries_between(range.first, range.last);
    if (entries > io::kMaxEntries) {
      throw InvalidInput(
          fmt::format("data = {}: the samples {} to {} have {} non-zeros, must have fewer than "
                      "2^31: --shards makes more and smaller shards",
                      source_.samples.data.string(), range.first + 1, range.last, entries));
    }
    return spool_->columns_of(range.first, range.last, sparse.cols());
  }

  const ConvertSource& source_;
  UncodedSamples samples_;
  std::optional<io::RowSpool> spool_;    ///< of a LIBSVM file
  std::optional<io::MappedNpy> matrix_;  ///< of a .npy file
  std::vector<Index> features_;          ///< columns of the matrix
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

}  // namespace acgd::problem
