#include "app/data/sample_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <fstream>
#include <numbers>

#include "acgd/core/error.hpp"
#include "sample_files.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

using acgd_test::bytes_of;
using acgd_test::few_entries;
using acgd_test::SampleContent;
using acgd_test::TemporaryFolder;
using acgd_test::write_samples;

constexpr Index kRows = 11, kCols = 5;

SampleContent content(std::variant<Matrix, SparseMatrix> features) {
  return {.features = std::move(features),
          .targets = Vector::LinSpaced(kRows, -1, 2),
          .starts = {0, 4, 4, 10, 11}};
}

/// One for each way to store values.
std::vector<SampleContent> every_content() {
  const auto one = [](int) { return 1.0; };
  const auto half = [](int k) { return 0.5 * k; };
  const auto third = [](int k) { return k / 3.0; };
  std::vector<SampleContent> all = {
      content(few_entries(kRows, kCols, one)), content(few_entries(kRows, kCols, half)),
      content(few_entries(kRows, kCols, third)), content(Matrix(few_entries(kRows, kCols, half))),
      content(Matrix(few_entries(kRows, kCols, third)))};
  const std::size_t plain = all.size();
  for (std::size_t k = 0; k < plain; ++k) {
    SampleContent more = all[k];
    more.weights = Vector::LinSpaced(kRows, 0, std::numbers::pi);
    for (Index i = 0; i < kRows; ++i) more.targets[i] = static_cast<double>(i % 2);
    more.header = {.fill = Vector::LinSpaced(kCols, 0, 0.7),
                   .names = {"a", "", "long name, with a comma", "d\n", "a"},
                   .classes = {"no", "yes"},
                   .target = "y",
                   .weights = "7"};
    all.push_back(more);
  }
  return all;
}

void expect_same(const SampleFile& file, const SampleContent& content) {
  EXPECT_EQ(file.starts(), content.starts);
  EXPECT_EQ(file.targets(0, file.block_count()), content.targets);
  EXPECT_EQ(file.weights(0, file.block_count()), content.weights);
  EXPECT_EQ(file.header().names, content.header.names);
  EXPECT_EQ(file.header().classes, content.header.classes);
  EXPECT_EQ(file.header().target, content.header.target);
  EXPECT_EQ(file.header().weights, content.header.weights);
  EXPECT_EQ(file.header().fill, content.header.fill);
  const auto to_dense = [](const auto& matrix) { return Matrix(matrix); };
  const Matrix expected = std::visit(to_dense, content.features);
  const auto features = file.features(0, file.block_count());
  EXPECT_EQ(features.index(), content.features.index());
  EXPECT_EQ(std::visit(to_dense, features), expected);
  for (Index s = 0; s < file.block_count(); ++s) {
    const Index first = content.starts[s], count = content.starts[s + 1] - first;
    const auto map = file.map(s);
    ASSERT_EQ(map == nullptr, count == 0);
    if (count == 0) continue;
    Matrix part(count, kCols);
    for (Index j = 0; j < kCols; ++j) map->multiply(Vector::Unit(kCols, j), part.col(j));
    EXPECT_EQ(part, expected.middleRows(first, count));
  }
}

/// The error message for a file of these bytes; empty if it is accepted.
std::string refusal(const TemporaryFolder& folder, const std::string& bytes) {
  const std::filesystem::path file = folder.file("a.acgd", bytes);
  try {
    const SampleFile taken(file);
    return "";
  } catch (const InvalidInput& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with(file.string() + ": ")) << text;
    return text.substr(std::min(text.size(), file.string().size() + 2));
  }
}

void put_checksum(std::string& bytes, std::size_t at, std::size_t from, std::size_t to) {
  const auto sum = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data() + from), static_cast<uInt>(to - from)));
  std::memcpy(bytes.data() + at, &sum, 4);
}

std::uint64_t header_size(const std::string& bytes) {
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data() + 16, 8);
  return size;
}

/// Recomputes the checksum of the header, as specified in docs/format.md.
void sign_header(std::string& bytes) {
  const std::uint64_t size = header_size(bytes);
  put_checksum(bytes, size - 4, 0, size - 4);
}

/// The same for all checksums of a file of one block.
void sign(std::string& bytes, std::size_t starts) {
  put_checksum(bytes, 64 + 28, header_size(bytes), starts);
  put_checksum(bytes, 64 + 32, starts, bytes.size());
  sign_header(bytes);
}

TEST(SampleFile, RoundTrip) {
  const TemporaryFolder folder;
  for (const SampleContent& content : every_content()) {
    write_samples(folder.path() / "a.acgd", content);
    expect_same(SampleFile(folder.path() / "a.acgd"), content);
  }
}

TEST(SampleFile, StoresExactFloatsAsFloats) {
  const TemporaryFolder folder;
  const StoredValues expected[] = {StoredValues::ones, StoredValues::floats, StoredValues::doubles,
                                   StoredValues::floats, StoredValues::doubles};
  const std::vector<SampleContent> all = every_content();
  for (std::size_t k = 0; k < std::size(expected); ++k) {
    write_samples(folder.path() / "a.acgd", all[k]);
    EXPECT_EQ(SampleFile(folder.path() / "a.acgd").header().blocks[0].values, expected[k]) << k;
  }
}

TEST(SampleFile, IsReplacedAtomically) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.file("a.acgd", "old");
  const Matrix features = Matrix::Ones(2, 3);
  {
    SampleFileWriter writer(file, {.samples = 4, .columns = 3, .is_dense = true}, 2);
    writer.add(features, Vector::Ones(2), Vector());
  }
  EXPECT_EQ(bytes_of(file), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(SampleFile, DetectsEveryChangedByte) {
  const TemporaryFolder folder;
  for (const SampleContent& content : every_content()) {
    write_samples(folder.path() / "good", content);
    const std::string good = bytes_of(folder.path() / "good");
    // In place: rewriting the file would go to the disk.
    std::fstream file(folder.path() / "good", std::ios::in | std::ios::out | std::ios::binary);
    const auto put = [&](std::size_t at, char byte) {
      file.seekp(static_cast<std::streamoff>(at));
      file.put(byte).flush();
    };
    for (std::size_t k = 0; k < good.size(); ++k) {
      put(k, static_cast<char>(good[k] ^ (1 << (k % 8))));
      EXPECT_THROW(SampleFile(folder.path() / "good"), InvalidInput) << k;
      put(k, good[k]);
    }
    expect_same(SampleFile(folder.path() / "good"), content);
  }
}

TEST(SampleFile, DetectsTruncation) {
  const TemporaryFolder folder;
  write_samples(folder.path() / "good", every_content()[5]);
  const std::string good = bytes_of(folder.path() / "good");
  for (std::size_t k = good.size(); k-- > 0;) {
    std::filesystem::resize_file(folder.path() / "good", k);
    EXPECT_THROW(SampleFile(folder.path() / "good"), InvalidInput) << k;
  }
  EXPECT_EQ(refusal(folder, good.substr(0, good.size() - 1)),
            "has " + std::to_string(good.size() - 1) + " bytes and should have " +
                std::to_string(good.size()) + ": it is cut off, copy it or convert the data anew");
  EXPECT_NE(refusal(folder, good + "x"), "");
}

TEST(SampleFile, ErrorsNameProblem) {
  const TemporaryFolder folder;
  write_samples(folder.path() / "good", every_content()[0]);
  const std::string good = bytes_of(folder.path() / "good");
  EXPECT_EQ(refusal(folder, "1 2:3\n"), "must begin as files of acgd convert do, with \\x93ACGD");
  EXPECT_EQ(refusal(folder, ""), "must begin as files of acgd convert do, with \\x93ACGD");
  std::string bad = good;
  bad[8] = 2;
  EXPECT_EQ(refusal(folder, bad),
            "is of version 2, must be 1: convert the data anew, or use a newer acgd");
  bad = good;
  bad[70] = 1;
  EXPECT_EQ(refusal(folder, bad), "its header is damaged: convert the data anew");
  bad = good;
  bad.back() = 1;
  EXPECT_EQ(refusal(folder, bad), "block 4 of 4 is damaged: convert the data anew");
  EXPECT_THROW(SampleFile(folder.path() / "none"), std::runtime_error);
}

// Other programs may write correct checksums beside invalid columns.
TEST(SampleFile, RejectsInvalidColumns) {
  const TemporaryFolder folder;
  SampleContent content{.features = SparseMatrix(Matrix{{1, 0}, {0, 2}, {3, 4}}.sparseView()),
                        .targets = Vector::Zero(3),
                        .starts = {0, 3}};
  write_samples(folder.path() / "good", content);
  const std::string good = bytes_of(folder.path() / "good");
  const std::size_t starts = 192 + 64, indices = starts + 64, values = indices + 64;
  ASSERT_EQ(good.size(), values + 64);
  const auto changed = [&](std::size_t at, auto number) {
    std::string bytes = good;
    std::memcpy(bytes.data() + at, &number, sizeof(number));
    sign(bytes, starts);
    return refusal(folder, bytes);
  };
  const std::string damaged = "block 1 of 1 is damaged: convert the data anew";
  EXPECT_EQ(changed(values, 7.0F), "");
  EXPECT_EQ(changed(indices, 1), "");
  EXPECT_EQ(changed(indices, -1), damaged);
  EXPECT_EQ(changed(indices, 2), damaged) << "twice";
  EXPECT_EQ(changed(indices + 4, 3), damaged);
  EXPECT_EQ(changed(starts, 1), damaged);
  EXPECT_EQ(changed(starts + 4, 5), damaged);
  EXPECT_EQ(changed(starts + 8, 3), damaged);
  EXPECT_EQ(changed(values, std::numeric_limits<float>::infinity()), damaged);
  EXPECT_EQ(changed(192, std::numeric_limits<double>::quiet_NaN()), damaged) << "a target";
  const std::string wrong = "its header is wrong: ";
  EXPECT_TRUE(changed(40, std::uint64_t{1} << 62).starts_with(wrong)) << "columns";
  EXPECT_TRUE(changed(48, std::uint64_t{1} << 40).starts_with(wrong)) << "blocks";
  EXPECT_TRUE(changed(64, std::uint64_t{4}).starts_with(wrong)) << "samples of the block";
  EXPECT_TRUE(changed(72, std::uint64_t{1000}).starts_with(wrong)) << "entries of the block";
  EXPECT_TRUE(changed(88, 3).starts_with(wrong)) << "type of values";
}

// The file has no offset that would be too small for them.
TEST(SampleFile, RejectsEntriesOfBlockWithoutSamples) {
  const TemporaryFolder folder;
  write_samples(folder.path() / "good", {.features = SparseMatrix(Matrix{{1, 2}}.sparseView()),
                                         .targets = Vector::Zero(1),
                                         .starts = {0, 0, 1}});
  std::string bytes = bytes_of(folder.path() / "good");
  EXPECT_EQ(refusal(folder, bytes), "");
  const std::uint64_t entries = std::uint64_t{1} << 29;
  std::memcpy(bytes.data() + 72, &entries, sizeof(entries));
  sign_header(bytes);
  EXPECT_EQ(refusal(folder, bytes),
            "its header is wrong: entries of a block without samples: convert the data anew");
}

}  // namespace
}  // namespace acgd::data
