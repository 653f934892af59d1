#include "problem/tell_columns.hpp"

#include <fmt/format.h>

#include "problem/columns.hpp"

namespace acgd::problem {
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

void tell_columns(const RawSamples& raw, const SamplesSource& source, SampleSummary& summary) {
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

}  // namespace acgd::problem
