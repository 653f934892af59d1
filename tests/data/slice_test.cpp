#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "app/data/byte_input.hpp"
#include "app/data/csv.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/ratings.hpp"
#include "gzip.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

using acgd_test::refusal;
using acgd_test::TemporaryFolder;

/// Lines of many lengths: label k, and some of 50 features.
std::string random_samples(int count) {
  std::mt19937_64 random(1);
  std::string text;
  for (int k = 0; k < count; ++k) {
    text += std::to_string(k);
    for (int j = 1; j <= 50; ++j) {
      if (random() % 16 < static_cast<unsigned>(k % 16)) {
        text += " " + std::to_string(j) + ":0." + std::to_string(random() % 1000);
      }
    }
    text += k % 3 == 0 ? "\r\n" : k % 50 == 1 ? "\n\n" : "\n";
  }
  return text;
}

/// Maximum that a slice may read: its share, 1 % more, a line and the block in which that ends.
double most_bytes(std::uint64_t size, Index parts, std::size_t longest_lines) {
  return 1.01 * static_cast<double>(size) / static_cast<double>(parts) +
         static_cast<double>(longest_lines) + 65;
}

/// The concatenation of the slices equals the whole.
void expect_samples_in_slices(const std::filesystem::path& data, std::uint64_t size) {
  const Dataset whole = read_libsvm(data, 50);
  const Matrix all = *whole.sparse();
  for (const Index parts : {2, 3, 4, 7, 8, 64, 1000}) {
    Index row = 0;
    for (Index part = 0; part < parts; ++part) {
      const Dataset slice = read_libsvm(data, 50, {part, parts});
      const Index rows = slice.count();
      ASSERT_LE(row + rows, whole.count());
      EXPECT_EQ(slice.targets.numbers, whole.targets.numbers.segment(row, rows));
      EXPECT_EQ(Matrix(*slice.sparse()), all.middleRows(row, rows));
      EXPECT_LE(static_cast<double>(slice.bytes_read), most_bytes(size, parts, 500));
      row += rows;
    }
    EXPECT_EQ(row, whole.count()) << parts;
  }
}

TEST(Slice, OfSamplesConcatenateToWhole) {
  const TemporaryFolder folder;
  const std::string text = random_samples(2000);
  expect_samples_in_slices(folder.file("data.svm", text), text.size());
  expect_samples_in_slices(folder.file("end.svm", "1 1:1\n2 2:1"), 11);
}

TEST(Slice, OfSeveralFilesConcatenateToWhole) {
  const TemporaryFolder folder;
  const std::string text = random_samples(2000);
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  folder.file("part-0.svm", text.substr(0, half));
  folder.file("part-1.svm", "");
  folder.file("part-2.svm", text.substr(half) + "7 1:1");  // the last line has no end
  folder.file("part-3.svm", "8 2:1");
  folder.file("all.svm", text + "7 1:1\n8 2:1\n");
  const Dataset all = read_libsvm(folder.path() / "all.svm", 50);
  const Dataset parts = read_libsvm(folder.path() / "part-*.svm", 50);
  EXPECT_EQ(parts.targets.numbers, all.targets.numbers);
  EXPECT_EQ(Matrix(*parts.sparse()), Matrix(*all.sparse()));
  expect_samples_in_slices(folder.path() / "part-*.svm", text.size() + 10);
}

TEST(Slice, HasColumnsOfItsOwnLines) {
  const TemporaryFolder folder;
  const auto file = folder.file("data.svm", "1 5:1\n2 3:1\n3 90:1\n4 2:1\n");
  EXPECT_EQ(read_libsvm(file, 0, {0, 2}).feature_count(), 5);
  EXPECT_EQ(read_libsvm(file, 0, {1, 2}).feature_count(), 90);
  EXPECT_EQ(read_libsvm(file, 0, {1, 2}).count(), 2);
  EXPECT_EQ(refusal([&] { check_highest("d", 900, 4); }), "");
  EXPECT_NE(refusal([&] { check_highest("d", 20000000, 4); }), "");
}

std::vector<ColumnRole> second_is_target(const TableColumns& columns) {
  EXPECT_EQ(columns.names, (std::vector<std::string>{"x", "y", "z"}));
  return {ColumnRole::feature, ColumnRole::target, ColumnRole::feature};
}

TEST(Slice, OfTableKeepsHeader) {
  const TemporaryFolder folder;
  std::string text[2];
  for (int k = 0; k < 3000; ++k) {
    text[k % 2] += std::to_string(k) + ",1e" + std::to_string(k % 30) + ", .5\n";
  }
  for (const int k : {0, 1}) {
    folder.file("part-" + std::to_string(k) + ".csv", "\n x,y,z\n" + text[k]);
  }
  const std::uint64_t size = text[0].size() + text[1].size() + 16;
  const auto data = folder.path() / "part-*.csv";
  ReadOptions options{.roles = second_is_target};
  const Dataset whole = read_table(data, options);
  ASSERT_EQ(whole.count(), 3000);
  EXPECT_EQ((*whole.dense())(1500, 0), 1);
  EXPECT_EQ(whole.bytes_read, size);
  for (const Index parts : {2, 3, 8}) {
    Index row = 0;
    for (Index part = 0; part < parts; ++part) {
      options.slice = {part, parts};
      const Dataset slice = read_table(data, options);
      EXPECT_EQ(slice.columns.names, whole.columns.names);
      EXPECT_EQ(*slice.dense(), whole.dense()->middleRows(row, slice.count()));
      EXPECT_EQ(slice.targets.numbers, whole.targets.numbers.segment(row, slice.count()));
      EXPECT_LE(static_cast<double>(slice.bytes_read), most_bytes(size, parts, 60 + 64));
      row += slice.count();
    }
    EXPECT_EQ(row, 3000);
  }
  folder.file("part-2.csv", "x,y,w\n1,2,3\n");
  EXPECT_EQ(refusal([&] { read_table(data, {.roles = second_is_target}); }),
            (folder.path() / "part-2.csv").string() +
                ":1:1: another header than that of the first file: must be the same");
}

TEST(Slice, OfRatingsIsRenumbered) {
  const TemporaryFolder folder;
  std::string text = "user,item,rating\n";
  for (int k = 0; k < 1000; ++k) {
    text += std::to_string(1 + k) + "," + std::to_string((k + 400) % 1000) + ",3\n";
  }
  const auto file = folder.file("ratings.csv", text);
  const Ratings whole = read_ratings(file);
  std::vector<Ratings> slices;
  IdRange users, items;
  for (Index part = 0; part < 5; ++part) {
    slices.push_back(read_ratings(file, {part, 5}));
    const Ratings& slice = slices.back();
    EXPECT_EQ(slice.header, whole.header);
    users = users.merged_with({slice.first_row, slice.rows});
    items = items.merged_with({slice.first_col, slice.cols});
  }
  EXPECT_EQ(users.count, 1000);
  EXPECT_EQ(items.first, 0);
  std::size_t next = 0;
  for (Ratings& slice : slices) {
    renumber(slice, users, items);
    EXPECT_EQ(slice.cols, whole.cols);
    for (const Observation& rating : slice.observations) {
      ASSERT_EQ(rating.row, whole.observations[next].row);
      ASSERT_EQ(rating.col, whole.observations[next].col);
      ++next;
    }
  }
  EXPECT_EQ(next, 1000u);
}

/// With the line number of the file, though the slice begins later.
TEST(Slice, ErrorsHaveLocationInFile) {
  const TemporaryFolder folder;
  std::string text;
  for (int k = 0; k < 1000; ++k) text += k == 700 ? "\n1 1:x\n" : "1 1:1\n";
  folder.file("part-0", text);
  folder.file("part-1", "1 1:1\n2 1:1\n3 0:1\n");
  const std::string first = (folder.path() / "part-0").string();
  const std::string second = (folder.path() / "part-1").string();
  const std::string value = ":702:5: value \"x\": must be a finite number";
  EXPECT_EQ(refusal([&] { read_libsvm(first); }), first + value);
  EXPECT_EQ(refusal([&] { read_libsvm(first, 0, {2, 3}); }), first + value);
  EXPECT_EQ(refusal([&] { read_libsvm(first, 0, {0, 3}); }), "");
  EXPECT_EQ(refusal([&] {
              read_libsvm(folder.path() / "part-*", 0, {9, 10});
            }),
            second + ":3:3: index \"0\": must be an integer from 1 to 2147483646");
}

TEST(Slice, RangesOverSeveralFiles) {
  const TemporaryFolder folder;
  folder.file("a.svm", "1 1:1\n");
  folder.file("b.svm", "");
  folder.file("c.svm", "1 1:1\n");
  const auto ranges = [&](const Slice& slice) {
    std::string text;
    for (const FileRange& range : ranges_of(folder.path() / "?.svm", slice)) {
      text += fmt::format("{} {}-{} ", range.file.stem().string(), range.first, range.last);
    }
    return text;
  };
  EXPECT_EQ(ranges({0, 1}), "a 0-6 c 0-6 ");
  EXPECT_EQ(ranges({0, 2}), "a 0-6 ");
  EXPECT_EQ(ranges({1, 2}), "c 0-6 ");
  EXPECT_EQ(ranges({1, 3}), "a 4-6 c 0-2 ");
}

TEST(Slice, NeedsUncompressedFiles) {
  const TemporaryFolder folder;
  const auto plain = folder.file("a.svm", "1 1:1\n");
  const auto compressed = folder.file("b.svm", acgd_test::gzip("1 1:1\n"));
  EXPECT_TRUE(is_sliceable(plain));
  EXPECT_FALSE(is_sliceable(compressed));
  EXPECT_FALSE(is_sliceable("-"));
  EXPECT_FALSE(is_sliceable(folder.path() / "?.svm"));
  EXPECT_EQ(
      refusal([&] {
        read_libsvm(compressed, 0, {0, 2});
      }),
      compressed.string() + ": cannot be read in parts: must be a file on a disk, not compressed");
  for (const Slice slice : {Slice{2, 2}, Slice{-1, 2}, Slice{0, 0}, Slice{1, 1}}) {
    EXPECT_NE(refusal([&] { read_libsvm(plain, 0, slice); }), "");
  }
}

}  // namespace
}  // namespace acgd::data
