#include "problem/mapped_samples.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "io/mapped_npy.hpp"
#include "io/standard_input.hpp"
#include "problem/converted_samples.hpp"

namespace acgd::problem {
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
  while (roles[static_cast<std::size_t>(range.first)] != ColumnRole::feature) ++range.first;
  range.last = range.first;
  const auto count = static_cast<Index>(roles.size());
  while (range.last < count && roles[static_cast<std::size_t>(range.last)] == ColumnRole::feature) {
    ++range.last;
  }
  for (Index k = range.last; k < count; ++k) {
    if (roles[static_cast<std::size_t>(k)] == ColumnRole::feature) return std::nullopt;
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

}  // namespace acgd::problem
