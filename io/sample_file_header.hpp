#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

/// The layout of .acgd files, version 1: docs/format.md.
namespace acgd::io {

/// How the values of a shard are stored: those that floats hold exactly take half the room.
enum class StoredValues : std::uint32_t { ones = 0, floats = 1, doubles = 2 };

struct SampleFileHeader {
  static constexpr std::uint32_t version = 1;
  static constexpr std::uint64_t alignment = 64;  ///< of sections, so that they can be mapped

  struct Shard {
    Index rows = 0;
    Index entries = 0;
    std::uint64_t offset = 0;
    StoredValues values = StoredValues::doubles;
    std::uint32_t targets_checksum = 0;  ///< of targets and weights
    std::uint32_t matrix_checksum = 0;
  };

  Index samples = 0;
  Index columns = 0;
  bool is_dense = false;
  bool has_weights = false;
  std::vector<Shard> shards = {};
  Vector fill = {};                       ///< what stands for a missing feature; empty: nothing
  std::vector<std::string> names = {};    ///< of the columns; empty: they have none
  std::vector<std::string> classes = {};  ///< targets are numbers of these words; empty: numbers
  std::string target = {};                ///< the column it was, by name or number; empty: none
  std::string weights = {};               ///< the same

  /// As bytes, a multiple of the alignment.
  std::string to_bytes(std::uint64_t file_size) const;

  /// Reads it from the begin of a file. Throws InvalidInput naming the file if that begins with
  /// anything else, is cut off or damaged, or of a later version.
  static SampleFileHeader from_bytes(std::span<const std::byte> file, const std::string& name);
};

/// Where the sections of a shard are in its file. What a shard does not have takes no room.
struct ShardSections {
  std::uint64_t targets = 0;
  std::uint64_t weights = 0;
  std::uint64_t starts = 0;
  std::uint64_t indices = 0;
  std::uint64_t values = 0;
  std::uint64_t end = 0;
};

ShardSections sections_of(const SampleFileHeader& header, const SampleFileHeader::Shard& shard);

/// zlib's CRC-32, of bytes that follow those with the checksum `before`.
std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace acgd::io
