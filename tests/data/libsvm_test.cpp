#include "app/data/libsvm.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "acgd/core/error.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

Dataset read_libsvm_text(std::string_view text, Index features = 0) {
  const TemporaryFolder folder;
  return read_libsvm(folder.file("samples", text), features);
}

void expect_samples(const Dataset& read, const Matrix& samples, const Vector& labels) {
  ASSERT_EQ(read.count(), samples.rows());
  ASSERT_EQ(read.feature_count(), samples.cols());
  EXPECT_TRUE(read.sparse()->isCompressed());
  EXPECT_EQ(Matrix(*read.sparse()), samples);
  EXPECT_EQ(read.targets.numbers, labels);
}

TEST(Libsvm, ReadsLabelsAndEntries) {
  const Matrix samples{{0.5, 0, -2}, {0, 0, 0}, {0, 3e2, 0}};
  const Vector labels{{1, -1, 2.5}};
  const std::string text = "+1 1:0.5 3:-2\n-1\n2.5 2:3e2\n";
  expect_samples(read_libsvm_text(text), samples, labels);
  expect_samples(read_libsvm_text(acgd_test::gzip(text)), samples, labels);
  expect_samples(read_libsvm_text("+1 1:0.5 3:-2\r\n-1\r\n2.5 2:3e2\r\n"), samples, labels);
  expect_samples(read_libsvm_text("+1  1:0.5\t3:-2 \n\n-1 \n   \n 2.5 2:+3e2"), samples, labels);
  expect_samples(read_libsvm_text("# all\n+1 qid:7 1:.5 3:-2 # x 9:9\n-1#\n2.5 qid:8 2:300\n"),
                 samples, labels);
}

TEST(Libsvm, TakesTheNumberOfFeatures) {
  EXPECT_EQ(read_libsvm_text("1 2:1\n").feature_count(), 2);
  EXPECT_EQ(read_libsvm_text("1 2:1\n", 5).feature_count(), 5);
  EXPECT_EQ(read_libsvm_text("1\n", 5).feature_count(), 5);
  const TemporaryFolder folder;  // in blocks: a matrix takes memory for each of its columns
  Index columns = 0;
  for_each_libsvm_block(folder.file("wide", "1 2147483646:1\n"), 2147483646,
                        [&](const LibsvmBlock& block) { columns = block.columns; });
  EXPECT_EQ(columns, 2147483646);
  EXPECT_THROW(read_libsvm_text("1 2:1\n", -1), InvalidInput);
  EXPECT_THROW(read_libsvm_text("1 2:1\n", 2147483647), InvalidInput);
}

TEST(Libsvm, RejectsBadSamples) {
  const auto read = [](const std::filesystem::path& file) { read_libsvm(file); };
  expect_refused(read, "", ":1:1: the file ends: must have at least one sample");
  expect_refused(read, "# only\n\n", ":3:1: the file ends: must have at least one sample");
  expect_refused(read, "1\n-1\n", ":3:1: the file ends: must have an index:value");
  expect_refused(read, "a 1:1\n", ":1:1: label \"a\": must be a finite number");
  expect_refused(read, "1:1\n", ":1:1: label \"1:1\": must be a finite number");
  expect_refused(
      read, "1,2 1:1\n",
      ":1:1: label \"1,2\": must be a finite number; a table is in a file named .csv, or "
      "--format csv says so");
  expect_refused(read, "1 2 3\n",
                 ":1:3: \"2\": must be index:value; if these are numbers between spaces, --format "
                 "text says so");
  expect_refused(read, "1 1:1\n nan 1:1\n", ":2:2: label \"nan\": must be a finite number");
  expect_refused(read, "1 1:1\n\n1 1:1 2\n", ":3:7: \"2\": must be index:value");
  expect_refused(read, "1 1:1 2:", ":1:9: value \"\": must be a finite number");
  expect_refused(read, "1 1:1 2: 3:1", ":1:9: value \"\": must be a finite number");
  expect_refused(read, "1 1:1x\n", ":1:5: value \"1x\": must be a finite number");
  expect_refused(read, "1 1:nan\n", ":1:5: value \"nan\": must be a finite number");
  expect_refused(read, "1 1:-inf 2:1\n", ":1:5: value \"-inf\": must be a finite number");
  expect_refused(read, "1 1:1e999\n", ":1:5: value \"1e999\": must be a finite number");
  expect_refused(read, "1 1:2:3\n", ":1:5: value \"2:3\": must be a finite number");
}

TEST(Libsvm, RejectsBadIndices) {
  const auto read = [](const std::filesystem::path& file) { read_libsvm(file); };
  const std::string rule = ": must be an integer from 1 to 2147483646";
  expect_refused(read, "1 0:1\n", ":1:3: index \"0\"" + rule);
  expect_refused(read, "1 -1:1\n", ":1:3: index \"-1\"" + rule);
  expect_refused(read, "1 1.5:1\n", ":1:3: index \"1.5\"" + rule);
  expect_refused(read, "1 a:1\n", ":1:3: index \"a\"" + rule);
  expect_refused(read, "1 :1\n", ":1:3: index \"\"" + rule);
  expect_refused(read, "1 2147483647:1\n", ":1:3: index \"2147483647\"" + rule);
  expect_refused(read, "1 4294967297:1\n", ":1:3: index \"4294967297\"" + rule);
  expect_refused(read, "1 99999999999999999999:1\n", ":1:3: index \"99999999999999999999\"" + rule);
  expect_refused(read, "1 2:1\n1 5:1 5:1\n", ":2:7: index 5: must be above 5, the one before it");
  expect_refused(read, "1 2:1 1:1\n", ":1:7: index 1: must be above 2, the one before it");
  const auto read_three = [](const std::filesystem::path& file) { read_libsvm(file, 3); };
  expect_refused(read_three, "1 3:1 4:1\n", ":1:7: index \"4\": must be an integer from 1 to 3");
}

/// A few bytes must not allocate gigabytes for so many features, unless their number is given.
TEST(Libsvm, RejectsIndexFarBeyondEntries) {
  const auto read = [](const std::filesystem::path& file) { read_libsvm(file); };
  EXPECT_EQ(read_libsvm_text("1 16777217:1\n").feature_count(), 16777217);
  expect_refused(
      read, "1 16777218:1\n",
      ":2:1: the file ends, with index 16777218 among 1 entries: must not exceed them by "
      "more than 16777216 unless the number of features is given");
}

TEST(Libsvm, ReportsMissingFile) { EXPECT_THROW(read_libsvm("no/such/file"), FileError); }

/// Numbers written by a stream with 17 digits are read back with every bit.
TEST(Libsvm, RoundTripPreservesBits) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Matrix samples = Matrix::Zero(500, 80);
  Vector labels(500);
  std::ostringstream text;
  text.precision(17);
  for (Index i = 0; i < samples.rows(); ++i) {
    labels[i] = normal(random);
    text << labels[i];
    for (Index j = 0; j < samples.cols(); ++j) {
      if (j != 79 && random() % 4 != 0) continue;
      samples(i, j) = normal(random);
      text << ' ' << j + 1 << ':' << samples(i, j);
    }
    text << '\n';
  }
  expect_samples(read_libsvm_text(text.str()), samples, labels);
}

TEST(Libsvm, ReadsRealData) {
  const auto file = acgd_test::data_file("a1a");
  if (!file) GTEST_SKIP() << "a1a absent";
  const Dataset a1a = read_libsvm(*file, 123);
  EXPECT_EQ(a1a.count(), 1605);
  EXPECT_EQ(a1a.feature_count(), 123);
  EXPECT_EQ(a1a.sparse()->nonZeros(), 22249);
  EXPECT_EQ(a1a.sparse()->sum(), 22249);
  EXPECT_EQ((a1a.targets.numbers.array() == 1).count(), 395);
  EXPECT_EQ((a1a.targets.numbers.array() == -1).count(), 1210);
  EXPECT_EQ(a1a.sparse()->coeff(0, 2), 1);
  EXPECT_EQ(read_libsvm(*file).feature_count(), 119);
}

}  // namespace
}  // namespace acgd::data
