#pragma once

#include <filesystem>
#include <memory>
#include <variant>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "io/mapped_file.hpp"
#include "io/sample_file_header.hpp"

namespace acgd::io {

/// Samples in a file that acgd convert has written (docs/format.md): shards of samples by columns,
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
  Index shard_count() const { return static_cast<Index>(header_.shards.size()); }
  /// The first sample of each shard, and behind the last of them.
  std::vector<Index> starts() const;
  /// Of a sparse matrix: those of all shards.
  Index entry_count() const;

  /// What a shard knows of its samples, read where it is; null if there are none. Throws
  /// InvalidInput if it can be seen at once that it is damaged.
  std::shared_ptr<const LinearMap> map(Index shard) const;
  /// Its targets: numbers, or those of the header's classes. Throws InvalidInput if they are
  /// damaged.
  Numbers targets(Index shard) const;
  /// Empty if each is 1.
  Numbers weights(Index shard) const;

  /// What the shards [first, last) have, one after the other, in memory.
  Vector targets(Index first, Index last) const;
  Vector weights(Index first, Index last) const;
  std::variant<Matrix, SparseMatrix> features(Index first, Index last) const;

  /// Reads all of it. Throws InvalidInput naming the first shard that is damaged.
  void check() const;

 private:
  using Shard = SampleFileHeader::Shard;

  template <class Number>
  std::span<const Number> numbers(std::uint64_t offset, Index count) const;
  SparseMap::Lines lines(const Shard& shard) const;
  Matrix dense_features(Index first, Index last) const;
  SparseMatrix sparse_features(Index first, Index last) const;
  void require(bool good, Index shard) const;
  void check_targets(Index shard) const;
  void check_matrix(Index shard) const;

  std::string name_;
  std::shared_ptr<const MappedFile> file_;
  SampleFileHeader header_;
  Fetch fetch_;  ///< if memory cannot hold the file
};

}  // namespace acgd::io
