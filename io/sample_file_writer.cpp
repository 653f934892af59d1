#include "io/sample_file_writer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/files.hpp"

namespace acgd::io {
namespace {

constexpr std::size_t kNumbersAtOnce = 8192;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> bytes_of(ConstVectorRef numbers) {
  return std::as_bytes(std::span(numbers.data(), static_cast<std::size_t>(numbers.size())));
}

bool is_float(double value) {
  return std::abs(value) <= std::numeric_limits<float>::max() &&
         static_cast<double>(static_cast<float>(value)) == value;
}

}  // namespace

SampleFileWriter::SampleFileWriter(const std::filesystem::path& file, SampleFileHeader header,
                                   Index shard_count)
    : file_(file, replaced_by(file)), header_(std::move(header)) {
  file_.copy_permissions();
  header_.shards.resize(static_cast<std::size_t>(shard_count));
  const std::string room = header_.to_bytes(0);
  file_.write(room);
  size_ = room.size();
}

SampleFileHeader::Shard& SampleFileWriter::begin(ConstVectorRef targets, ConstVectorRef weights) {
  assert(added_ < header_.shards.size());
  assert(weights.size() == (header_.has_weights ? targets.size() : 0));
  SampleFileHeader::Shard& shard = header_.shards[added_++];
  shard.rows = targets.size();
  shard.offset = size_;
  checksum_ = checksum({});
  put(bytes_of(targets));
  pad();
  put(bytes_of(weights));
  pad();
  shard.targets_checksum = std::exchange(checksum_, checksum({}));
  return shard;
}

void SampleFileWriter::add(const SparseMap::Lines& columns, ConstVectorRef targets,
                           ConstVectorRef weights) {
  SampleFileHeader::Shard& shard = begin(targets, weights);
  if (shard.rows == 0) return;
  const auto& [starts, indices, values, floats] = columns;
  assert(columns.count() == header_.columns && starts.front() == 0);
  shard.entries = static_cast<Index>(indices.size());
  put(std::as_bytes(starts));
  pad();
  put(std::as_bytes(indices));
  pad();
  if (!floats.empty()) {
    shard.values = StoredValues::floats;
    put(std::as_bytes(floats));
  } else if (std::ranges::all_of(values, [](double value) { return value == 1; })) {
    shard.values = StoredValues::ones;
  } else if (std::ranges::all_of(values, is_float)) {
    shard.values = StoredValues::floats;
    put_as_floats(values);
  } else {
    shard.values = StoredValues::doubles;
    put(std::as_bytes(values));
  }
  pad();
  shard.matrix_checksum = checksum_;
}

void SampleFileWriter::add(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& rows,
                           ConstVectorRef targets, ConstVectorRef weights) {
  SampleFileHeader::Shard& shard = begin(targets, weights);
  if (shard.rows == 0) return;
  assert(rows.rows() == shard.rows && rows.cols() == header_.columns);
  const auto column = [&](Index j) {
    return std::span(rows.col(j).data(), static_cast<std::size_t>(rows.rows()));
  };
  bool floats = true;
  for (Index j = 0; floats && j < rows.cols(); ++j) {
    floats = std::ranges::all_of(column(j), is_float);
  }
  shard.values = floats ? StoredValues::floats : StoredValues::doubles;
  for (Index j = 0; j < rows.cols(); ++j) {
    floats ? put_as_floats(column(j)) : put(std::as_bytes(column(j)));
  }
  pad();
  shard.matrix_checksum = checksum_;
}

void SampleFileWriter::finish() {
  assert(added_ == header_.shards.size());
  flush();
  file_.overwrite(0, header_.to_bytes(size_));
  file_.rename_to_target();
}

void SampleFileWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

void SampleFileWriter::put(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  if (bytes.size() > kBufferBytes) {
    file_.write(text_of(bytes));
  } else {
    buffer_ += text_of(bytes);
  }
  checksum_ = checksum(bytes, checksum_);
  size_ += bytes.size();
}

void SampleFileWriter::put_as_floats(std::span<const double> values) {
  std::array<float, kNumbersAtOnce> some;
  while (!values.empty()) {
    const std::size_t count = std::min(values.size(), some.size());
    std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count),
                   some.begin(), [](double value) { return static_cast<float>(value); });
    put(std::as_bytes(std::span(some.data(), count)));
    values = values.subspan(count);
  }
}

void SampleFileWriter::pad() {
  constexpr std::array<std::byte, SampleFileHeader::alignment> zeros = {};
  const std::uint64_t loose = size_ % SampleFileHeader::alignment;
  if (loose > 0) put(std::span(zeros).first(SampleFileHeader::alignment - loose));
}

}  // namespace acgd::io
