#include "app/data/sample_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/limits.hpp"
#include "app/data/mapped_file.hpp"
#include "core/files.hpp"

namespace acgd::data {

namespace {

static_assert(std::endian::native == std::endian::little);

using Block = SampleFileHeader::Block;

// As that of PNG: what changes the ends of lines, or cuts off a bit, is noticed.
constexpr std::string_view kFileMagic = "\223ACGD\r\n\x1a";  // 223 is octal
constexpr std::uint64_t kFixedBytes = 64;
constexpr std::uint64_t kUsedBytes = 56;  // of these
constexpr std::uint64_t kBlockBytes = 64;
constexpr std::uint64_t kChecksumBytes = 4;

// Flags.
constexpr std::uint32_t kDense = 1;
constexpr std::uint32_t kWeighted = 2;
constexpr std::uint32_t kFilled = 4;
constexpr std::uint32_t kAllFlags = kDense | kWeighted | kFilled;

std::uint64_t aligned(std::uint64_t size) {
  constexpr std::uint64_t last = SampleFileHeader::alignment - 1;
  return (size + last) & ~last;
}

template <std::integral Number>
void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void append(std::string& bytes, const std::string& text) {
  append(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void append(std::string& bytes, const std::vector<std::string>& texts) {
  append(bytes, static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) append(bytes, text);
}

/// What a header says, one number after the other. What does not fit is refused: its checksum is
/// right, so it was written so.
class HeaderInput {
 public:
  HeaderInput(std::string_view bytes, const std::string& name) : rest_(bytes), name_(name) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(name_, fmt::format("its header is wrong: {}: convert the data anew", what));
  }

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail("it ends too early");
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  template <std::integral Number>
  Number number() {
    Number result;
    std::memcpy(&result, take(sizeof(Number)).data(), sizeof(Number));
    return result;
  }

  /// A number of things that is at most `most`.
  Index size(const char* what, std::uint64_t most) {
    const auto result = number<std::uint64_t>();
    if (result > most) fail(fmt::format("{} {}", result, what));
    return static_cast<Index>(result);
  }

  std::string text() { return std::string(take(number<std::uint32_t>())); }

  std::vector<std::string> texts() {
    const auto count = number<std::uint32_t>();
    if (count > rest_.size() / sizeof(std::uint32_t)) fail("it ends too early");
    std::vector<std::string> result(count);
    for (std::string& one : result) one = text();
    return result;
  }

 private:
  std::string_view rest_;
  const std::string& name_;
};

Block read_block(HeaderInput& input) {
  Block block;
  block.rows = input.size("samples in a block", kMaxDimension);
  block.entries = input.size("entries in a block", kMaxEntries);
  block.offset = input.number<std::uint64_t>();
  block.values = static_cast<StoredValues>(input.number<std::uint32_t>());
  block.targets_checksum = input.number<std::uint32_t>();
  block.matrix_checksum = input.number<std::uint32_t>();
  input.take(kBlockBytes - 36);
  if (block.values > StoredValues::doubles) input.fail("values of an unknown type");
  return block;
}

/// Throws unless the blocks lie behind each other, up to the end of the file.
void check_places(const SampleFileHeader& header, std::uint64_t begin, std::uint64_t end,
                  const HeaderInput& input) {
  Index rows = 0;
  std::uint64_t place = begin;
  for (const Block& block : header.blocks) {
    rows += block.rows;
    // So that no product of sizes is beyond 64 bits.
    const bool fits = static_cast<std::uint64_t>(block.rows) <= end &&
                      (!header.is_dense || block.rows == 0 ||
                       static_cast<std::uint64_t>(header.columns) <=
                           end / static_cast<std::uint64_t>(block.rows));
    if (!fits || block.offset != place) input.fail("blocks are not where they should be");
    if (header.is_dense && block.entries != 0) input.fail("entries of a dense matrix");
    if (block.rows == 0 && block.entries != 0) input.fail("entries of a block without samples");
    if (header.is_dense && block.values == StoredValues::ones)
      input.fail("a matrix without values");
    place = sections_of(header, block).end;
  }
  if (rows != header.samples) input.fail("its blocks have other samples");
  if (place != end) input.fail("the file has another size than its blocks");
}

std::size_t value_bytes(StoredValues values) {
  return values == StoredValues::ones ? 0 : values == StoredValues::floats ? 4 : 8;
}

}  // namespace

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // a null pointer would ask zlib for a new checksum
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

BlockSections sections_of(const SampleFileHeader& header, const Block& block) {
  BlockSections at;
  at.targets = block.offset;
  if (block.rows == 0) {
    at.weights = at.starts = at.indices = at.values = at.end = block.offset;
    return at;
  }
  const auto rows = static_cast<std::uint64_t>(block.rows);
  const auto cols = static_cast<std::uint64_t>(header.columns);
  const auto entries = static_cast<std::uint64_t>(block.entries);
  const std::uint64_t vector = sizeof(double) * rows, each = value_bytes(block.values);
  at.weights = aligned(at.targets + vector);
  at.starts = header.has_weights ? aligned(at.weights + vector) : at.weights;
  at.indices = header.is_dense ? at.starts : aligned(at.starts + sizeof(int) * (cols + 1));
  at.values = aligned(at.indices + sizeof(int) * entries);
  at.end = aligned(at.values + each * (header.is_dense ? rows * cols : entries));
  return at;
}

std::string SampleFileHeader::to_bytes(std::uint64_t file_size) const {
  std::string rest;
  for (const Block& block : blocks) {
    const std::size_t begin = rest.size();
    append(rest, static_cast<std::uint64_t>(block.rows));
    append(rest, static_cast<std::uint64_t>(block.entries));
    append(rest, block.offset);
    append(rest, static_cast<std::uint32_t>(block.values));
    append(rest, block.targets_checksum);
    append(rest, block.matrix_checksum);
    rest.resize(begin + kBlockBytes);
  }
  rest.append(reinterpret_cast<const char*>(fill.data()),
              static_cast<std::size_t>(fill.size()) * sizeof(double));
  append(rest, names);
  append(rest, classes);
  append(rest, target);
  append(rest, weights);
  const std::uint64_t size = aligned(kFixedBytes + rest.size() + kChecksumBytes);

  std::string bytes(kFileMagic);
  append(bytes, version);
  append(bytes,
         (is_dense ? kDense : 0) | (has_weights ? kWeighted : 0) | (fill.size() > 0 ? kFilled : 0));
  append(bytes, size);
  append(bytes, file_size);
  append(bytes, static_cast<std::uint64_t>(samples));
  append(bytes, static_cast<std::uint64_t>(columns));
  append(bytes, static_cast<std::uint64_t>(blocks.size()));
  bytes.resize(kFixedBytes);
  bytes += rest;
  bytes.resize(size - kChecksumBytes);
  append(bytes, checksum(std::as_bytes(std::span(bytes))));
  return bytes;
}

SampleFileHeader SampleFileHeader::from_bytes(std::span<const std::byte> file,
                                              const std::string& name) {
  const std::string_view all(reinterpret_cast<const char*>(file.data()), file.size());
  const auto cut_off = [&](std::uint64_t size) {
    return InvalidInput(
        name,
        fmt::format(
            "has {} bytes and should have {}: it is cut off, copy it or convert the data anew",
            all.size(), size));
  };
  if (!all.starts_with(kFileMagic)) {
    throw InvalidInput(name, "must begin as files of acgd convert do, with \\x93ACGD");
  }
  if (all.size() < kFixedBytes) throw cut_off(kFixedBytes);
  HeaderInput input(all, name);
  input.take(kFileMagic.size());
  if (const auto found = input.number<std::uint32_t>(); found != version) {
    throw InvalidInput(
        name,
        fmt::format("is of version {}, must be {}: convert the data anew, or use a newer acgd",
                    found, version));
  }
  const auto flags = input.number<std::uint32_t>();
  const auto size = input.number<std::uint64_t>();
  if (size > all.size()) throw cut_off(size);
  if (size < kFixedBytes + kChecksumBytes || size % alignment != 0) {
    input.fail(fmt::format("it has {} bytes", size));
  }
  std::uint32_t stored = 0;
  std::memcpy(&stored, all.data() + size - kChecksumBytes, kChecksumBytes);
  if (stored != checksum(file.first(size - kChecksumBytes))) {
    throw InvalidInput(name, "its header is damaged: convert the data anew");
  }
  if ((flags & ~kAllFlags) != 0) input.fail("an unknown flag");
  const auto file_size = input.number<std::uint64_t>();
  if (file_size > all.size()) throw cut_off(file_size);
  if (file_size < all.size()) input.fail("bytes follow the last block");

  SampleFileHeader header;
  header.is_dense = (flags & kDense) != 0;
  header.has_weights = (flags & kWeighted) != 0;
  header.samples = input.size("samples", std::numeric_limits<std::int64_t>::max() / 16);
  header.columns = input.size("columns", kMaxDimension);
  if (header.samples == 0 || header.columns == 0) input.fail("it has no samples");
  const Index blocks = input.size("blocks", size / kBlockBytes);
  if (blocks == 0) input.fail("it has no blocks");
  input.take(kFixedBytes - kUsedBytes);
  for (Index s = 0; s < blocks; ++s) header.blocks.push_back(read_block(input));
  if ((flags & kFilled) != 0) {
    const std::uint64_t bytes = sizeof(double) * static_cast<std::uint64_t>(header.columns);
    const std::string_view numbers = input.take(bytes);
    header.fill.resize(header.columns);
    std::memcpy(header.fill.data(), numbers.data(), bytes);
  }
  header.names = input.texts();
  header.classes = input.texts();
  header.target = input.text();
  header.weights = input.text();
  if (!header.names.empty() && static_cast<Index>(header.names.size()) != header.columns) {
    input.fail("it has another number of names than of columns");
  }
  check_places(header, size, file_size, input);
  return header;
}

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
  for (const Block& block : header_.blocks) starts.push_back(starts.back() + block.rows);
  return starts;
}

Index SampleFile::entry_count() const {
  Index count = 0;
  for (const Block& block : header_.blocks) count += block.entries;
  return count;
}

template <class Number>
std::span<const Number> SampleFile::numbers(std::uint64_t offset, Index count) const {
  return {reinterpret_cast<const Number*>(file_->bytes().data() + offset),
          static_cast<std::size_t>(count)};
}

SparseMap::Lines SampleFile::lines(const Block& block) const {
  const BlockSections at = sections_of(header_, block);
  SparseMap::Lines lines{numbers<int>(at.starts, columns() + 1),
                         numbers<int>(at.indices, block.entries)};
  if (block.values == StoredValues::doubles) {
    lines.values = numbers<double>(at.values, block.entries);
  } else if (block.values == StoredValues::floats) {
    lines.floats = numbers<float>(at.values, block.entries);
  }
  return lines;
}

std::shared_ptr<const LinearMap> SampleFile::map(Index s) const {
  const Block& block = header_.blocks[s];
  if (block.rows == 0) return nullptr;
  if (!header_.is_dense) {
    const SparseMap::Lines columns = lines(block);
    file_->fetch(std::as_bytes(columns.starts.first(1)));
    file_->fetch(std::as_bytes(columns.starts.last(1)));
    require(columns.starts.front() == 0 && columns.starts.back() == block.entries, s);
    return std::make_shared<SparseMap>(block.rows, columns, file_, fetch_);
  }
  const std::uint64_t at = sections_of(header_, block).values;
  const Index count = block.rows * columns();
  if (block.values == StoredValues::floats) {
    return std::make_shared<DenseMap>(view_of(numbers<float>(at, count), block.rows, columns()),
                                      file_);
  }
  return std::make_shared<DenseMap>(view_of(numbers<double>(at, count), block.rows, columns()),
                                    file_);
}

SampleFile::Numbers SampleFile::targets(Index s) const {
  check_targets(s);
  const Block& block = header_.blocks[s];
  return {numbers<double>(block.offset, block.rows).data(), block.rows};
}

SampleFile::Numbers SampleFile::weights(Index s) const {
  const Block& block = header_.blocks[s];
  if (!header_.has_weights) return {nullptr, 0};
  return {numbers<double>(sections_of(header_, block).weights, block.rows).data(), block.rows};
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
    const Block& block = header_.blocks[s];
    parts.push_back(block.rows == 0 ? SparseMap::Lines{} : lines(block));
    entries += block.entries;
  }
  if (std::max(rows, entries) > std::numeric_limits<int>::max()) {
    throw InvalidInput(
        name_,
        fmt::format(
            "{} samples with {} entries are too many to be taken into memory: must be below 2^31",
            rows, entries));
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
  for (Index s = 0; s < block_count(); ++s) {
    check_targets(s);
    check_matrix(s);
  }
}

void SampleFile::require(bool good, Index s) const {
  if (good) return;
  throw InvalidInput(
      name_, fmt::format("block {} of {} is damaged: convert the data anew", s + 1, block_count()));
}

void SampleFile::check_targets(Index s) const {
  const Block& block = header_.blocks[s];
  const BlockSections at = sections_of(header_, block);
  const auto bytes = file_->bytes().subspan(at.targets, at.starts - at.targets);
  file_->fetch(bytes);
  require(checksum(bytes) == block.targets_checksum, s);
  const auto targets = numbers<double>(at.targets, block.rows);
  require(all_finite(targets), s);
  const auto count = static_cast<double>(header_.classes.size());
  const auto is_class = [&](double t) { return t >= 0 && t < count && std::floor(t) == t; };
  require(header_.classes.empty() || std::ranges::all_of(targets, is_class), s);
  if (!header_.has_weights) return;
  const auto weights = numbers<double>(at.weights, block.rows);
  require(std::ranges::all_of(weights, [](double w) { return std::isfinite(w) && w >= 0; }), s);
}

void SampleFile::check_matrix(Index s) const {
  const Block& block = header_.blocks[s];
  const BlockSections at = sections_of(header_, block);
  require(checksum(file_->bytes().subspan(at.starts, at.end - at.starts)) == block.matrix_checksum,
          s);
  if (block.rows == 0) return;
  const Index count = block.rows * columns();
  if (!header_.is_dense) {
    require(are_columns(lines(block), block.rows), s);
  } else if (block.values == StoredValues::floats) {
    require(all_finite(numbers<float>(at.values, count)), s);
  } else {
    require(all_finite(numbers<double>(at.values, count)), s);
  }
}

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
                                   Index block_count)
    : file_(file, replaced_by(file)), header_(std::move(header)) {
  file_.copy_permissions();
  header_.blocks.resize(static_cast<std::size_t>(block_count));
  const std::string room = header_.to_bytes(0);
  file_.write(room);
  size_ = room.size();
}

SampleFileHeader::Block& SampleFileWriter::begin(ConstVectorRef targets, ConstVectorRef weights) {
  assert(added_ < header_.blocks.size());
  assert(weights.size() == (header_.has_weights ? targets.size() : 0));
  SampleFileHeader::Block& block = header_.blocks[added_++];
  block.rows = targets.size();
  block.offset = size_;
  checksum_ = checksum({});
  put(bytes_of(targets));
  pad();
  put(bytes_of(weights));
  pad();
  block.targets_checksum = std::exchange(checksum_, checksum({}));
  return block;
}

void SampleFileWriter::add(const SparseMap::Lines& columns, ConstVectorRef targets,
                           ConstVectorRef weights) {
  SampleFileHeader::Block& block = begin(targets, weights);
  if (block.rows == 0) return;
  const auto& [starts, indices, values, floats] = columns;
  assert(columns.count() == header_.columns && starts.front() == 0);
  block.entries = static_cast<Index>(indices.size());
  put(std::as_bytes(starts));
  pad();
  put(std::as_bytes(indices));
  pad();
  if (!floats.empty()) {
    block.values = StoredValues::floats;
    put(std::as_bytes(floats));
  } else if (std::ranges::all_of(values, [](double value) { return value == 1; })) {
    block.values = StoredValues::ones;
  } else if (std::ranges::all_of(values, is_float)) {
    block.values = StoredValues::floats;
    put_as_floats(values);
  } else {
    block.values = StoredValues::doubles;
    put(std::as_bytes(values));
  }
  pad();
  block.matrix_checksum = checksum_;
}

void SampleFileWriter::add(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& rows,
                           ConstVectorRef targets, ConstVectorRef weights) {
  SampleFileHeader::Block& block = begin(targets, weights);
  if (block.rows == 0) return;
  assert(rows.rows() == block.rows && rows.cols() == header_.columns);
  const auto column = [&](Index j) {
    return std::span(rows.col(j).data(), static_cast<std::size_t>(rows.rows()));
  };
  bool floats = true;
  for (Index j = 0; floats && j < rows.cols(); ++j) {
    floats = std::ranges::all_of(column(j), is_float);
  }
  block.values = floats ? StoredValues::floats : StoredValues::doubles;
  for (Index j = 0; j < rows.cols(); ++j) {
    floats ? put_as_floats(column(j)) : put(std::as_bytes(column(j)));
  }
  pad();
  block.matrix_checksum = checksum_;
}

void SampleFileWriter::finish() {
  assert(added_ == header_.blocks.size());
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

}  // namespace acgd::data
