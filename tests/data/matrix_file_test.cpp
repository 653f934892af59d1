#include "app/data/matrix_file.hpp"

#include <gtest/gtest.h>

#include "app/data/npy.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::gzip;
using acgd_test::TemporaryFolder;

const Matrix kMatrix{{1, 2}, {3, 4}};

TEST(MatrixFile, ChoosesFormatByName) {
  const TemporaryFolder folder;
  const std::string array = "%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n4\n";
  for (const auto& file :
       {folder.file("a.npy", to_npy(kMatrix)), folder.file("b.mtx", array),
        folder.file("c.csv", "x,y\n1,2\n3,4\n"), folder.file("d.tsv", "1\t2\n3\t4\n"),
        folder.file("e.txt", "1 2\n3 4\n"), folder.file("f", "# x y\n\n 1 2 # z\n3\t4"),
        folder.file("g.NPY", to_npy(kMatrix)), folder.file("h.npy.gz", gzip(to_npy(kMatrix))),
        folder.file("i.mtx.gz", gzip(array)), folder.file("j.csv.gz", gzip("1,2\n3,4\n")),
        folder.file("k.txt.gz", gzip("1 2\r\n3 4\r\n"))}) {
    SCOPED_TRACE(file);
    const AnyMatrix read = read_matrix(file);
    ASSERT_TRUE(std::holds_alternative<Matrix>(read));
    EXPECT_EQ(std::get<Matrix>(read), kMatrix);
  }
}

TEST(MatrixFile, KeepsSparseMatricesSparse) {
  const TemporaryFolder folder;
  const AnyMatrix read = read_matrix(
      folder.file("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 5\n"));
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(read));
  EXPECT_EQ(Matrix(std::get<SparseMatrix>(read)), (Matrix{{0, 0}, {5, 0}}));
}

TEST(MatrixFile, ReadsVectors) {
  const TemporaryFolder folder;
  const Vector expected{{1, 0, 3}};
  const std::string head = "%%MatrixMarket matrix ";
  for (const auto& file :
       {folder.file("a.npy", to_npy(expected)), folder.file("b.npy", to_npy(Matrix(expected))),
        folder.file("c.csv", "1\n0\n3\n"), folder.file("d.csv", "x\n1\n0\n3\n"),
        folder.file("e.csv", "1,0,3"), folder.file("f.tsv", "1\t0\t3\r\n"),
        folder.file("g.mtx", head + "array real general\n3 1\n1\n0\n3\n"),
        folder.file("h.mtx", head + "coordinate real general\n3 1 2\n1 1 1\n3 1 3\n"),
        folder.file("i.mtx", head + "coordinate real general\n1 3 2\n1 1 1\n1 3 3\n"),
        folder.file("j.txt", "1\n0\n3"), folder.file("k.dat", "1 0 3\n"),
        folder.file("l.npy.gz", gzip(to_npy(expected)))}) {
    SCOPED_TRACE(file);
    EXPECT_EQ(read_vector(file), expected);
  }
}

TEST(MatrixFile, RejectsMatricesAsVectors) {
  const std::string rule = ": a 2 x 2 matrix: must be a vector, with one row or one column";
  expect_refused(read_vector, "1 2\n3 4\n", rule);
}

/// A sparse matrix needs memory for its rows and columns, a dense one for their product.
TEST(MatrixFile, RejectsDenseStorageOfLargeSparseMatrix) {
  const TemporaryFolder folder;
  const auto file = folder.file("wide.mtx",
                                "%%MatrixMarket matrix coordinate real general\n"
                                "100000 100000 1\n1 1 1\n");
  try {
    read_dense(file);
    ADD_FAILURE() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.what(),
              file.string() +
                  ": a 100000 x 100000 sparse matrix: must have at most 134217728 entries, zeros "
                  "included, to be stored with all of them");
  }
}

TEST(PlainText, RejectsTextThatIsNoMatrix) {
  expect_refused(read_matrix, "", ":1:1: the file ends: must have at least one number");
  expect_refused(read_matrix, "# 1\n", ":2:1: the file ends: must have at least one number");
  expect_refused(read_matrix, "1 2\n3 x\n", ":2:3: value \"x\": must be a finite number");
  expect_refused(read_matrix, "1 nan\n", ":1:3: value \"nan\": must be a finite number");
  expect_refused(read_matrix, "1 2\n\n3\n", ":3:1: 1 numbers: must be 2, as on the first line");
  expect_refused(read_matrix, "1 2\n3 4 5", ":2:1: 3 numbers: must be 2, as on the first line");
}

}  // namespace
}  // namespace acgd::data
