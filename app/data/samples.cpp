#include "app/data/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "acgd/core/error.hpp"
#include "app/data/distribute.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/sample_file.hpp"
#include "app/data/specification.hpp"
#include "app/data/text_input.hpp"

namespace acgd::spec {

using data::ColumnRole;
using data::Dataset;

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
  throw unknown_name("missing", text, {"refuse", "drop", "mean"});
}

std::optional<std::filesystem::path> file_of_weights(const std::string& text) {
  if (text.empty() || !std::filesystem::exists(text)) return std::nullopt;
  return text;
}

// Columns.

namespace {

/// The number that the text is, from 0, below 0 from the end; none if it is a name.
std::optional<Index> column_number(const std::string& text) {
  Index number = 0;
  const char* last = text.data() + text.size();
  const auto [end, trouble] = std::from_chars(text.data(), last, number);
  if (trouble != std::errc() || end != last || number == 0) return std::nullopt;
  return number > 0 ? number - 1 : number;
}

/// "; did you mean NAME?"; empty for short texts, to which any name would be similar.
std::string suggestion(const std::string& text, const std::vector<std::string>& names) {
  constexpr std::size_t shortest = 3;
  const auto meant = text.size() < shortest ? std::nullopt : nearest(text, names);
  return meant ? fmt::format("; did you mean {}?", data::shown_name(*meant)) : "";
}

/// The name of a column, or its number from 1 if it has no unique name.
std::string name_of_column(Index column, const data::TableColumns& columns) {
  if (columns.names.empty()) return fmt::format("{}", column + 1);
  const std::string& name = columns.names[column];
  const bool is_unique = std::count(columns.names.begin(), columns.names.end(), name) == 1;
  return is_unique ? name : fmt::format("{}", column + 1);
}

}  // namespace

std::optional<Index> find_column(const std::string& text, const data::TableColumns& columns) {
  const auto named = std::find(columns.names.begin(), columns.names.end(), text);
  if (named != columns.names.end()) return named - columns.names.begin();
  std::optional<Index> place = column_number(text);
  if (!place) return std::nullopt;
  if (*place < 0) *place += columns.count;
  return *place >= 0 && *place < columns.count ? place : std::nullopt;
}

Index find_column(const std::string& argument, const std::string& text,
                  const data::TableColumns& columns, const std::filesystem::path& file) {
  if (const auto place = find_column(text, columns)) {
    if (std::count(columns.names.begin(), columns.names.end(), text) > 1) {
      throw InvalidInput(argument, text,
                         fmt::format("several columns of {} are called so", file.string()),
                         "give its number");
    }
    return *place;
  }
  if (column_number(text)) {
    throw InvalidInput(argument, text,
                       fmt::format("{} has {} columns", file.string(), columns.count));
  }
  if (columns.names.empty()) {
    throw InvalidInput(argument, text, fmt::format("{} has no header with names", file.string()),
                       fmt::format("give the number of the column, from 1 to {}", columns.count));
  }
  throw InvalidInput(argument, text,
                     fmt::format("no column of {} is called so{}", file.string(),
                                 suggestion(text, columns.names)));
}

namespace {

/// A name of the header goes before a file, and a file before a number.
std::optional<Index> weight_column(const DataSource& source, const data::TableColumns& columns) {
  const std::string& typed = source.choices.weights;
  if (typed.empty()) return std::nullopt;
  const auto found = find_column(typed, columns);
  const bool is_name = found && !columns.names.empty() && columns.names[*found] == typed;
  if (!is_name && std::filesystem::exists(typed)) return std::nullopt;
  return find_column("weights", typed, columns, source.data);
}

/// The roles of columns in training data.
std::vector<ColumnRole> roles_of(const DataSource& source, const data::TableColumns& columns) {
  std::vector<ColumnRole> roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
  if (!source.targets) {
    if (columns.count < 2) {
      throw InvalidInput(
          "data", source.data.string(),
          fmt::format("without --targets it needs two columns or more, has {}", columns.count));
    }
    const std::string& typed = source.choices.target_column;
    const Index target = typed.empty() ? columns.count - 1
                                       : find_column("target-column", typed, columns, source.data);
    roles[target] = ColumnRole::target;
  }
  if (const auto weight = weight_column(source, columns)) {
    ColumnRole& role = roles[*weight];
    if (role == ColumnRole::target) {
      throw InvalidInput("weights", source.choices.weights, "is the column of the targets");
    }
    role = ColumnRole::weight;
  }
  if (std::find(roles.begin(), roles.end(), ColumnRole::feature) == roles.end()) {
    throw InvalidInput("data", source.data.string(), "no column is left as a feature");
  }
  return roles;
}

/// How the training data is read. `source` must outlive it.
data::ReadOptions read_options(const DataSource& source) {
  const bool refuses = to_missing(source.choices.missing) == Missing::refuse;
  const std::string drop = "--missing drop leaves such samples out";
  std::optional<Index> target;
  if (!source.targets) {
    const std::string& typed = source.choices.target_column;
    target = typed.empty() ? -1 : column_number(typed);
  }
  return {
      .format = source.format,
      .features = source.features,
      .roles = [&source](const auto& columns) { return roles_of(source, columns); },
      .target = target,
      .missing_feature = refuses ? drop + ", --missing mean puts the mean of the column there" : "",
      .missing_other = refuses ? drop : "",
      .word_target = source.labels == Labels::keep ? advice_on_words() : ""};
}

void check_choices(const DataSource& source) {
  if (source.targets && !source.choices.target_column.empty()) {
    throw InvalidInput("target-column", "has no effect with --targets, which has them");
  }
  if (!source.choices.class_weights.empty() && source.choices.class_weights != "balanced") {
    throw unknown_name("class-weights", source.choices.class_weights, {"balanced"});
  }
}

// Weights.

/// Throws InvalidInput unless all are finite and >= 0, and those of all ranks not all 0.
void check_weights(const Vector& weights, const std::string& typed, const Team& team) {
  together(team, [&] {
    for (Index i = 0; i < weights.size(); ++i) {
      if (std::isfinite(weights[i]) && weights[i] >= 0) continue;
      throw InvalidInput("weights", typed,
                         fmt::format("that of sample {} is {}, must be >= 0", i + 1, weights[i]));
    }
  });
  const Index positive = (weights.array() > 0).count();
  const std::vector<Index> all = add_numbers(team, {weights.size(), positive});
  if (all[0] == 0 || all[1] > 0) return;
  throw InvalidInput("weights", typed, "all of them are 0");
}

/// Multiplies weights by their sum / (classes * the sum of those of the class). Throws InvalidInput
/// if the targets are no classes.
void balance_classes(const Coding& coding, Samples& samples) {
  if (!coding.numbers_classes()) {
    throw InvalidInput("class-weights", "balanced", "the targets are numbers, not classes");
  }
  if (samples.weights.size() == 0) samples.weights = Vector::Ones(samples.count());
  const auto class_of = [&](Index i) { return static_cast<std::size_t>(samples.targets[i]); };
  Vector totals(static_cast<Index>(coding.classes.size()));
  samples.reduction->sum_long(
      totals.size(),
      [&](Reduction::Range rows, double* out) {
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

// The pipeline.

/// Reads training data step by step:
///
///   1. map_files(): each rank opens its part of a mapped file, or
///      read_files(): each rank reads a slice, or rank 0 all of it; and targets and weights in files
///      of their own.
///   2. merge_ranks(): ranks agree on columns and the number of features.
///   3. drop_missing(): samples with missing values.
///   4. partition(): rows go to the ranks of their blocks.
///   5. fill_missing(): with the means of the columns.
///   6. code_targets(), weigh(): labels become numbers, weights are checked.
class SampleReader {
 public:
  explicit SampleReader(const DataSource& source, const DatasetReader& read = data::read_dataset)
      : source_(source), read_(read), missing_(to_missing(source.choices.missing)) {}

  LoadedSamples read() {
    read_data();
    code_targets();
    weigh();
    if (summary_.size.empty()) report_size();
    samples_.features = data_.shared();
    return {std::move(samples_), std::move(summary_), std::move(data_.maps)};
  }

  std::pair<Dataset, SampleSummary> read_uncoded() {
    read_data();
    check_weights(data_.weights, choices().weights, team());
    return {std::move(data_), std::move(summary_)};
  }

 private:
  const SampleChoices& choices() const { return source_.choices; }
  const Team& team() const { return *source_.team; }
  std::string name() const { return source_.data.string(); }

  void read_data() {
    if (map_files()) return;
    together(team(), [this] {
      check_choices(source_);
      read_files();
    });
    merge_ranks();
    report_columns();
    drop_missing();
    partition();
    fill_missing();
  }

  bool map_files() {
    std::optional<Dataset> mapped;
    together(team(), [&] {
      check_choices(source_);
      if (missing_ != Missing::refuse || data::is_standard_input(source_.data)) return;
      const data::ReadOptions options = read_options(source_);
      const data::Format format = data::format_of(source_.data, options);
      if (format == data::Format::converted) mapped = open_converted();
      if (format == data::Format::npy && source_.map) {
        mapped = data::map_npy(source_.data, options, choices().blocks, source_.team);
      }
    });
    if (add_numbers(team(), {Index{mapped.has_value()}})[0] != team().size()) return false;
    data_ = std::move(*mapped);
    samples_.reduction = data_.reduction;
    summary_.blocks = samples_.reduction->count();
    together(team(), [this] { read_beside(); });
    merge_ranks();
    report_columns();
    return true;
  }

  Dataset open_converted() {
    const data::SampleFile file(source_.data);
    const Index wanted = choices().blocks, found = file.block_count();
    if (wanted != 0 && wanted != found) {
      throw InvalidInput(
          "blocks", wanted,
          fmt::format("{} has {} blocks: acgd convert --blocks {} makes another file of the data",
                      name(), found, wanted));
    }
    auto reduction = std::make_shared<const Reduction>(file.starts(), source_.team);
    const auto [first, last] = reduction->own_blocks();
    Dataset data = data::read_blocks(file, first, last, source_.map);
    data.reduction = std::move(reduction);
    summary_.size = fmt::format("{} samples of {} features", file.samples(), file.columns());
    if (!file.header().is_dense) {
      summary_.size += fmt::format(", {} non-zeros", file.entry_count());
    }
    return data;
  }

  void read_files() {
    data::ReadOptions options = read_options(source_);
    if (team().size() > 1 && data::can_be_sliced(source_.data, options)) {
      options.slice = {.part = team().rank(), .parts = team().size()};
    } else if (team().rank() > 0) {
      reads_nothing_ = true;
    }
    if (!reads_nothing_) data_ = read_(source_.data, options);
    read_beside();
  }

  /// Targets and weights in files of their own.
  void read_beside() {
    if (source_.targets) {
      targets_ = data::read_targets(*source_.targets, read_options(source_).missing_other);
      summary_.targets = source_.targets->string();
    }
    if (data_.is_libsvm && !choices().target_column.empty()) {
      throw InvalidInput(
          "target-column", choices().target_column,
          fmt::format("{} is read as LIBSVM, where the label comes first in each line", name()));
    }
    if (data_.converted && !choices().target_column.empty()) {
      throw InvalidInput("target-column", choices().target_column,
                         fmt::format("{} has its targets beside its columns", name()));
    }
    const bool in_column = data_.column_of(ColumnRole::weight) || reads_nothing_;
    if (!choices().weights.empty() && !in_column) read_weights();
  }

  void merge_ranks() {
    merge(data_, team());
    check_highest();
    const std::vector<Index> counts = gather_numbers(team(), data_.count());
    together(team(), [&] {
      Index before = 0, all = 0;
      for (int rank = 0; rank < team().size(); ++rank) {
        if (rank < team().rank()) before += counts[rank];
        all += counts[rank];
      }
      check_sizes(all);
      if (source_.targets) data_.targets = slice_of(targets_, before, data_.count());
      if (weights_.size() > 0) data_.weights = weights_.segment(before, data_.count());
    });
  }

  /// A slice of a LIBSVM file has its own highest index.
  void check_highest() const {
    if (team().size() == 1 || !data_.is_libsvm || source_.features != 0) return;
    const SparseMatrix& own = *data_.sparse();
    data::check_highest(source_.data, own.cols(), add_numbers(team(), {Index{own.nonZeros()}})[0]);
  }

  static data::Targets slice_of(const data::Targets& all, Index first, Index count) {
    if (all.words.empty()) return {.numbers = all.numbers.segment(first, count)};
    const auto begin = all.words.begin() + first;
    return {.words = {begin, begin + count}};
  }

  void read_weights() {
    if (!std::filesystem::exists(choices().weights)) {
      throw InvalidInput(
          "weights", choices().weights,
          fmt::format("there is no such file, and {} has no columns with names", name()));
    }
    weights_ = data::read_vector(choices().weights);
    summary_.weights = choices().weights;
  }

  /// `count` is the number of samples on all ranks.
  void check_sizes(Index count) const {
    if (!summary_.weights.empty() && weights_.size() != count && !reads_nothing_) {
      throw InvalidInput("weights", choices().weights,
                         fmt::format("{} of them, must be one for each of the {} samples of {}",
                                     weights_.size(), count, name()));
    }
    const Index targets = source_.targets ? targets_.size() : data_.targets.size();
    const Index wanted = source_.targets ? count : data_.count();
    if (targets != wanted) {
      throw InvalidInput("targets",
                         fmt::format("{} of them, must be one for each of the {} samples of {}",
                                     targets, wanted, name()));
    }
    if (count == 0 || data_.feature_count() == 0) {
      throw InvalidInput("data", name(), "is empty");
    }
    if (source_.features != 0 && source_.features != data_.feature_count()) {
      throw InvalidInput("features", source_.features,
                         fmt::format("{} has {}", name(), data_.feature_count()));
    }
  }

  void report_columns() {
    SampleLayout& layout = summary_.layout;
    const data::TableColumns& columns = data_.columns;
    layout.features = data_.feature_count();
    summary_.header = columns.names;
    for (std::size_t k = 0; k < columns.names.size(); ++k) {
      if (data_.roles[k] == ColumnRole::feature) layout.columns.push_back(columns.names[k]);
    }
    if (const auto column = data_.column_of(ColumnRole::weight)) {
      layout.weights = name_of_column(*column, columns);
      summary_.weights = fmt::format("column {} of {}", layout.weights, name());
    }
    if (data_.is_libsvm && !source_.targets) summary_.targets = "labels of " + name();
    // A rank without samples has no weights of its own.
    const bool has_weights = add_numbers(team(), {data_.weights.size()})[0] > 0;
    if (data_.converted) report_converted(has_weights);
    const auto column = data_.column_of(ColumnRole::target);
    if (!column) return;
    layout.target = name_of_column(*column, columns);
    if (!choices().target_column.empty()) {
      summary_.targets = fmt::format("column {} of {}", layout.target, name());
    } else {
      summary_.targets = fmt::format("last column of {}{}", name(),
                                     columns.names.empty() ? "" : ": " + layout.target);
    }
  }

  void report_converted(bool has_weights) {
    SampleLayout& layout = summary_.layout;
    layout.fill = data_.converted->fill;
    if (!source_.targets) {
      layout.target = data_.converted->target;
      summary_.targets = "targets of " + name();
    }
    if (has_weights && choices().weights.empty()) {
      layout.weights = data_.converted->weights;
      summary_.weights = name();
    }
  }

  void report_size() {
    summary_.size = fmt::format("{} samples of {} features", samples_.reduction->samples(),
                                summary_.layout.features);
    if (data_.sparse() != nullptr && data_.maps.empty()) {
      summary_.size += fmt::format(", {} non-zeros",
                                   add_numbers(team(), {Index{data_.sparse()->nonZeros()}})[0]);
    }
  }

  void drop_missing() {
    if (missing_ == Missing::refuse) return;
    if (missing_ == Missing::mean && data_.dense() == nullptr) {
      throw InvalidInput("missing", "mean",
                         fmt::format("has no effect on {}, where what is absent is 0", name()));
    }
    const std::vector<Index> complete = data_.complete_rows(missing_ == Missing::drop);
    const std::vector<Index> rows = add_numbers(team(), {data_.count(), std::ssize(complete)});
    summary_.dropped = rows[0] - rows[1];
    if (rows[1] == 0) {
      throw InvalidInput("missing", choices().missing,
                         fmt::format("all {} samples of {} would be left out", rows[0], name()));
    }
    data_.keep(complete);
  }

  void partition() {
    const Index samples = add_numbers(team(), {data_.count()})[0];
    const Index count =
        choices().blocks != 0 ? choices().blocks : Reduction::default_count(samples, *source_.team);
    samples_.reduction = std::make_shared<const Reduction>(samples, count, source_.team);
    summary_.blocks = count;
    deal(data_, *samples_.reduction, {.data = name()});
  }

  void fill_missing() {
    if (missing_ != Missing::mean) return;
    check_weights(data_.weights, choices().weights, team());
    summary_.layout.fill = data::column_means(*data_.dense(), data_.weights, *samples_.reduction,
                                              summary_.layout.columns);
    summary_.filled = add_numbers(team(), {data_.fill(summary_.layout.fill)})[0];
  }

  void code_targets() {
    const data::Targets& own = data_.targets;
    const bool has_words = add_numbers(team(), {std::ssize(own.words)})[0] > 0;
    const bool is_plain = source_.labels == Labels::keep && !has_words;
    summary_.layout.coding =
        choose_coding(source_.labels, is_plain ? own : merged_targets(own, team()));
    samples_.targets = summary_.layout.coding.encode(own);
  }

  void weigh() {
    check_weights(data_.weights, choices().weights, team());
    samples_.weights = std::move(data_.weights);
    if (choices().class_weights.empty()) return;
    balance_classes(summary_.layout.coding, samples_);
    summary_.balanced = true;
  }

  const DataSource& source_;
  const DatasetReader read_;
  Missing missing_;
  bool reads_nothing_ = false;  ///< rank 0 reads all
  Dataset data_ = {};
  data::Targets targets_ = {};  ///< of all samples, from a file of their own
  Vector weights_ = {};         ///< the same
  Samples samples_ = {};
  SampleSummary summary_ = {};
};

}  // namespace

LoadedSamples read_samples(const DataSource& source) { return SampleReader(source).read(); }

std::pair<Dataset, SampleSummary> read_uncoded(const DataSource& source,
                                               const DatasetReader& read) {
  return SampleReader(source, read).read_uncoded();
}

// Samples for an existing model.

namespace {

/// Assigns roles to the columns of a file by the layout of the training data.
class ColumnMatch {
 public:
  ColumnMatch(const DataSource& source, const SampleLayout& layout, Purpose purpose)
      : source_(source), layout_(layout), evaluates_(purpose == Purpose::evaluation) {}

  std::vector<ColumnRole> roles(const data::TableColumns& columns) {
    const bool by_name = !layout_.columns.empty() && !columns.names.empty();
    return by_name ? named(columns) : ordered(columns);
  }

  /// Where the features of the layout are among those that were read; none if in their places.
  const std::vector<Index>& order() const { return order_; }

 private:
  std::string name() const { return source_.data.string(); }

  std::vector<ColumnRole> named(const data::TableColumns& columns) {
    std::vector<ColumnRole> roles(static_cast<std::size_t>(columns.count), ColumnRole::ignored);
    std::vector<Index> places;
    // Of columns of one name, the first stands for the first that the others had, and so on.
    std::map<std::string, std::size_t> seen;
    for (const std::string& feature : layout_.columns) {
      const Index place = places_of(feature, columns)[seen[feature]++];
      roles[place] = ColumnRole::feature;
      places.push_back(place);
    }
    std::vector<Index> ascending = places;
    std::sort(ascending.begin(), ascending.end());
    if (ascending != places) {
      for (const Index place : places) {
        order_.push_back(std::lower_bound(ascending.begin(), ascending.end(), place) -
                         ascending.begin());
      }
    }
    std::optional<Index> target = target_among(columns);
    // A column that is known by its number alone is not there if a feature is.
    if (target && source_.choices.target_column.empty() && roles[*target] == ColumnRole::feature) {
      target.reset();
    }
    if (target) roles[*target] = ColumnRole::target;
    if (!target && evaluates_ && !source_.targets) {
      throw InvalidInput(
          fmt::format("{} has no column {}; its targets are missing: --test-targets FILE", name(),
                      layout_.target.empty() ? "of targets" : data::shown_name(layout_.target)));
    }
    return roles;
  }

  /// As many as the others had of this name, in order.
  std::vector<Index> places_of(const std::string& feature,
                               const data::TableColumns& columns) const {
    std::vector<Index> places;
    for (Index i = 0; i < columns.count; ++i) {
      if (columns.names[i] == feature) places.push_back(i);
    }
    if (places.empty()) {
      throw InvalidInput(fmt::format("{} has no column {}, which is one of the {} features{}",
                                     name(), data::shown_name(feature), layout_.features,
                                     suggestion(feature, others(columns))));
    }
    const auto wanted = static_cast<std::size_t>(
        std::count(layout_.columns.begin(), layout_.columns.end(), feature));
    // Targets and weights may be called so, too: then they are known by their numbers.
    for (const std::string& other : {layout_.target, layout_.weights}) {
      if (other.empty() || places.size() <= wanted) continue;
      if (const auto place = find_column(other, columns)) std::erase(places, *place);
    }
    if (places.size() != wanted) {
      throw InvalidInput(fmt::format("{} has {} columns {}, must have {} of them", name(),
                                     places.size(), data::shown_name(feature), wanted));
    }
    return places;
  }

  /// Columns that are no feature.
  std::vector<std::string> others(const data::TableColumns& columns) const {
    std::vector<std::string> names;
    std::copy_if(columns.names.begin(), columns.names.end(), std::back_inserter(names),
                 [&](const std::string& name) {
                   return std::find(layout_.columns.begin(), layout_.columns.end(), name) ==
                          layout_.columns.end();
                 });
    return names;
  }

  std::optional<Index> target_among(const data::TableColumns& columns) const {
    if (source_.targets) return std::nullopt;
    if (!source_.choices.target_column.empty()) {
      return find_column("target-column", source_.choices.target_column, columns, source_.data);
    }
    return layout_.target.empty() ? std::nullopt : find_column(layout_.target, columns);
  }

  std::vector<ColumnRole> ordered(const data::TableColumns& columns) const {
    std::vector<ColumnRole> roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
    Index features = columns.count;
    if (!source_.targets && (evaluates_ || features > layout_.features)) {
      roles[target_place(columns)] = ColumnRole::target;
      --features;
    }
    const auto weight = find_column(layout_.weights, columns);
    if (features == layout_.features + 1 && weight && roles[*weight] == ColumnRole::feature) {
      roles[*weight] = ColumnRole::ignored;
      --features;
    }
    if (features == layout_.features) return roles;
    if (features + 1 == layout_.features && evaluates_ && !source_.targets) {
      throw InvalidInput(
          fmt::format("{} has {} columns, as many as the data has features; its targets are "
                      "missing: --test-targets FILE",
                      name(), columns.count));
    }
    throw InvalidInput(
        fmt::format("{} has {} features, the data has {}", name(), features, layout_.features));
  }

  Index target_place(const data::TableColumns& columns) const {
    if (!source_.choices.target_column.empty()) {
      return find_column("target-column", source_.choices.target_column, columns, source_.data);
    }
    const auto known = find_column(layout_.target, columns);
    return known ? *known : columns.count - 1;
  }

  const DataSource& source_;
  const SampleLayout& layout_;
  bool evaluates_;
  std::vector<Index> order_;
};

/// Gives samples of a LIBSVM file, which need not show all features, as many as there are.
void adopt_features(SparseMatrix& matrix, Index features, const std::string& name,
                    std::vector<std::string>& notes) {
  const Index found = matrix.cols();
  if (found > features) {
    Index entries = 0;
    for (Index j = features; j < found; ++j) {
      for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) ++entries;
    }
    notes.push_back(fmt::format(
        "{}: {} with an index above {}, up to {}, which the data does not have: ignored", name,
        entries == 1 ? "1 entry" : fmt::format("{} entries", entries), features, found));
    matrix = SparseMatrix(matrix.leftCols(features));
  } else {
    matrix.conservativeResize(matrix.rows(), features);
  }
}

/// Throws InvalidInput unless the features are as many as those of the layout, and have their names
/// where columns are read in their order.
void check_features(const Dataset& data, const SampleLayout& layout, const std::string& name) {
  const std::vector<std::string>& names = data.columns.names;
  if (data.converted && !names.empty() && !layout.columns.empty() && names != layout.columns) {
    throw InvalidInput(name, "its columns are not those of the data, in their order");
  }
  if (data.feature_count() == layout.features) return;
  throw InvalidInput(fmt::format("{} has {} features, the data has {}", name, data.feature_count(),
                                 layout.features));
}

Vector encode_targets(const data::Targets& found, const Coding& coding, const std::string& name,
                      Purpose purpose, std::vector<std::string>& notes) {
  if (coding.classes.empty() && !found.words.empty()) {
    if (purpose == Purpose::evaluation) choose_coding(Labels::keep, found);
    notes.push_back(name + ": targets are words, not numbers: ignored");
    return {};
  }
  Vector targets = coding.encode(found);
  if (coding.classes.empty()) return targets;
  for (Index i = 0; i < targets.size(); ++i) {
    if (!std::isnan(targets[i])) continue;
    const std::string label =
        found.words.empty() ? data::class_name(found.numbers[i]) : found.words[i];
    if (label.empty()) continue;
    if (purpose == Purpose::evaluation) {
      throw InvalidInput(
          "labels", fmt::format("{} occurs, must be {}, as in the data", data::shown_name(label),
                                shown_list(coding.classes, "or")));
    }
    notes.push_back(
        fmt::format("{}: the label {} of sample {} is no class of the model: such "
                    "samples are not evaluated",
                    name, data::shown_name(label), i + 1));
    break;
  }
  return targets;
}

}  // namespace

LoadedSamples read_consistent(const DataSource& source, const SampleLayout& layout,
                              Purpose purpose) {
  const std::string name = source.data.string();
  const bool evaluates = purpose == Purpose::evaluation;
  const bool fills = layout.fill.size() > 0;
  const bool may_miss = fills || to_missing(source.choices.missing) != Missing::refuse;
  const std::string advice =
      may_miss    ? ""
      : evaluates ? "must be a number"
                  : "the model was made without --missing mean, which would say what stands for it";
  const std::string& target =
      source.choices.target_column.empty() ? layout.target : source.choices.target_column;
  ColumnMatch match(source, layout, purpose);
  Dataset data = data::read_dataset(
      source.data, {.format = source.format,
                    .roles = [&](const auto& columns) { return match.roles(columns); },
                    .target = target.empty() ? -1 : column_number(target),
                    .missing_feature = advice,
                    .missing_other = evaluates ? advice : ""});
  if (source.targets) {
    data.targets = data::read_targets(*source.targets, advice);
    if (data.targets.size() != data.count()) {
      throw InvalidInput(fmt::format("{} has {} targets, must be one for each of the {} samples",
                                     source.targets->string(), data.targets.size(), data.count()));
    }
  }
  LoadedSamples result;
  if (data.is_libsvm || (data.converted && data.sparse() != nullptr)) {
    adopt_features(*data.sparse(), layout.features, name, result.notes);
  }
  check_features(data, layout, name);
  if (Matrix* dense = data.dense()) {
    if (!match.order().empty()) *dense = Matrix((*dense)(Eigen::all, match.order()));
    if (fills) data.fill(layout.fill);
  }
  if (evaluates && may_miss) {
    const std::vector<Index> complete = data.complete_rows(true);
    if (complete.empty()) throw InvalidInput(name + ": all samples have missing cells");
    data.keep(complete);
  }
  if (data.targets.size() > 0) {
    result.samples.targets =
        encode_targets(data.targets, layout.coding, name, purpose, result.notes);
  }
  result.samples.features = data.shared();
  return result;
}

}  // namespace acgd::spec
