#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "app/data/mapped_file.hpp"
#include "core/files.hpp"

/// The layout of .acgd files, version 1: docs/format.md.
namespace acgd::data {

/// How the values of a block are stored: those that floats hold exactly take half the room.
enum class StoredValues : std::uint32_t { ones = 0, floats = 1, doubles = 2 };

struct SampleFileHeader {
  static constexpr std::uint32_t version = 1;
  static constexpr std::uint64_t alignment = 64;  ///< of sections, so that they can be mapped

  struct Block {
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
  std::vector<Block> blocks = {};
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

/// Where the sections of a block are in its file. What a block does not have takes no room.
struct BlockSections {
  std::uint64_t targets = 0;
  std::uint64_t weights = 0;
  std::uint64_t starts = 0;
  std::uint64_t indices = 0;
  std::uint64_t values = 0;
  std::uint64_t end = 0;
};

BlockSections sections_of(const SampleFileHeader& header, const SampleFileHeader::Block& block);

/// zlib's CRC-32, of bytes that follow those with the checksum `before`.
std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// Samples in a file that acgd convert has written (docs/format.md): blocks of samples by columns,
/// mapped and not read, so that they may be larger than memory.
class SampleFile {
 public:
  /// Files up to this size are checked when they are opened.
  static constexpr std::size_t small_bytes = std::size_t{16} << 20;

  using Numbers = Eigen::Map<const Vector>;

  /// Checks the header, and all of a small file. Throws FileError, or InvalidInput with what is
  /// wrong.
  explicit SampleFile(const std::filesystem::path& file);

  const SampleFileHeader& header() const { return header_; }
  Index samples() const { return header_.samples; }
  Index columns() const { return header_.columns; }
  Index block_count() const { return static_cast<Index>(header_.blocks.size()); }
  /// The first sample of each block, and behind the last of them.
  std::vector<Index> starts() const;
  /// Of a sparse matrix: those of all blocks.
  Index entry_count() const;

  /// What a block knows of its samples, read where it is; null if there are none. Throws
  /// InvalidInput if it can be seen at once that it is damaged.
  std::shared_ptr<const LinearMap> map(Index block) const;
  /// Its targets: numbers, or those of the header's classes. Throws InvalidInput if they are
  /// damaged.
  Numbers targets(Index block) const;
  /// Empty if each is 1.
  Numbers weights(Index block) const;

  /// What the blocks [first, last) have, one after the other, in memory.
  Vector targets(Index first, Index last) const;
  Vector weights(Index first, Index last) const;
  std::variant<Matrix, SparseMatrix> features(Index first, Index last) const;

  /// Reads all of it. Throws InvalidInput naming the first block that is damaged.
  void check() const;

 private:
  using Block = SampleFileHeader::Block;

  template <class Number>
  std::span<const Number> numbers(std::uint64_t offset, Index count) const;
  SparseMap::Lines lines(const Block& block) const;
  Matrix dense_features(Index first, Index last) const;
  SparseMatrix sparse_features(Index first, Index last) const;
  void require(bool good, Index block) const;
  void check_targets(Index block) const;
  void check_matrix(Index block) const;

  std::string name_;
  std::shared_ptr<const MappedFile> file_;
  SampleFileHeader header_;
  Fetch fetch_;  ///< if memory cannot hold the file
};

/// Writes samples to a file for SampleFile, block after block. The file appears when all are there.
class SampleFileWriter {
 public:
  /// `header` says all but what is in the blocks. Throws FileError, as all functions do.
  SampleFileWriter(const std::filesystem::path& file, SampleFileHeader header, Index block_count);

  /// The next block, of as many samples as it has targets. Weights are empty if each is 1.
  void add(const SparseMap::Lines& columns, ConstVectorRef targets, ConstVectorRef weights);
  void add(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& rows, ConstVectorRef targets,
           ConstVectorRef weights);

  /// Call it once, behind the last block.
  void finish();

  std::uint64_t bytes() const { return size_; }

 private:
  SampleFileHeader::Block& begin(ConstVectorRef targets, ConstVectorRef weights);
  void put(std::span<const std::byte> bytes);
  void put_as_floats(std::span<const double> values);
  void pad();
  void flush();

  TemporaryFile file_;
  SampleFileHeader header_;
  std::string buffer_;          ///< what is still to be written
  std::size_t added_ = 0;       ///< blocks
  std::uint64_t size_ = 0;      ///< of what was written
  std::uint32_t checksum_ = 0;  ///< of what was written since it was last taken
};

}  // namespace acgd::data
