#include <gtest/gtest.h>

#include <random>

#include "acgd/core/error.hpp"
#include "app/data/libsvm.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

using acgd_test::TemporaryFolder;

/// More than a few blocks of text.
std::string many_samples() {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 30000; ++i) {
    text += std::to_string(i);
    for (int j = 1; j <= 200; j += 1 + static_cast<int>(random() % 40)) {
      text += " " + std::to_string(j) + ":" + std::to_string(random() % 1000) + ".25";
    }
    text += '\n';
  }
  return text;
}

TEST(RowSpool, TransposesRowsToColumns) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.file("a.svm", many_samples());
  const Dataset expected = read_libsvm(file);
  RowSpool spool(folder.path() / "out");
  int blocks = 0;
  for_each_libsvm_block(file, 0, [&](const LibsvmBlock& block) {
    spool.append(block);
    ++blocks;
  });
  EXPECT_GT(blocks, 3);
  EXPECT_EQ(spool.count(), expected.count());
  EXPECT_EQ(spool.columns(), expected.feature_count());
  EXPECT_EQ(spool.entry_count(), expected.sparse()->nonZeros());
  EXPECT_EQ(spool.labels(), expected.targets.numbers);
  for (const auto& [first, last] :
       {std::pair<Index, Index>{0, 100}, {9990, 25000}, {29999, 30000}}) {
    const SparseLines lines = spool.columns_of(first, last, spool.columns());
    const Eigen::SparseMatrix<double, Eigen::RowMajor> rows = *expected.sparse();
    const SparseMatrix some = rows.middleRows(first, last - first);
    EXPECT_EQ(spool.entries_between(first, last), some.nonZeros());
    const Eigen::Map<const SparseMatrix> found(
        last - first, spool.columns(), static_cast<Index>(lines.indices.size()),
        lines.starts.data(), lines.indices.data(), lines.values.data());
    EXPECT_EQ((some - found).norm(), 0);
    EXPECT_EQ(found.nonZeros(), some.nonZeros());
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "files without names";
}

TEST(Libsvm, IsRefusedInBlocksAsAsAWhole) {
  const TemporaryFolder folder;
  std::string late = many_samples();
  late[late.size() - 3] = 'x';
  for (const std::string& text : {late, std::string("1 2:3\n1 0:1\n"), std::string("\n# nothing\n"),
                                  std::string("1\n-1\n"), std::string("1 99999999:1\n")}) {
    const std::filesystem::path file = folder.file("a.svm", text);
    std::string whole = "accepted", blocks = "accepted";
    try {
      read_libsvm(file);
    } catch (const InvalidInput& error) {
      whole = error.what();
    }
    try {
      for_each_libsvm_block(file, 0, [](const LibsvmBlock&) {});
    } catch (const InvalidInput& error) {
      blocks = error.what();
    }
    EXPECT_NE(whole, "accepted");
    EXPECT_EQ(blocks, whole);
  }
}

}  // namespace
}  // namespace acgd::data
