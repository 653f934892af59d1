#include "app/data/matrix_market.hpp"

#include <gtest/gtest.h>

#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

AnyMatrix read_matrix_market_text(std::string_view text) {
  const TemporaryFolder folder;
  return read_matrix_market(folder.file("matrix.mtx", text));
}

void expect_dense(const AnyMatrix& read, const Matrix& expected) {
  ASSERT_TRUE(std::holds_alternative<Matrix>(read));
  EXPECT_EQ(std::get<Matrix>(read), expected);
}

void expect_sparse(const AnyMatrix& read, const Matrix& expected, Index entries) {
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(read));
  EXPECT_EQ(Matrix(std::get<SparseMatrix>(read)), expected);
  EXPECT_EQ(std::get<SparseMatrix>(read).nonZeros(), entries);
}

const std::string kArray = "%%MatrixMarket matrix array real ";
const std::string kCoordinates = "%%MatrixMarket matrix coordinate real ";

TEST(MatrixMarket, ReadsArraysColumnByColumn) {
  const Matrix expected{{1, 3, 5}, {2, -4, 0.5}};
  expect_dense(read_matrix_market_text(kArray + "general\n2 3\n1\n2\n3\n-4\n5\n0.5\n"), expected);
  expect_dense(read_matrix_market_text(
                   "%%matrixmarket MATRIX Array Integer General\r\n% a\r\n\r\n%\r\n 2 3\r\n"
                   "1\r\n2\r\n\r\n3\r\n-4\r\n% b\r\n5\r\n5e-1"),
               expected);
  expect_dense(read_matrix_market_text(kArray + "general\n2 3\n1 2\n3 -4\n5 .5\n"), expected);
  expect_dense(
      read_matrix_market_text(acgd_test::gzip(kArray + "general\n2 3\n1\n2\n3\n-4\n5\n0.5\n")),
      expected);
}

TEST(MatrixMarket, CompletesArraysBySymmetry) {
  expect_dense(read_matrix_market_text(kArray + "symmetric\n3 3\n1\n2\n3\n4\n5\n6\n"),
               Matrix{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}});
  expect_dense(read_matrix_market_text(kArray + "skew-symmetric\n3 3\n1\n2\n3\n"),
               Matrix{{0, -1, -2}, {1, 0, -3}, {2, 3, 0}});
  expect_dense(read_matrix_market_text(kArray + "skew-symmetric\n1 1\n"), Matrix{{0}});
}

TEST(MatrixMarket, ReadsCoordinates) {
  const Matrix expected{{0, 1.5, 0}, {-2, 0, 7}};
  expect_sparse(
      read_matrix_market_text(kCoordinates + "general\n% c\n2 3 3\n2 1 -2\n1 2 1.5\n2 3 7\n"),
      expected, 3);
  expect_sparse(read_matrix_market_text(
                    acgd_test::gzip(kCoordinates + "general\n2 3 3\n2 1 -2\n1 2 1.5\n2 3 7")),
                expected, 3);
  expect_sparse(read_matrix_market_text(kCoordinates +
                                        "general\r\n2 3 3\r\n2 1 -2\r\n\r\n1\t2\t1.5\r\n2 3 7\r\n"),
                expected, 3);
  expect_sparse(read_matrix_market_text(
                    "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 1\n"),
                Matrix{{1, 0}, {1, 0}}, 2);
  expect_sparse(
      read_matrix_market_text("%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 9\n"),
      Matrix{{0, 9}}, 1);
  expect_sparse(read_matrix_market_text(kCoordinates + "general\n2 2 0\n"), Matrix::Zero(2, 2), 0);
}

TEST(MatrixMarket, SumsDuplicates) {
  expect_sparse(read_matrix_market_text(kCoordinates + "general\n2 2 3\n1 1 1\n2 2 5\n1 1 2\n"),
                Matrix{{3, 0}, {0, 5}}, 2);
}

TEST(MatrixMarket, CompletesCoordinatesBySymmetry) {
  expect_sparse(read_matrix_market_text(kCoordinates + "symmetric\n2 2 2\n1 1 4\n2 1 5\n"),
                Matrix{{4, 5}, {5, 0}}, 3);
  expect_sparse(read_matrix_market_text(kCoordinates + "skew-symmetric\n2 2 1\n2 1 5\n"),
                Matrix{{0, -5}, {5, 0}}, 2);
}

TEST(MatrixMarket, RejectsOtherKinds) {
  expect_refused(read_matrix_market, "", ":1:1: \"\": the file must begin with %%MatrixMarket");
  expect_refused(read_matrix_market, "1 2 3\n",
                 ":1:1: \"1\": the file must begin with %%MatrixMarket");
  expect_refused(read_matrix_market, "%%MatrixMarket vector", ":1:16: \"vector\": must be matrix");
  expect_refused(read_matrix_market, "%%MatrixMarket matrix dense\n",
                 ":1:23: \"dense\": must be array or coordinate");
  expect_refused(read_matrix_market, "%%MatrixMarket matrix coordinate complex general\n",
                 ":1:34: \"complex\": must be real, double, integer or pattern");
  expect_refused(read_matrix_market, "%%MatrixMarket matrix array pattern general\n",
                 ":1:29: \"pattern\": must be real, double or integer in an array");
  expect_refused(read_matrix_market, "%%MatrixMarket matrix array real hermitian\n",
                 ":1:34: \"hermitian\": must be general, symmetric or skew-symmetric");
  expect_refused(read_matrix_market, "%%MatrixMarket matrix array real\n",
                 ":1:33: \"\": must be general, symmetric or skew-symmetric");
  expect_refused(read_matrix_market, kArray + "general x\n",
                 ":1:42: \"x\": the line must end before it");
}

TEST(MatrixMarket, RejectsBadSizes) {
  const std::string rule = ": must be an integer from 1 to 2147483646";
  expect_refused(read_matrix_market, kArray + "general\n% only\n",
                 ":3:1: the file ends: must have a line of its size");
  expect_refused(read_matrix_market, kArray + "general\n2\n", ":2:2: cols \"\"" + rule);
  expect_refused(read_matrix_market, kArray + "general\n0 2\n", ":2:1: rows \"0\"" + rule);
  expect_refused(read_matrix_market, kArray + "general\n2 -3\n", ":2:3: cols \"-3\"" + rule);
  expect_refused(read_matrix_market, kArray + "general\n2147483647 1\n",
                 ":2:1: rows \"2147483647\"" + rule);
  expect_refused(read_matrix_market, kArray + "general\n99999999999999999999 1\n",
                 ":2:1: rows \"99999999999999999999\"" + rule);
  expect_refused(read_matrix_market, kArray + "general\n2 2 4\n",
                 ":2:5: \"4\": the size must end before it");
  expect_refused(read_matrix_market, kArray + "symmetric\n2 3\n",
                 ":2:1: 2 x 3: a matrix with a symmetry must be square");
  expect_refused(read_matrix_market, kCoordinates + "general\n2 2\n",
                 ":2:4: entries \"\": must be an integer from 0 to 2147483647");
  expect_refused(read_matrix_market, kCoordinates + "general\n2 2 2147483648\n",
                 ":2:5: entries \"2147483648\": must be an integer from 0 to 2147483647");
}

/// These few bytes must not allocate the gigabytes they declare.
TEST(MatrixMarket, RejectsSizesBeyondFile) {
  expect_refused(read_matrix_market, kArray + "general\n2147483646 2147483646\n1\n",
                 ":2:1: 4611686009837453316 entries: must be no more than the file has bytes");
  expect_refused(read_matrix_market, kArray + "general\n1000 1000\n1\n",
                 ":2:1: 1000000 entries: must be no more than the file has bytes");
  expect_refused(read_matrix_market, kCoordinates + "general\n9 9 2147483647\n1 1 1\n",
                 ":2:1: 2147483647 entries: must be no more than the file has bytes");
  expect_refused(
      read_matrix_market, kCoordinates + "general\n1 2147483646 1\n1 1 1\n",
      ":2:1: 1 x 2147483646 with 1 entries: rows and cols must not exceed the entries by "
      "more than 16777216");
}

TEST(MatrixMarket, RejectsBadEntries) {
  const std::string general = kCoordinates + "general\n2 3 2\n";
  expect_refused(read_matrix_market, general + "1 1 1\n",
                 ":4:1: the file ends after 1 entries: must have 2");
  expect_refused(read_matrix_market, general + "1 1 1\n2 2 1\n1 2 1\n",
                 ":5:1: another entry: must be the end after 2");
  expect_refused(read_matrix_market, general + "0 1 1\n",
                 ":3:1: row \"0\": must be an integer from 1 to 2");
  expect_refused(read_matrix_market, general + "1 4 1\n",
                 ":3:3: col \"4\": must be an integer from 1 to 3");
  expect_refused(read_matrix_market, general + "1 1\n",
                 ":3:4: value \"\": must be a finite number");
  expect_refused(read_matrix_market, general + "1 1 nan\n",
                 ":3:5: value \"nan\": must be a finite number");
  expect_refused(read_matrix_market, general + "1 1 1 2\n",
                 ":3:7: \"2\": the entry must end before it");
  expect_refused(read_matrix_market, general + "1 1 1.5e308\n1 1 1.5e308\n",
                 ":5:1: entries of the same place add up to infinity: must be finite");
  expect_refused(read_matrix_market, kCoordinates + "symmetric\n2 2 1\n1 2 1\n",
                 ":3:1: entry (1, 2): must lie on or below the diagonal");
  expect_refused(read_matrix_market, kCoordinates + "skew-symmetric\n2 2 1\n2 2 1\n",
                 ":3:1: entry (2, 2): must lie below the diagonal");
}

TEST(MatrixMarket, RejectsBadValues) {
  const std::string general = kArray + "general\n2 1\n";
  expect_refused(read_matrix_market, general + "1\n",
                 ":4:1: the file ends after 1 entries: must have 2");
  expect_refused(read_matrix_market, general + "1\n2 3\n",
                 ":4:3: another entry: must be the end after 2");
  expect_refused(read_matrix_market, general + "1\ninf\n",
                 ":4:1: value \"inf\": must be a finite number");
  expect_refused(read_matrix_market, general + "1\n  x\n",
                 ":4:3: value \"x\": must be a finite number");
}

}  // namespace
}  // namespace acgd::data
