#include "app/data/consistent_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "acgd/core/error.hpp"
#include "app/data/columns.hpp"
#include "app/data/missing_values.hpp"
#include "app/data/raw_samples.hpp"
#include "app/data/text_input.hpp"

namespace acgd::problem {

namespace {

using io::ColumnRole;
using Roles = std::vector<ColumnRole>;

/// What the columns of a file are to a layout.
class ColumnMatch {
 public:
  ColumnMatch(const ConsistentSource& source, const SampleLayout& layout)
      : source_(source), layout_(layout) {}

  Roles roles(const io::TableColumns& columns) {
    by_name_ = !layout_.columns.empty() && !columns.names.empty();
    return by_name_ ? named(columns) : ordered(columns);
  }

  /// Where the features of the layout are among those that were read; none if in their places.
  const std::vector<Index>& order() const { return order_; }

 private:
  std::string name() const { return source_.data.string(); }

  Roles named(const io::TableColumns& columns) {
    Roles roles(static_cast<std::size_t>(columns.count), ColumnRole::ignored);
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
    if (target && source_.target_column.empty() && roles[*target] == ColumnRole::feature) {
      target.reset();
    }
    if (target) roles[*target] = ColumnRole::target;
    if (!target && source_.needs_targets && !source_.targets) {
      throw InvalidInput(
          fmt::format("{} has no column {}; its targets are missing: --test-targets FILE", name(),
                      layout_.target.empty() ? "of targets" : io::shown_name(layout_.target)));
    }
    return roles;
  }

  /// As many as the others had of this name, in order.
  std::vector<Index> places_of(const std::string& feature, const io::TableColumns& columns) const {
    std::vector<Index> places;
    for (Index i = 0; i < columns.count; ++i) {
      if (columns.names[i] == feature) places.push_back(i);
    }
    if (places.empty()) {
      throw InvalidInput(fmt::format("{} has no column {}, which is one of the {} features{}",
                                     name(), io::shown_name(feature), layout_.features,
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
                                     places.size(), io::shown_name(feature), wanted));
    }
    return places;
  }

  /// Columns that are no feature.
  std::vector<std::string> others(const io::TableColumns& columns) const {
    std::vector<std::string> names;
    std::copy_if(columns.names.begin(), columns.names.end(), std::back_inserter(names),
                 [&](const std::string& name) {
                   return std::find(layout_.columns.begin(), layout_.columns.end(), name) ==
                          layout_.columns.end();
                 });
    return names;
  }

  std::optional<Index> target_among(const io::TableColumns& columns) const {
    if (source_.targets) return std::nullopt;
    if (!source_.target_column.empty()) {
      return find_column("target-column", source_.target_column, columns, source_.data);
    }
    return layout_.target.empty() ? std::nullopt : find_column(layout_.target, columns);
  }

  Roles ordered(const io::TableColumns& columns) const {
    Roles roles(static_cast<std::size_t>(columns.count), ColumnRole::feature);
    Index features = columns.count;
    if (!source_.targets && (source_.needs_targets || features > layout_.features)) {
      roles[target_place(columns)] = ColumnRole::target;
      --features;
    }
    const auto weight = find_column(layout_.weights, columns);
    if (features == layout_.features + 1 && weight && roles[*weight] == ColumnRole::feature) {
      roles[*weight] = ColumnRole::ignored;
      --features;
    }
    if (features == layout_.features) return roles;
    if (features + 1 == layout_.features && source_.needs_targets && !source_.targets) {
      throw InvalidInput(
          fmt::format("{} has {} columns, as many as the data has features; its targets are "
                      "missing: --test-targets FILE",
                      name(), columns.count));
    }
    throw InvalidInput(
        fmt::format("{} has {} features, the data has {}", name(), features, layout_.features));
  }

  Index target_place(const io::TableColumns& columns) const {
    if (!source_.target_column.empty()) {
      return find_column("target-column", source_.target_column, columns, source_.data);
    }
    const auto known = find_column(layout_.target, columns);
    return known ? *known : columns.count - 1;
  }

  const ConsistentSource& source_;
  const SampleLayout& layout_;
  bool by_name_ = false;
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
        "{}: {} with an index above {}, up to {}, which the data does not have: passed over", name,
        entries == 1 ? "1 entry" : fmt::format("{} entries", entries), features, found));
    matrix = SparseMatrix(matrix.leftCols(features));
  } else {
    matrix.conservativeResize(matrix.rows(), features);
  }
}

/// Of a matrix that has no roles.
void check_features(const RawSamples& raw, const SampleLayout& layout,
                    const ConsistentSource& source) {
  if (raw.feature_count() == layout.features) return;
  throw InvalidInput(fmt::format("{} has {} features, the data has {}", source.data.string(),
                                 raw.feature_count(), layout.features));
}

/// Of a file of acgd convert, whose columns are read in their order.
void check_column_names(const RawSamples& raw, const SampleLayout& layout,
                        const ConsistentSource& source) {
  const std::vector<std::string>& names = raw.columns.names;
  if (!raw.converted || names.empty() || layout.columns.empty() || names == layout.columns) return;
  throw InvalidInput(fmt::format("{}: its columns are not those of the data, in their order",
                                 source.data.string()));
}

Vector encode_targets(const RawSamples& raw, const ConsistentSource& source,
                      const SampleLayout& layout, std::vector<std::string>& notes) {
  const Coding& coding = layout.coding;
  if (coding.classes.empty() && !raw.targets.words.empty()) {
    if (source.needs_targets) choose_coding(Labels::keep, raw.targets);
    notes.push_back(source.data.string() + ": targets are words, not numbers: passed over");
    return {};
  }
  Vector targets = coding.encode(raw.targets);
  if (coding.classes.empty()) return targets;
  for (Index i = 0; i < targets.size(); ++i) {
    if (!std::isnan(targets[i])) continue;
    const std::string label =
        raw.targets.words.empty() ? io::class_name(raw.targets.numbers[i]) : raw.targets.words[i];
    if (label.empty()) continue;
    if (source.needs_targets) {
      throw InvalidInput(fmt::format("labels: {} occurs, must be {}, as in the data",
                                     io::shown_name(label), shown_list(coding.classes, "or")));
    }
    notes.push_back(
        fmt::format("{}: the label {} of sample {} is no class of the model: such "
                    "samples are not judged",
                    source.data.string(), io::shown_name(label), i + 1));
    break;
  }
  return targets;
}

}  // namespace

ConsistentSamples read_alike(const ConsistentSource& source, const SampleLayout& layout) {
  ColumnMatch match(source, layout);
  const std::string& target = source.target_column.empty() ? layout.target : source.target_column;
  const bool gaps = layout.fill.size() > 0 || source.drops_gaps;
  RawSamples raw = read_raw(
      {.data = source.data,
       .format = source.format,
       .table = {.roles = [&](const io::TableColumns& columns) { return match.roles(columns); },
                 .target = target.empty() ? -1 : column_number(target),
                 .cure_of_features = gaps ? "" : source.cure,
                 .cure_of_others = source.needs_targets && !gaps ? source.cure : ""}});
  if (source.targets) {
    raw.targets = read_targets(*source.targets, gaps ? "" : source.cure);
    if (raw.targets.size() != raw.count()) {
      throw InvalidInput(fmt::format("{} has {} targets, must be one for each of the {} samples",
                                     source.targets->string(), raw.targets.size(), raw.count()));
    }
  }
  ConsistentSamples samples;
  check_column_names(raw, layout, source);
  if (raw.is_libsvm || (raw.converted && std::holds_alternative<SparseMatrix>(raw.features))) {
    adopt_features(std::get<SparseMatrix>(raw.features), layout.features, source.data.string(),
                   samples.notes);
  }
  check_features(raw, layout, source);
  if (auto* dense = std::get_if<Matrix>(&raw.features)) {
    if (!match.order().empty()) *dense = Matrix((*dense)(Eigen::all, match.order()));
    if (layout.fill.size() > 0) fill(*dense, layout.fill);
  }
  if (source.needs_targets && gaps) {
    const std::vector<Index> complete = complete_rows(raw, true);
    if (complete.empty()) {
      throw InvalidInput(source.data.string() + ": all samples have missing cells");
    }
    raw.keep(complete);
  }
  if (raw.targets.size() > 0) {
    samples.targets = encode_targets(raw, source, layout, samples.notes);
  }
  if (auto* dense = std::get_if<Matrix>(&raw.features)) {
    samples.features = std::make_shared<const Matrix>(std::move(*dense));
  } else {
    samples.features = share_taken(std::get<SparseMatrix>(raw.features));
  }
  return samples;
}

}  // namespace acgd::problem
