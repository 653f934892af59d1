#include "io/sample_file_header.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <concepts>
#include <cstring>
#include <limits>
#include <string_view>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"

namespace acgd::io {
namespace {

static_assert(std::endian::native == std::endian::little);

using Shard = SampleFileHeader::Shard;

// As that of PNG: what changes the ends of lines, or cuts off a bit, is noticed.
constexpr std::string_view kFileMagic = "\223ACGD\r\n\x1a";  // 223 is octal
constexpr std::uint64_t kFixedBytes = 64;
constexpr std::uint64_t kUsedBytes = 56;  // of these
constexpr std::uint64_t kShardBytes = 64;
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
    throw InvalidInput(
        fmt::format("{}: its header is wrong: {}: convert the data anew", name_, what));
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

Shard read_shard(HeaderInput& input) {
  Shard shard;
  shard.rows = input.size("samples in a shard", kMaxDimension);
  shard.entries = input.size("entries in a shard", kMaxEntries);
  shard.offset = input.number<std::uint64_t>();
  shard.values = static_cast<StoredValues>(input.number<std::uint32_t>());
  shard.targets_checksum = input.number<std::uint32_t>();
  shard.matrix_checksum = input.number<std::uint32_t>();
  input.take(kShardBytes - 36);
  if (shard.values > StoredValues::doubles) input.fail("values of an unknown type");
  return shard;
}

/// Throws unless the shards lie behind each other, up to the end of the file.
void check_places(const SampleFileHeader& header, std::uint64_t begin, std::uint64_t end,
                  const HeaderInput& input) {
  Index rows = 0;
  std::uint64_t place = begin;
  for (const Shard& shard : header.shards) {
    rows += shard.rows;
    // So that no product of sizes is beyond 64 bits.
    const bool fits = static_cast<std::uint64_t>(shard.rows) <= end &&
                      (!header.is_dense || shard.rows == 0 ||
                       static_cast<std::uint64_t>(header.columns) <=
                           end / static_cast<std::uint64_t>(shard.rows));
    if (!fits || shard.offset != place) input.fail("shards are not where they should be");
    if (header.is_dense && shard.entries != 0) input.fail("entries of a dense matrix");
    if (shard.rows == 0 && shard.entries != 0) input.fail("entries of a shard without samples");
    if (header.is_dense && shard.values == StoredValues::ones)
      input.fail("a matrix without values");
    place = sections_of(header, shard).end;
  }
  if (rows != header.samples) input.fail("its shards have other samples");
  if (place != end) input.fail("the file has another size than its shards");
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

ShardSections sections_of(const SampleFileHeader& header, const Shard& shard) {
  ShardSections at;
  at.targets = shard.offset;
  if (shard.rows == 0) {
    at.weights = at.starts = at.indices = at.values = at.end = shard.offset;
    return at;
  }
  const auto rows = static_cast<std::uint64_t>(shard.rows);
  const auto cols = static_cast<std::uint64_t>(header.columns);
  const auto entries = static_cast<std::uint64_t>(shard.entries);
  const std::uint64_t vector = sizeof(double) * rows, each = value_bytes(shard.values);
  at.weights = aligned(at.targets + vector);
  at.starts = header.has_weights ? aligned(at.weights + vector) : at.weights;
  at.indices = header.is_dense ? at.starts : aligned(at.starts + sizeof(int) * (cols + 1));
  at.values = aligned(at.indices + sizeof(int) * entries);
  at.end = aligned(at.values + each * (header.is_dense ? rows * cols : entries));
  return at;
}

std::string SampleFileHeader::to_bytes(std::uint64_t file_size) const {
  std::string rest;
  for (const Shard& shard : shards) {
    const std::size_t begin = rest.size();
    append(rest, static_cast<std::uint64_t>(shard.rows));
    append(rest, static_cast<std::uint64_t>(shard.entries));
    append(rest, shard.offset);
    append(rest, static_cast<std::uint32_t>(shard.values));
    append(rest, shard.targets_checksum);
    append(rest, shard.matrix_checksum);
    rest.resize(begin + kShardBytes);
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
  append(bytes, static_cast<std::uint64_t>(shards.size()));
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
    return InvalidInput(fmt::format(
        "{}: has {} bytes and should have {}: it is cut off, copy it or convert the data anew",
        name, all.size(), size));
  };
  if (!all.starts_with(kFileMagic)) {
    throw InvalidInput(
        fmt::format("{}: must begin as files of acgd convert do, with \\x93ACGD", name));
  }
  if (all.size() < kFixedBytes) throw cut_off(kFixedBytes);
  HeaderInput input(all, name);
  input.take(kFileMagic.size());
  if (const auto found = input.number<std::uint32_t>(); found != version) {
    throw InvalidInput(
        fmt::format("{}: is of version {}, must be {}: convert the data anew, or use a newer acgd",
                    name, found, version));
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
    throw InvalidInput(fmt::format("{}: its header is damaged: convert the data anew", name));
  }
  if ((flags & ~kAllFlags) != 0) input.fail("an unknown flag");
  const auto file_size = input.number<std::uint64_t>();
  if (file_size > all.size()) throw cut_off(file_size);
  if (file_size < all.size()) input.fail("bytes follow the last shard");

  SampleFileHeader header;
  header.is_dense = (flags & kDense) != 0;
  header.has_weights = (flags & kWeighted) != 0;
  header.samples = input.size("samples", std::numeric_limits<std::int64_t>::max() / 16);
  header.columns = input.size("columns", kMaxDimension);
  if (header.samples == 0 || header.columns == 0) input.fail("it has no samples");
  const Index shards = input.size("shards", size / kShardBytes);
  if (shards == 0) input.fail("it has no shards");
  input.take(kFixedBytes - kUsedBytes);
  for (Index s = 0; s < shards; ++s) header.shards.push_back(read_shard(input));
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

}  // namespace acgd::io
