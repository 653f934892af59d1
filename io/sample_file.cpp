#include "io/sample_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "io/memory_limit.hpp"

namespace acgd::io {
namespace {

constexpr std::size_t kUsualHeader = std::size_t{1} << 16;  // bytes; others have many names

template <class Number>
bool all_finite(std::span<const Number> numbers) {
  return std::ranges::all_of(numbers, [](Number number) { return std::isfinite(number); });
}

/// Whether they are columns as SparseMap reads them.
bool are_columns(const SparseMap::Lines& columns, Index rows) {
  const auto [starts, indices, values, floats] = columns;
  if (starts.front() != 0 || starts.back() != static_cast<Index>(indices.size())) return false;
  if (!std::ranges::is_sorted(starts)) return false;
  for (Index j = 0; j < columns.count(); ++j) {
    int previous = -1;
    for (int k = starts[j]; k < starts[j + 1]; ++k) {
      if (indices[k] <= previous || indices[k] >= rows) return false;
      previous = indices[k];
    }
  }
  return all_finite(values) && all_finite(floats);
}

DenseMap::View view_of(std::span<const double> values, Index rows, Index cols) {
  return {values.data(), rows, cols, Eigen::OuterStride<>(rows)};
}
DenseMap::FloatView view_of(std::span<const float> values, Index rows, Index cols) {
  return {values.data(), rows, cols, Eigen::OuterStride<>(rows)};
}

}  // namespace

SampleFile::SampleFile(const std::filesystem::path& file)
    : name_(file.string()), file_(MappedFile::open(file)) {
  const std::span<const std::byte> bytes = file_->bytes();
  file_->fetch(bytes.first(std::min(bytes.size(), kUsualHeader)));
  header_ = SampleFileHeader::from_bytes(bytes, name_);
  if (bytes.size() <= small_bytes) check();
  if (bytes.size() <= memory_limit() / 2) return;
  fetch_ = [mapped = file_](std::span<const std::byte> part) { mapped->fetch(part); };
}

std::vector<Index> SampleFile::starts() const {
  std::vector<Index> starts = {0};
  for (const Shard& shard : header_.shards) starts.push_back(starts.back() + shard.rows);
  return starts;
}

Index SampleFile::entry_count() const {
  Index count = 0;
  for (const Shard& shard : header_.shards) count += shard.entries;
  return count;
}

template <class Number>
std::span<const Number> SampleFile::numbers(std::uint64_t offset, Index count) const {
  return {reinterpret_cast<const Number*>(file_->bytes().data() + offset),
          static_cast<std::size_t>(count)};
}

SparseMap::Lines SampleFile::lines(const Shard& shard) const {
  const ShardSections at = sections_of(header_, shard);
  SparseMap::Lines lines{numbers<int>(at.starts, columns() + 1),
                         numbers<int>(at.indices, shard.entries)};
  if (shard.values == StoredValues::doubles) {
    lines.values = numbers<double>(at.values, shard.entries);
  } else if (shard.values == StoredValues::floats) {
    lines.floats = numbers<float>(at.values, shard.entries);
  }
  return lines;
}

std::shared_ptr<const LinearMap> SampleFile::map(Index s) const {
  const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
  if (shard.rows == 0) return nullptr;
  if (!header_.is_dense) {
    const SparseMap::Lines columns = lines(shard);
    file_->fetch(std::as_bytes(columns.starts.first(1)));
    file_->fetch(std::as_bytes(columns.starts.last(1)));
    require(columns.starts.front() == 0 && columns.starts.back() == shard.entries, s);
    return std::make_shared<SparseMap>(shard.rows, columns, file_, fetch_);
  }
  const std::uint64_t at = sections_of(header_, shard).values;
  const Index count = shard.rows * columns();
  if (shard.values == StoredValues::floats) {
    return std::make_shared<DenseMap>(view_of(numbers<float>(at, count), shard.rows, columns()),
                                      file_);
  }
  return std::make_shared<DenseMap>(view_of(numbers<double>(at, count), shard.rows, columns()),
                                    file_);
}

SampleFile::Numbers SampleFile::targets(Index s) const {
  check_targets(s);
  const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
  return {numbers<double>(shard.offset, shard.rows).data(), shard.rows};
}

SampleFile::Numbers SampleFile::weights(Index s) const {
  const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
  if (!header_.has_weights) return {nullptr, 0};
  return {numbers<double>(sections_of(header_, shard).weights, shard.rows).data(), shard.rows};
}

Vector SampleFile::targets(Index first, Index last) const {
  const std::vector<Index> from = starts();
  Vector all(from[last] - from[first]);
  for (Index s = first; s < last; ++s) {
    all.segment(from[s] - from[first], from[s + 1] - from[s]) = targets(s);
  }
  return all;
}

Vector SampleFile::weights(Index first, Index last) const {
  if (!header_.has_weights) return {};
  const std::vector<Index> from = starts();
  Vector all(from[last] - from[first]);
  for (Index s = first; s < last; ++s) {
    all.segment(from[s] - from[first], from[s + 1] - from[s]) = weights(s);
  }
  return all;
}

std::variant<Matrix, SparseMatrix> SampleFile::features(Index first, Index last) const {
  if (header_.is_dense) return dense_features(first, last);
  return sparse_features(first, last);
}

Matrix SampleFile::dense_features(Index first, Index last) const {
  const std::vector<Index> from = starts();
  Matrix all(from[last] - from[first], columns());
  for (Index s = first; s < last; ++s) {
    const auto part = std::dynamic_pointer_cast<const DenseMap>(map(s));
    if (part == nullptr) continue;
    auto rows = all.middleRows(from[s] - from[first], part->rows());
    if (part->matrix() != nullptr) {
      rows = *part->matrix();
    } else {
      rows = part->matrix_float()->cast<double>();
    }
  }
  return all;
}

SparseMatrix SampleFile::sparse_features(Index first, Index last) const {
  const std::vector<Index> from = starts();
  const Index rows = from[last] - from[first];
  std::vector<SparseMap::Lines> parts;
  Index entries = 0;
  for (Index s = first; s < last; ++s) {
    const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
    parts.push_back(shard.rows == 0 ? SparseMap::Lines{} : lines(shard));
    entries += shard.entries;
  }
  if (std::max(rows, entries) > std::numeric_limits<int>::max()) {
    throw InvalidInput(fmt::format(
        "{}: {} samples with {} entries are too many to be taken into memory: must be below 2^31",
        name_, rows, entries));
  }
  SparseMatrix all(rows, columns());
  all.reserve(entries);
  for (Index j = 0; j < columns(); ++j) {
    all.startVec(j);
    for (std::size_t s = 0; s < parts.size(); ++s) {
      const auto& [starts, indices, values, floats] = parts[s];
      if (starts.empty()) continue;
      const Index before = from[static_cast<std::size_t>(first) + s] - from[first];
      for (int k = starts[j]; k < starts[j + 1]; ++k) {
        const double value = !values.empty()   ? values[k]
                             : !floats.empty() ? static_cast<double>(floats[k])
                                               : 1.0;
        all.insertBack(before + indices[k], j) = value;
      }
    }
  }
  all.finalize();
  return all;
}

void SampleFile::check() const {
  for (Index s = 0; s < shard_count(); ++s) {
    check_targets(s);
    check_matrix(s);
  }
}

void SampleFile::require(bool good, Index s) const {
  if (good) return;
  throw InvalidInput(fmt::format("{}: shard {} of {} is damaged: convert the data anew", name_,
                                 s + 1, shard_count()));
}

void SampleFile::check_targets(Index s) const {
  const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
  const ShardSections at = sections_of(header_, shard);
  const auto bytes = file_->bytes().subspan(at.targets, at.starts - at.targets);
  file_->fetch(bytes);
  require(checksum(bytes) == shard.targets_checksum, s);
  const auto targets = numbers<double>(at.targets, shard.rows);
  require(all_finite(targets), s);
  const auto count = static_cast<double>(header_.classes.size());
  const auto is_class = [&](double t) { return t >= 0 && t < count && std::floor(t) == t; };
  require(header_.classes.empty() || std::ranges::all_of(targets, is_class), s);
  if (!header_.has_weights) return;
  const auto weights = numbers<double>(at.weights, shard.rows);
  require(std::ranges::all_of(weights, [](double w) { return std::isfinite(w) && w >= 0; }), s);
}

void SampleFile::check_matrix(Index s) const {
  const Shard& shard = header_.shards[static_cast<std::size_t>(s)];
  const ShardSections at = sections_of(header_, shard);
  require(checksum(file_->bytes().subspan(at.starts, at.end - at.starts)) == shard.matrix_checksum,
          s);
  if (shard.rows == 0) return;
  const Index count = shard.rows * columns();
  if (!header_.is_dense) {
    require(are_columns(lines(shard), shard.rows), s);
  } else if (shard.values == StoredValues::floats) {
    require(all_finite(numbers<float>(at.values, count)), s);
  } else {
    require(all_finite(numbers<double>(at.values, count)), s);
  }
}

}  // namespace acgd::io
