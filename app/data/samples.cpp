#include "app/data/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/columns.hpp"
#include "app/data/distribute.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/matrix_file.hpp"
#include "app/data/missing_values.hpp"
#include "app/data/npy.hpp"
#include "app/data/raw_samples.hpp"
#include "app/data/words.hpp"

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
    report_columns(raw_, source_, summary_);
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
    report_columns(raw_, source_, summary_);
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
    merge(raw_, team());
    check_highest();
    const std::vector<Index> counts = gather_numbers(team(), raw_.count());
    together(team(), [&] {
      Index before = 0, all = 0;
      for (int rank = 0; rank < team().size(); ++rank) {
        if (rank < team().rank()) before += counts[rank];
        all += counts[rank];
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
                                          : merged_targets(raw_.targets, team()));
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

void check_weights(const Vector& weights, const std::string& typed) {
  for (Index i = 0; i < weights.size(); ++i) {
    if (std::isfinite(weights[i]) && weights[i] >= 0) continue;
    throw InvalidInput(fmt::format("weights = {}: that of sample {} is {}, must be >= 0", typed,
                                   i + 1, weights[i]));
  }
}

void check_total(const Vector& weights, const std::string& typed, const Team& team) {
  const Index positive = (weights.array() > 0).count();
  const std::vector<Index> all = add_numbers(team, {weights.size(), positive});
  if (all[0] == 0 || all[1] > 0) return;
  throw InvalidInput(fmt::format("weights = {}: all of them are 0", typed));
}

void balance_classes(const Coding& coding, Samples& samples) {
  if (!coding.numbers_classes()) {
    throw InvalidInput("class-weights = balanced: the targets are numbers, not classes");
  }
  if (samples.weights.size() == 0) samples.weights = Vector::Ones(samples.count());
  const auto class_of = [&](Index i) { return static_cast<std::size_t>(samples.targets[i]); };
  Vector totals(static_cast<Index>(coding.classes.size()));
  samples.shards->sum_long(
      totals.size(),
      [&](Shards::Range rows, double* out) {
        for (Index i = rows.first; i < rows.last; ++i) out[class_of(i)] += samples.weights[i];
      },
      totals.data());
  const auto occurring = static_cast<double>((totals.array() > 0).count());
  const double each = totals.sum() / occurring;
  for (Index i = 0; i < samples.count(); ++i) {
    if (samples.weights[i] > 0) {
      samples.weights[i] *= each / totals[static_cast<Index>(class_of(i))];
    }
  }
}

namespace {

using io::ColumnRole;

/// A name of the header goes before a file, and a file before a number.
std::optional<Index> weight_column(const SamplesSource& source, const io::TableColumns& columns) {
  const std::string& typed = source.choices.weights;
  if (typed.empty()) return std::nullopt;
  const auto found = find_column(typed, columns);
  const bool is_name = found && !columns.names.empty() && columns.names[*found] == typed;
  if (!is_name && std::filesystem::exists(typed)) return std::nullopt;
  return find_column("weights", typed, columns, source.data);
}

std::vector<ColumnRole> roles_of(const SamplesSource& source, const io::TableColumns& columns) {
  std::vector<ColumnRole> roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
  if (!source.targets) {
    if (columns.count < 2) {
      throw InvalidInput(
          fmt::format("data = {}: without --targets it needs two columns or more, has {}",
                      source.data.string(), columns.count));
    }
    const std::string& typed = source.choices.target_column;
    const Index target = typed.empty() ? columns.count - 1
                                       : find_column("target-column", typed, columns, source.data);
    roles[target] = ColumnRole::target;
  }
  if (const auto weight = weight_column(source, columns)) {
    ColumnRole& role = roles[*weight];
    if (role == ColumnRole::target) {
      throw InvalidInput(
          fmt::format("weights = {}: is the column of the targets", source.choices.weights));
    }
    role = ColumnRole::weight;
  }
  if (std::find(roles.begin(), roles.end(), ColumnRole::feature) == roles.end()) {
    throw InvalidInput(
        fmt::format("data = {}: no column is left as a feature", source.data.string()));
  }
  return roles;
}

std::optional<Index> known_target(const SamplesSource& source) {
  if (source.targets) return std::nullopt;
  if (source.choices.target_column.empty()) return -1;
  return column_number(source.choices.target_column);
}

}  // namespace

void check_choices(const SamplesSource& source) {
  if (source.targets && !source.choices.target_column.empty()) {
    throw InvalidInput("target-column: has no effect with --targets, which has them");
  }
  if (!source.choices.class_weights.empty() && source.choices.class_weights != "balanced") {
    refuse_name("class-weights", source.choices.class_weights, {"balanced"});
  }
}

RawRequest raw_request(const SamplesSource& source) {
  const bool refuses = to_missing(source.choices.missing) == Missing::refuse;
  const std::string drop = "--missing drop leaves such samples out";
  return {.data = source.data,
          .format = source.format,
          .features = source.features,
          .table = {.roles = [&source](const auto& columns) { return roles_of(source, columns); },
                    .target = known_target(source),
                    .cure_of_features =
                        refuses ? drop + ", --missing mean puts the mean of the column there" : "",
                    .cure_of_others = refuses ? drop : "",
                    .cure_of_words = source.labels == Labels::keep ? cure_of_words() : ""}};
}

namespace {

using io::ColumnRole;

void tell_converted(const RawSamples& raw, bool has_weights, const SamplesSource& source,
                    SampleSummary& summary) {
  const RawSamples::Converted& told = *raw.converted;
  SampleLayout& layout = summary.layout;
  layout.fill = told.fill;
  if (!source.targets) {
    layout.target = told.target;
    summary.targets = "targets of " + source.data.string();
  }
  if (has_weights && source.choices.weights.empty()) {
    layout.weights = told.weights;
    summary.weights = source.data.string();
  }
}

}  // namespace

void report_columns(const RawSamples& raw, const SamplesSource& source, SampleSummary& summary) {
  SampleLayout& layout = summary.layout;
  layout.features = raw.feature_count();
  summary.header = raw.columns.names;
  for (std::size_t k = 0; k < raw.columns.names.size(); ++k) {
    if (raw.roles[k] == ColumnRole::feature) layout.columns.push_back(raw.columns.names[k]);
  }
  if (const auto column = raw.column_of(ColumnRole::weight)) {
    layout.weights = name_of_column(*column, raw.columns);
    summary.weights = fmt::format("column {} of {}", layout.weights, source.data.string());
  }
  if (raw.is_libsvm && !source.targets) summary.targets = "labels of " + source.data.string();
  // A rank without samples has no weights to show.
  const bool has_weights = add_numbers(*source.team, {raw.weights.size()})[0] > 0;
  if (raw.converted) tell_converted(raw, has_weights, source, summary);
  const auto column = raw.column_of(ColumnRole::target);
  if (!column) return;
  layout.target = name_of_column(*column, raw.columns);
  const bool is_last = source.choices.target_column.empty();
  summary.targets = is_last ? fmt::format("last column of {}{}", source.data.string(),
                                          summary.header.empty() ? "" : ": " + layout.target)
                            : fmt::format("column {} of {}", layout.target, source.data.string());
}

namespace {

using io::ColumnRole;

/// Throws InvalidInput unless the file is cut as the user says, if they do.
void check_shards(const io::SampleFile& file, const SamplesSource& source) {
  const Index wanted = source.choices.shards, found = file.shard_count();
  if (wanted == 0 || wanted == found) return;
  throw InvalidInput(
      fmt::format("shards = {}: {} is cut into {}: acgd convert --shards {} makes "
                  "another file of the data",
                  wanted, source.data.string(), found, wanted));
}

MappedSamples map_converted(const SamplesSource& source) {
  const io::SampleFile file(source.data);
  check_shards(file, source);
  const io::SampleFileHeader& header = file.header();
  auto shards = std::make_shared<const Shards>(file.starts(), source.team);
  const auto [first, last] = shards->own_shards();
  MappedSamples mapped{
      .raw = read_shards(file, first, last, !source.map),
      .shards = shards,
      .maps = {},
      .size = fmt::format("{} samples of {} features", file.samples(), file.columns())};
  if (!header.is_dense) mapped.size += fmt::format(", {} non-zeros", file.entry_count());
  if (!source.map) return mapped;
  for (Index s = first; s < last; ++s) mapped.maps.push_back(file.map(s));
  return mapped;
}

/// The places of the features, if they stand side by side.
std::optional<Shards::Range> feature_columns(const std::vector<ColumnRole>& roles) {
  Shards::Range range;
  while (roles[range.first] != ColumnRole::feature) ++range.first;
  range.last = range.first;
  const auto count = static_cast<Index>(roles.size());
  while (range.last < count && roles[range.last] == ColumnRole::feature) {
    ++range.last;
  }
  for (Index k = range.last; k < count; ++k) {
    if (roles[k] == ColumnRole::feature) return std::nullopt;
  }
  return range;
}

bool are_finite(const LinearMap& map) {
  const auto& dense = dynamic_cast<const DenseMap&>(map);
  return dense.matrix() != nullptr ? dense.matrix()->allFinite()
                                   : dense.matrix_float()->allFinite();
}

/// What cannot be mapped, or has something wrong in it, is left to who reads all of it.
std::optional<MappedSamples> map_npy(const RawRequest& request, const SamplesSource& source) {
  if (!source.map || !io::MappedNpy::can_map(request.data)) return std::nullopt;
  const io::MappedNpy file(request.data);
  MappedSamples mapped;
  RawSamples& raw = mapped.raw;
  raw.columns.count = file.cols();
  raw.roles = request.table.roles(raw.columns);
  const auto columns = feature_columns(raw.roles);
  if (!columns || file.rows() == 0) return std::nullopt;
  const Index count =
      source.choices.shards != 0 ? source.choices.shards : Shards::usual_count(file.rows());
  mapped.shards = std::make_shared<const Shards>(file.rows(), count, source.team);
  for (Index s = mapped.shards->own_shards().first; s < mapped.shards->own_shards().last; ++s) {
    const auto [first, last] = mapped.shards->samples_in(s);
    mapped.maps.push_back(nullptr);
    if (first == last) continue;
    mapped.maps.back() = file.map(first, last, columns->first, columns->last);
    if (mapped.maps.back() == nullptr || !are_finite(*mapped.maps.back())) return std::nullopt;
  }
  const auto [first, last] = mapped.shards->samples_of(source.team->rank());
  if (const auto target = raw.column_of(ColumnRole::target)) {
    raw.targets.numbers = file.read(first, last, {*target});
    if (!raw.targets.numbers.allFinite()) return std::nullopt;
  }
  if (const auto weight = raw.column_of(ColumnRole::weight)) {
    raw.weights = file.read(first, last, {*weight});
  }
  raw.features = SparseMatrix(last - first, columns->size());
  mapped.size = fmt::format("{} samples of {} features", file.rows(), columns->size());
  return mapped;
}

}  // namespace

std::optional<MappedSamples> map_samples(const RawRequest& request, const SamplesSource& source) {
  if (io::is_standard_input(request.data)) return std::nullopt;
  const io::Format format = format_of(request);
  if (format == io::Format::converted) return map_converted(source);
  if (format == io::Format::npy) return map_npy(request, source);
  return std::nullopt;
}

std::string SampleSummary::description() const {
  std::string text = size;
  const auto add = [&](const std::string& more) { text += ", " + more; };
  if (dropped > 0) {
    add(fmt::format("{} with missing cells left out",
                    dropped == 1 ? "1 sample" : fmt::format("{} samples", dropped)));
  }
  if (filled > 0) {
    add(fmt::format("{} filled with the mean of {} column",
                    filled == 1 ? "1 missing cell" : fmt::format("{} missing cells", filled),
                    filled == 1 ? "its" : "their"));
  }
  if (!layout.coding.description.empty()) add(layout.coding.description);
  if (!weights.empty()) add("weights: " + weights);
  if (balanced) add("classes balanced");
  return text;
}

Missing to_missing(const std::string& text) {
  if (text == "refuse") return Missing::refuse;
  if (text == "drop") return Missing::drop;
  if (text == "mean") return Missing::mean;
  refuse_name("missing", text, {"refuse", "drop", "mean"});
}

std::optional<std::filesystem::path> file_of_weights(const std::string& text) {
  if (text.empty() || !std::filesystem::exists(text)) return std::nullopt;
  return text;
}

}  // namespace acgd::problem
