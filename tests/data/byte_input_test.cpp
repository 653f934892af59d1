#include "app/data/byte_input.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

constexpr std::size_t kMebibyte = 1 << 20;

std::size_t count_bytes(const std::filesystem::path& file) {
  ByteInput input(file);
  std::vector<char> some(kMebibyte);
  std::size_t all = 0;
  while (const std::size_t got = input.read(some)) all += got;
  return all;
}

/// One kilobyte per mebibyte of zeros.
std::string compressed_mebibytes(int count) {
  const std::string one = acgd_test::gzip(std::string(kMebibyte, '0'));
  std::string all;
  for (int k = 0; k < count; ++k) all += one;
  return all;
}

TEST(ByteInput, RejectsDecompressionBombs) {
  const acgd_test::TemporaryFolder folder;
  EXPECT_EQ(count_bytes(folder.file("most", compressed_mebibytes(256))), 256 * kMebibyte);
  acgd_test::expect_refused(
      count_bytes, compressed_mebibytes(257),
      ": compressed data holds more than 268435456 bytes and 100 times the size of the file: must "
      "be decompressed first");
}

}  // namespace
}  // namespace acgd::data
