#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "acgd/objective/linear_maps.hpp"
#include "core/files.hpp"
#include "io/sample_file_header.hpp"

namespace acgd::io {

/// Writes samples to a file for SampleFile, shard after shard. The file appears when all are there.
class SampleFileWriter {
 public:
  /// `header` says all but what is in the shards. Throws FileError, as all functions do.
  SampleFileWriter(const std::filesystem::path& file, SampleFileHeader header, Index shard_count);

  /// The next shard, of as many samples as it has targets. Weights are empty if each is 1.
  void add(const SparseMap::Lines& columns, ConstVectorRef targets, ConstVectorRef weights);
  void add(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& rows, ConstVectorRef targets,
           ConstVectorRef weights);

  /// Call it once, behind the last shard.
  void finish();

  std::uint64_t bytes() const { return size_; }

 private:
  SampleFileHeader::Shard& begin(ConstVectorRef targets, ConstVectorRef weights);
  void put(std::span<const std::byte> bytes);
  void put_as_floats(std::span<const double> values);
  void pad();
  void flush();

  TemporaryFile file_;
  SampleFileHeader header_;
  std::string buffer_;          ///< what is still to be written
  std::size_t added_ = 0;       ///< shards
  std::uint64_t size_ = 0;      ///< of what was written
  std::uint32_t checksum_ = 0;  ///< of what was written since it was last taken
};

}  // namespace acgd::io
