// Files of acgd convert with corrected checksums, so that the checks after them are reached.
#include "app/data/sample_file.hpp"

#include <cstring>

#include "support.hpp"

using namespace acgd_fuzz;
using acgd::Index;
using acgd::data::SampleFileHeader;

namespace {

std::span<const std::byte> part_of(const std::string& bytes, std::size_t first, std::size_t last) {
  return std::as_bytes(std::span(bytes)).subspan(first, last - first);
}

void put_checksum(std::string& bytes, std::size_t at, std::size_t first, std::size_t last) {
  const std::uint32_t sum = acgd::data::checksum(part_of(bytes, first, last));
  std::memcpy(bytes.data() + at, &sum, sizeof(sum));
}

/// Corrects the checksums as far as the file has the fields.
void sign(std::string& bytes) {
  std::uint64_t header_size = 0;
  if (bytes.size() < 68) return;
  std::memcpy(&header_size, bytes.data() + 16, sizeof(header_size));
  if (header_size < 68 || header_size > bytes.size()) return;
  put_checksum(bytes, header_size - 4, 0, header_size - 4);
  SampleFileHeader header;
  if (!accepted([&] {
        header = SampleFileHeader::from_bytes(std::as_bytes(std::span(bytes)), "file");
      })) {
    return;
  }
  for (std::size_t s = 0; s < header.blocks.size(); ++s) {
    const acgd::data::BlockSections at = sections_of(header, header.blocks[s]);
    put_checksum(bytes, 64 + 64 * s + 28, at.targets, at.starts);
    put_checksum(bytes, 64 + 64 * s + 32, at.starts, at.end);
  }
  put_checksum(bytes, header_size - 4, 0, header_size - 4);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(text_of(data, size));
  sign(bytes);
  const auto path = memory_file(bytes);
  std::optional<acgd::data::SampleFile> file;
  if (!accepted_file([&] { file.emplace(path); })) return 0;
  require(file->starts().back() == file->samples(),
          "the blocks have another number of samples than the file");
  require(file->targets(0, file->block_count()).allFinite(), "a target is not finite");
  const auto features = file->features(0, file->block_count());
  std::visit([](const auto& matrix) { check_matrix(matrix); }, features);
  const acgd::Vector x = acgd::Vector::LinSpaced(file->columns(), -1, 1);
  for (Index s = 0; s < file->block_count(); ++s) {
    const auto map = file->map(s);
    if (map == nullptr) continue;
    acgd::Vector y(map->rows()), g(map->cols());
    map->multiply(x, y);
    map->multiply_adjoint(y, g);
  }
  return 0;
}
