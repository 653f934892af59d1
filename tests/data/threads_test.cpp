// Multithreaded readers, on files of megabytes that are split into blocks.
#include "linalg/threads.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

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

constexpr int kTableRows = 100000;

/// Row k is k index:value with the column k % 90 + 1, and another one.
std::string libsvm_text() {
  std::string text;
  for (int k = 0; k < kTableRows; ++k) {
    text += std::to_string(k) + " " + std::to_string(k % 90 + 1) + ":" + std::to_string(k) +
            ".5 1000:-1e-3\n";
    if (k % 1000 == 0) text += "# a comment\n\n";
  }
  return text;
}

TEST(ReadInThreads, FindsEverySampleInOrder) {
  const TemporaryFolder folder;
  const std::string text = libsvm_text();
  for (const auto& file :
       {folder.file("plain.svm", text), folder.file("small.svm.gz", acgd_test::gzip(text))}) {
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      const Dataset read = read_libsvm(file);
      const Eigen::SparseMatrix<double, Eigen::RowMajor> samples = *read.sparse();
      ASSERT_EQ(samples.rows(), kTableRows);
      ASSERT_EQ(samples.cols(), 1000);
      ASSERT_EQ(samples.nonZeros(), 2 * kTableRows);
      EXPECT_EQ(read.targets.numbers, Vector::LinSpaced(kTableRows, 0, kTableRows - 1));
      for (int k = 0; k < kTableRows; ++k) {
        ASSERT_EQ(samples.outerIndexPtr()[k], 2 * k);
        ASSERT_EQ(samples.innerIndexPtr()[2 * k], k % 90);
        ASSERT_EQ(samples.valuePtr()[2 * k], k + 0.5);
        ASSERT_EQ(samples.valuePtr()[2 * k + 1], -1e-3);
      }
      EXPECT_EQ(read.bytes_read, text.size());
    }
  }
}

TEST(ReadInThreads, FindsEveryRowOfTable) {
  std::string text = "a,b,y\n";
  for (int k = 0; k < kTableRows; ++k) {
    text += std::to_string(k) + "," + (k % 7 == 0 ? "\"1.5\"" : " 1.5 ") + ",";
    text += k == kTableRows - 1 ? "last\n" : std::to_string(k % 10) + ".0\n";
  }
  const auto roles = [](const TableColumns&) {
    return std::vector{ColumnRole::feature, ColumnRole::feature, ColumnRole::target};
  };
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", text);
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    const Dataset table = read_table(file, {.roles = roles});
    ASSERT_EQ(table.count(), kTableRows);
    EXPECT_EQ(table.dense()->col(0), Vector::LinSpaced(kTableRows, 0, kTableRows - 1));
    EXPECT_EQ(table.dense()->col(1), Vector::Constant(kTableRows, 1.5));
    // The word of the last row makes words of all numbers.
    ASSERT_EQ(table.targets.words.size(), static_cast<std::size_t>(kTableRows));
    for (std::size_t k = 0; k + 1 < table.targets.words.size(); ++k) {
      ASSERT_EQ(table.targets.words[k], std::to_string(k % 10));
    }
    EXPECT_EQ(table.targets.words.back(), "last");
  }
}

TEST(ReadInThreads, FindsEveryRating) {
  for (const std::string separator : {",", "::", "\t", " "}) {
    std::string text;
    for (int k = 0; k < kTableRows; ++k) {
      text += std::to_string(k % 1000) + separator + std::to_string(k % 777 + 1) + separator +
              std::to_string(k % 5) + ".5\n";
    }
    const TemporaryFolder folder;
    const Ratings ratings = read_ratings(folder.file("ratings", text));
    EXPECT_EQ(ratings.rows, 1000);
    EXPECT_EQ(ratings.cols, 777);
    EXPECT_EQ(ratings.first_row, 0);
    EXPECT_EQ(ratings.first_col, 1);
    ASSERT_EQ(ratings.observations.size(), static_cast<std::size_t>(kTableRows));
    for (int k = 0; k < kTableRows; ++k) {
      const Observation& rating = ratings.observations[k];
      ASSERT_EQ(rating.row, k % 1000);
      ASSERT_EQ(rating.col, k % 777);
      ASSERT_EQ(rating.value, k % 5 + 0.5);
    }
  }
}

/// Whichever thread is first, and though every following line is bad as well.
TEST(ReadInThreads, ReportsFirstBadLine) {
  std::mt19937_64 random(1);
  const TemporaryFolder folder;
  for (int repetition = 0; repetition < 10; ++repetition) {
    const auto first_bad = static_cast<int>(random() % kTableRows);
    std::string svm;
    std::string csv = "a,b\n";
    for (int k = 0; k < kTableRows; ++k) {
      svm += k < first_bad ? "+1 12:0.5 17:1234567\n" : "-1 12:0.5 17:12345x7\n";
      csv += k < first_bad ? "0.125,1234567890\n" : "0.125,123x567890\n";
    }
    const auto samples = folder.file("bad.svm", svm);
    const auto table = folder.file("bad.csv", csv);
    const std::string svm_place = samples.string() + ":" + std::to_string(first_bad + 1) + ":14: ";
    const std::string csv_place = table.string() + ":" + std::to_string(first_bad + 2) + ":7: ";
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      EXPECT_EQ(refusal([&] { read_libsvm(samples); }),
                svm_place + "value \"12345x7\": must be a finite number");
      EXPECT_EQ(refusal([&] { read_csv(table); }),
                csv_place + "cell \"123x567890\" of column 2 (b): must be a finite number");
    }
  }
}

TEST(ReadInThreads, CountsAllLines) {
  const TemporaryFolder folder;
  const auto blank = folder.file("blank", std::string(3000000, '\n'));
  const std::string rule = ":3000001:1: the file ends: must have at least one sample";
  EXPECT_EQ(refusal([&] { read_libsvm(blank); }), blank.string() + rule);
  const auto late = folder.file("late.csv", std::string(100000, '\n') + "a,b\n1,2\n3,x\n");
  EXPECT_EQ(refusal([&] { read_csv(late); }),
            late.string() + ":100003:3: cell \"x\" of column 2 (b): must be a finite number");
}

}  // namespace
}  // namespace acgd::data
