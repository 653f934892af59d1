#include "problem/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "io/libsvm.hpp"
#include "io/matrix_file.hpp"
#include "problem/deal.hpp"
#include "problem/gaps.hpp"
#include "problem/mapped_samples.hpp"
#include "problem/raw_samples.hpp"
#include "problem/sample_request.hpp"
#include "problem/sample_weights.hpp"
#include "problem/tell_columns.hpp"
#include "problem/uncoded_samples.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

using io::ColumnRole;

/// Reads samples step by step; each step has what the ones before have found.
class SampleReader {
 public:
  explicit SampleReader(const SamplesSource& source, const RawReader& read = read_raw)
      : source_(source), read_(read), missing_(to_missing(source.choices.missing)) {}

  LoadedSamples read() {
    read_raw_samples();
    code_targets();
    weigh();
    return finish();
  }

  UncodedSamples read_uncoded() {
    read_raw_samples();
    check_weights(raw_.weights, choices().weights);
    check_total(raw_.weights, choices().weights, team());
    return {std::move(raw_), std::move(summary_)};
  }

 private:
  const SampleChoices& choices() const { return source_.choices; }
  const Team& team() const { return *source_.team; }
  std::string name() const { return source_.data.string(); }

  void read_raw_samples() {
    if (read_mapped()) return;
    together(team(), [this] {
      check_choices(source_);
      read_files();
    });
    share();
    tell_columns(raw_, source_, summary_);
    mend_gaps();
    cut();
    fill_gaps();
  }

  /// Each rank looks at its own shards, if the file has them, or any of its samples can be had.
  bool read_mapped() {
    std::optional<MappedSamples> mapped;
    together(team(), [&] {
      check_choices(source_);
      if (missing_ == Missing::refuse) mapped = map_samples(raw_request(source_), source_);
    });
    if (add_numbers(team(), {Index{mapped.has_value()}})[0] != team().size()) return false;
    raw_ = std::move(mapped->raw);
    samples_.shards = std::move(mapped->shards);
    maps_ = std::move(mapped->maps);
    summary_.size = std::move(mapped->size);
    summary_.shards = samples_.shards->count();
    together(team(), [this] { read_beside(); });
    share();
    tell_columns(raw_, source_, summary_);
    return true;
  }

  void read_files() {
    RawRequest request = raw_request(source_);
    if (team().size() > 1 && can_be_sliced(request)) {
      request.slice = {.part = team().rank(), .parts = team().size()};
    } else if (team().rank() > 0) {
      reads_nothing_ = true;
    }
    if (!reads_nothing_) raw_ = read_(request);
    read_beside();
  }

  /// What is in files of its own.
  void read_beside() {
    if (source_.targets) {
      targets_ = read_targets(*source_.targets, raw_request(source_).table.cure_of_others);
      summary_.targets = source_.targets->string();
    }
    if (raw_.is_libsvm && !choices().target_column.empty()) {
      throw InvalidInput(fmt::format(
          "target-column = {}: {} is read as LIBSVM, where the label comes first in each line",
          choices().target_column, name()));
    }
    if (raw_.converted && !choices().target_column.empty()) {
      throw InvalidInput(fmt::format("target-column = {}: {} has its targets beside its columns",
                                     choices().target_column, name()));
    }
    const bool in_column = raw_.column_of(ColumnRole::weight) || reads_nothing_;
    if (!choices().weights.empty() && !in_column) read_weights();
  }

  /// Comes to terms with the other ranks, and takes what is beside the files of the data.
  void share() {
    unite(raw_, team());
    check_highest();
    const std::vector<Index> counts = gather_numbers(team(), raw_.count());
    together(team(), [&] {
      Index before = 0, all = 0;
      for (int rank = 0; rank < team().size(); ++rank) {
        if (rank < team().rank()) before += counts[static_cast<std::size_t>(rank)];
        all += counts[static_cast<std::size_t>(rank)];
      }
      check_sizes(all);
      if (source_.targets) raw_.targets = slice_of(targets_, before, raw_.count());
      if (weights_.size() > 0) raw_.weights = weights_.segment(before, raw_.count());
    });
  }

  /// A slice of a LIBSVM file knows its own highest index only.
  void check_highest() const {
    if (team().size() == 1 || !raw_.is_libsvm || source_.features != 0) return;
    const auto& own = std::get<SparseMatrix>(raw_.features);
    io::check_highest(source_.data, own.cols(), add_numbers(team(), {Index{own.nonZeros()}})[0]);
  }

  static RawTargets slice_of(const RawTargets& all, Index first, Index count) {
    if (all.words.empty()) return {.numbers = all.numbers.segment(first, count)};
    const auto begin = all.words.begin() + first;
    return {.words = {begin, begin + count}};
  }

  void read_weights() {
    if (!std::filesystem::exists(choices().weights)) {
      throw InvalidInput(
          fmt::format("weights = {}: there is no such file, and {} has no columns "
                      "with names",
                      choices().weights, name()));
    }
    weights_ = io::read_vector(choices().weights);
    summary_.weights = choices().weights;
  }

  /// `count` are the samples of all ranks.
  void check_sizes(Index count) const {
    if (!summary_.weights.empty() && weights_.size() != count && !reads_nothing_) {
      throw InvalidInput(
          fmt::format("weights = {}: {} of them, must be one for each of the {} "
                      "samples of {}",
                      choices().weights, weights_.size(), count, name()));
    }
    const Index targets = source_.targets ? targets_.size() : raw_.targets.size();
    const Index wanted = source_.targets ? count : raw_.count();
    if (targets != wanted) {
      throw InvalidInput(
          fmt::format("targets: {} of them, must be one for each of the {} samples of {}", targets,
                      wanted, name()));
    }
    if (count == 0 || raw_.feature_count() == 0) {
      throw InvalidInput(fmt::format("data = {}: is empty", name()));
    }
    if (source_.features != 0 && source_.features != raw_.feature_count()) {
      throw InvalidInput(
          fmt::format("features = {}: {} has {}", source_.features, name(), raw_.feature_count()));
    }
  }

  void mend_gaps() {
    if (missing_ == Missing::refuse) return;
    auto* features = std::get_if<Matrix>(&raw_.features);
    if (missing_ == Missing::mean && features == nullptr) {
      throw InvalidInput(
          fmt::format("missing = mean: has no effect on {}, where what is absent is 0", name()));
    }
    const std::vector<Index> complete = complete_rows(raw_, missing_ == Missing::drop);
    const auto kept = static_cast<Index>(complete.size());
    const std::vector<Index> rows = add_numbers(team(), {raw_.count(), kept});
    summary_.dropped = rows[0] - rows[1];
    if (rows[1] == 0) {
      throw InvalidInput(fmt::format("missing = {}: all {} samples of {} would be left out",
                                     choices().missing, rows[0], name()));
    }
    raw_.keep(complete);
  }

  /// Which rank has which samples is known when it is known how many there are.
  void cut() {
    const Index samples = add_numbers(team(), {raw_.count()})[0];
    const Index count = choices().shards != 0 ? choices().shards : Shards::usual_count(samples);
    samples_.shards = std::make_shared<const Shards>(samples, count, source_.team);
    summary_.shards = count;
    deal(raw_, *samples_.shards, {.data = name()});
  }

  void fill_gaps() {
    if (missing_ != Missing::mean) return;
    auto& features = std::get<Matrix>(raw_.features);
    together(team(), [this] { check_weights(raw_.weights, choices().weights); });
    check_total(raw_.weights, choices().weights, team());
    summary_.layout.fill =
        column_means(features, raw_.weights, *samples_.shards, summary_.layout.columns);
    summary_.filled = add_numbers(team(), {fill(features, summary_.layout.fill)})[0];
  }

  void code_targets() {
    const bool has_words =
        add_numbers(team(), {static_cast<Index>(raw_.targets.words.size())})[0] > 0;
    summary_.layout.coding =
        choose_coding(source_.labels, source_.labels == Labels::keep && !has_words
                                          ? raw_.targets
                                          : united_targets(raw_.targets, team()));
    samples_.targets = summary_.layout.coding.encode(raw_.targets);
  }

  void weigh() {
    together(team(), [this] { check_weights(raw_.weights, choices().weights); });
    check_total(raw_.weights, choices().weights, team());
    samples_.weights = std::move(raw_.weights);
    if (choices().class_weights.empty()) return;
    balance_classes(summary_.layout.coding, samples_);
    summary_.balanced = true;
  }

  LoadedSamples finish() {
    if (summary_.size.empty()) tell_size();
    if (auto* sparse = std::get_if<SparseMatrix>(&raw_.features)) {
      samples_.features = share_taken(*sparse);
    } else {
      samples_.features =
          std::make_shared<const Matrix>(std::move(std::get<Matrix>(raw_.features)));
    }
    return {std::move(samples_), std::move(summary_), std::move(maps_)};
  }

  void tell_size() {
    summary_.size = fmt::format("{} samples of {} features", samples_.shards->samples(),
                                summary_.layout.features);
    if (const auto* sparse = std::get_if<SparseMatrix>(&raw_.features)) {
      summary_.size +=
          fmt::format(", {} non-zeros", add_numbers(team(), {Index{sparse->nonZeros()}})[0]);
    }
  }

  const SamplesSource& source_;
  const RawReader read_;
  Missing missing_;
  bool reads_nothing_ = false;  ///< rank 0 reads all
  RawSamples raw_ = {};
  RawTargets targets_ = {};  ///< of all samples, from a file of their own
  Vector weights_ = {};      ///< the same
  Samples samples_ = {};
  std::vector<std::shared_ptr<const LinearMap>> maps_ = {};
  SampleSummary summary_ = {};
};

}  // namespace

LoadedSamples read_samples(const SamplesSource& source) { return SampleReader(source).read(); }

UncodedSamples read_uncoded(const SamplesSource& source, const RawReader& read) {
  return SampleReader(source, read).read_uncoded();
}

}  // namespace acgd::problem
