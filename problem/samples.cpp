#include "problem/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "io/matrix_file.hpp"
#include "problem/columns.hpp"
#include "problem/gaps.hpp"
#include "problem/raw_samples.hpp"
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
    check_weights();
    return {std::move(raw_), std::move(summary_)};
  }

 private:
  const SampleChoices& choices() const { return source_.choices; }
  std::string name() const { return source_.data.string(); }

  void read_raw_samples() {
    check_choices();
    read_files();
    check_sizes();
    tell_columns();
    mend_gaps();
  }

  void check_choices() const {
    if (source_.targets && !choices().target_column.empty()) {
      throw InvalidInput("target-column: has no effect with --targets, which has them");
    }
    if (!choices().class_weights.empty() && choices().class_weights != "balanced") {
      refuse_name("class-weights", choices().class_weights, {"balanced"});
    }
  }

  std::vector<ColumnRole> roles(const io::TableColumns& columns) const {
    std::vector<ColumnRole> roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
    if (!source_.targets) {
      if (columns.count < 2) {
        throw InvalidInput(
            fmt::format("data = {}: without --targets it needs two columns or more, has {}", name(),
                        columns.count));
      }
      const std::string& typed = choices().target_column;
      const Index target = typed.empty()
                               ? columns.count - 1
                               : find_column("target-column", typed, columns, source_.data);
      roles[static_cast<std::size_t>(target)] = ColumnRole::target;
    }
    if (const auto weight = weight_column(columns)) {
      ColumnRole& role = roles[static_cast<std::size_t>(*weight)];
      if (role == ColumnRole::target) {
        throw InvalidInput(
            fmt::format("weights = {}: is the column of the targets", choices().weights));
      }
      role = ColumnRole::weight;
    }
    if (std::find(roles.begin(), roles.end(), ColumnRole::feature) == roles.end()) {
      throw InvalidInput(fmt::format("data = {}: no column is left as a feature", name()));
    }
    return roles;
  }

  /// A name of the header goes before a file, and a file before a number.
  std::optional<Index> weight_column(const io::TableColumns& columns) const {
    const std::string& typed = choices().weights;
    if (typed.empty()) return std::nullopt;
    const auto found = find_column(typed, columns);
    const bool is_name =
        found && !columns.names.empty() && columns.names[static_cast<std::size_t>(*found)] == typed;
    if (!is_name && std::filesystem::exists(typed)) return std::nullopt;
    return find_column("weights", typed, columns, source_.data);
  }

  void read_files() {
    const bool refuses = missing_ == Missing::refuse;
    const std::string drop = "--missing drop leaves such samples out";
    const RawRequest request{
        .data = source_.data,
        .format = source_.format,
        .features = source_.features,
        .table = {.roles = [this](const auto& columns) { return roles(columns); },
                  .target = known_target(),
                  .cure_of_features =
                      refuses ? drop + ", --missing mean puts the mean of the column there" : "",
                  .cure_of_others = refuses ? drop : "",
                  .cure_of_words = source_.labels == Labels::keep ? cure_of_words() : ""}};
    raw_ = read_(request);
    if (source_.targets) {
      raw_.targets = read_targets(*source_.targets, request.table.cure_of_others);
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
    if (!choices().weights.empty() && !raw_.column_of(ColumnRole::weight)) read_weights();
  }

  std::optional<Index> known_target() const {
    if (source_.targets) return std::nullopt;
    if (choices().target_column.empty()) return -1;
    return column_number(choices().target_column);
  }

  void read_weights() {
    if (!std::filesystem::exists(choices().weights)) {
      throw InvalidInput(
          fmt::format("weights = {}: there is no such file, and {} has no columns "
                      "with names",
                      choices().weights, name()));
    }
    raw_.weights = io::read_vector(choices().weights);
    summary_.weights = choices().weights;
    if (raw_.weights.size() == raw_.count()) return;
    throw InvalidInput(
        fmt::format("weights = {}: {} of them, must be one for each of the {} "
                    "samples of {}",
                    choices().weights, raw_.weights.size(), raw_.count(), name()));
  }

  void check_sizes() const {
    if (raw_.count() != raw_.targets.size()) {
      throw InvalidInput(
          fmt::format("targets: {} of them, must be one for each of the {} samples of {}",
                      raw_.targets.size(), raw_.count(), name()));
    }
    if (raw_.count() == 0 || raw_.feature_count() == 0) {
      throw InvalidInput(fmt::format("data = {}: is empty", name()));
    }
    if (source_.features != 0 && source_.features != raw_.feature_count()) {
      throw InvalidInput(
          fmt::format("features = {}: {} has {}", source_.features, name(), raw_.feature_count()));
    }
  }

  /// What the header and the roles of columns say.
  void tell_columns() {
    SampleLayout& layout = summary_.layout;
    layout.features = raw_.feature_count();
    summary_.header = raw_.columns.names;
    for (std::size_t k = 0; k < raw_.columns.names.size(); ++k) {
      if (raw_.roles[k] == ColumnRole::feature) layout.columns.push_back(raw_.columns.names[k]);
    }
    if (const auto column = raw_.column_of(ColumnRole::weight)) {
      layout.weights = name_of_column(*column, raw_.columns);
      summary_.weights = fmt::format("column {} of {}", layout.weights, name());
    }
    if (raw_.is_libsvm && !source_.targets) summary_.targets = "labels of " + name();
    if (raw_.converted) tell_converted(*raw_.converted);
    const auto column = raw_.column_of(ColumnRole::target);
    if (!column) return;
    layout.target = name_of_column(*column, raw_.columns);
    const bool is_last = choices().target_column.empty();
    summary_.targets = is_last ? fmt::format("last column of {}{}", name(),
                                             summary_.header.empty() ? "" : ": " + layout.target)
                               : fmt::format("column {} of {}", layout.target, name());
  }

  void tell_converted(const RawSamples::Converted& told) {
    SampleLayout& layout = summary_.layout;
    layout.fill = told.fill;
    if (!source_.targets) {
      layout.target = told.target;
      summary_.targets = "targets of " + name();
    }
    if (raw_.weights.size() > 0 && choices().weights.empty()) {
      layout.weights = told.weights;
      summary_.weights = name();
    }
  }

  void mend_gaps() {
    if (missing_ == Missing::refuse) return;
    auto* features = std::get_if<Matrix>(&raw_.features);
    if (missing_ == Missing::mean && features == nullptr && !raw_.converted) {
      throw InvalidInput(
          fmt::format("missing = mean: has no effect on {}, where what is absent is 0", name()));
    }
    const std::vector<Index> complete = complete_rows(raw_, missing_ == Missing::drop);
    summary_.dropped = raw_.count() - static_cast<Index>(complete.size());
    if (complete.empty()) {
      throw InvalidInput(fmt::format("missing = {}: all {} samples of {} would be left out",
                                     choices().missing, raw_.count(), name()));
    }
    raw_.keep(complete);
    if (missing_ != Missing::mean) return;
    if (raw_.converted) return;  // none are missing any more
    summary_.layout.fill = column_means(*features, summary_.layout.columns);
    summary_.filled = fill(*features, summary_.layout.fill);
  }

  void code_targets() {
    summary_.layout.coding = choose_coding(source_.labels, raw_.targets);
    samples_.targets = summary_.layout.coding.encode(raw_.targets);
  }

  void weigh() {
    check_weights();
    samples_.weights = std::move(raw_.weights);
    if (choices().class_weights.empty()) return;
    const Coding& coding = summary_.layout.coding;
    if (!coding.numbers_classes()) {
      throw InvalidInput("class-weights = balanced: the targets are numbers, not classes");
    }
    Vector counts = Vector::Zero(static_cast<Index>(coding.classes.size()));
    for (const double target : samples_.targets) counts[static_cast<Index>(target)] += 1;
    const auto occurring = static_cast<double>((counts.array() > 0).count());
    const auto all = static_cast<double>(samples_.count());
    if (samples_.weights.size() == 0) samples_.weights = Vector::Ones(samples_.count());
    for (Index i = 0; i < samples_.count(); ++i) {
      samples_.weights[i] *= all / (occurring * counts[static_cast<Index>(samples_.targets[i])]);
    }
    summary_.balanced = true;
  }

  void check_weights() const {
    const Vector& weights = raw_.weights;
    for (Index i = 0; i < weights.size(); ++i) {
      if (std::isfinite(weights[i]) && weights[i] >= 0) continue;
      throw InvalidInput(fmt::format("weights = {}: that of sample {} is {}, must be >= 0",
                                     choices().weights, i + 1, weights[i]));
    }
    if (weights.size() == 0 || (weights.array() > 0).any()) return;
    throw InvalidInput(fmt::format("weights = {}: all of them are 0", choices().weights));
  }

  LoadedSamples finish() {
    summary_.size =
        fmt::format("{} samples of {} features", samples_.count(), summary_.layout.features);
    if (auto* sparse = std::get_if<SparseMatrix>(&raw_.features)) {
      summary_.size += fmt::format(", {} non-zeros", sparse->nonZeros());
      samples_.features = std::make_shared<const SparseMatrix>(std::move(*sparse));
    } else {
      samples_.features =
          std::make_shared<const Matrix>(std::move(std::get<Matrix>(raw_.features)));
    }
    return {std::move(samples_), std::move(summary_)};
  }

  const SamplesSource& source_;
  const RawReader read_;
  Missing missing_;
  RawSamples raw_ = {};
  Samples samples_ = {};
  SampleSummary summary_ = {};
};

}  // namespace

LoadedSamples read_samples(const SamplesSource& source) { return SampleReader(source).read(); }

UncodedSamples read_uncoded(const SamplesSource& source, const RawReader& read) {
  return SampleReader(source, read).read_uncoded();
}

}  // namespace acgd::problem
