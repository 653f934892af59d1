#include "problem/sample_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "problem/columns.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

using io::ColumnRole;

/// A name of the header goes before a file, and a file before a number.
std::optional<Index> weight_column(const SamplesSource& source, const io::TableColumns& columns) {
  const std::string& typed = source.choices.weights;
  if (typed.empty()) return std::nullopt;
  const auto found = find_column(typed, columns);
  const bool is_name =
      found && !columns.names.empty() && columns.names[static_cast<std::size_t>(*found)] == typed;
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
    roles[static_cast<std::size_t>(target)] = ColumnRole::target;
  }
  if (const auto weight = weight_column(source, columns)) {
    ColumnRole& role = roles[static_cast<std::size_t>(*weight)];
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

}  // namespace acgd::problem
