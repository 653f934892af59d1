#include "app/data/npy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

/// A file of version 1 with this dictionary, not padded, followed by these bytes.
std::string npy(const std::string& dictionary, const std::string& data) {
  const char size[] = {static_cast<char>(dictionary.size()), 0};
  return std::string("\x93NUMPY\x01\x00", 8) + std::string(size, 2) + dictionary + data;
}

std::string dictionary(const std::string& type, const std::string& order,
                       const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

template <class Number>
std::string bytes(const std::vector<Number>& numbers) {
  std::string result(numbers.size() * sizeof(Number), '\0');
  std::memcpy(result.data(), numbers.data(), result.size());
  return result;
}

template <class Number>
Vector read_as(const std::string& type, const std::vector<Number>& numbers) {
  const TemporaryFolder folder;
  const std::string shape = "(" + std::to_string(numbers.size()) + ",)";
  return read_npy_vector(folder.file("a", npy(dictionary(type, "False", shape), bytes(numbers))));
}

Matrix read_matrix_bytes(const std::string& content) {
  const TemporaryFolder folder;
  return read_npy_matrix(folder.file("a.npy", content));
}

TEST(Npy, ReadsEveryType) {
  const Vector three{{1, 0, 200}};
  const Vector negative{{1, 0, -100}};
  EXPECT_EQ(read_as<double>("<f8", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<float>("<f4", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<std::int8_t>("|i1", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<std::int16_t>("<i2", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<std::int32_t>("<i4", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<std::int64_t>("<i8", {1, 0, -100}), negative);
  EXPECT_EQ(read_as<std::uint8_t>("|u1", {1, 0, 200}), three);
  EXPECT_EQ(read_as<std::uint16_t>("<u2", {1, 0, 200}), three);
  EXPECT_EQ(read_as<std::uint32_t>("<u4", {1, 0, 200}), three);
  EXPECT_EQ(read_as<std::uint64_t>("<u8", {1, 0, 200}), three);
  EXPECT_EQ(read_as<std::uint8_t>("|b1", {1, 0, 1}), Vector({{1, 0, 1}}));
}

TEST(Npy, ReadsBothOrders) {
  const Matrix expected{{1, 2, 3}, {4, 5, 6}};
  const std::string by_rows = bytes<double>({1, 2, 3, 4, 5, 6});
  const std::string by_columns = bytes<double>({1, 4, 2, 5, 3, 6});
  EXPECT_EQ(read_matrix_bytes(npy(dictionary("<f8", "False", "(2, 3)"), by_rows)), expected);
  EXPECT_EQ(read_matrix_bytes(npy(dictionary("<f8", "True", "(2, 3)"), by_columns)), expected);
  EXPECT_EQ(read_matrix_bytes(acgd_test::gzip(npy(dictionary("<f8", "False", "(2, 3)"), by_rows))),
            expected);
}

/// More rows and bytes than a block.
TEST(Npy, ReadsLargeMatrices) {
  std::vector<std::int32_t> numbers(300 * 170);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<std::int32_t>(k * k);
  const Matrix read =
      read_matrix_bytes(npy(dictionary("<i4", "False", "(300, 170)"), bytes(numbers)));
  ASSERT_EQ(read.rows(), 300);
  ASSERT_EQ(read.cols(), 170);
  for (Index i = 0; i < 300; ++i) {
    for (Index j = 0; j < 170; ++j) ASSERT_EQ(read(i, j), numbers[i * 170 + j]);
  }
}

TEST(Npy, ReadsVersions2And3) {
  const std::string keys = "{\"shape\":(2,),'fortran_order':False,'descr':'<f8'}";
  for (const char version : {'\x02', '\x03'}) {
    const std::string size = bytes<std::uint32_t>({static_cast<std::uint32_t>(keys.size())});
    const std::string head = std::string("\x93NUMPY") + version + '\0' + size + keys;
    EXPECT_EQ(read_matrix_bytes(head + bytes<double>({7, 8})), (Matrix{{7}, {8}}));
  }
}

TEST(Npy, AcceptsRowsAndColumnsAsVectors) {
  const TemporaryFolder folder;
  for (const char* shape : {"(3,)", "(3, 1)", "(1, 3)"}) {
    for (const char* order : {"True", "False"}) {
      const auto file =
          folder.file("a.npy", npy(dictionary("<f8", order, shape), bytes<double>({1, 2, 3})));
      EXPECT_EQ(read_npy_vector(file), Vector({{1, 2, 3}})) << shape;
    }
  }
  expect_refused(read_npy_vector,
                 npy(dictionary("<f8", "True", "(2, 2)"), bytes<double>({1, 2, 3, 4})),
                 ": byte 0: a 2 x 2 matrix: must be a vector, with one row or one column");
}

/// np.save of np.array([1.0, -2.0]), byte by byte.
TEST(Npy, WritesSameBytesAsNumPy) {
  std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
  expected += "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
  expected.resize(127, ' ');
  expected += '\n';
  expected += std::string("\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\0\xC0", 16);
  EXPECT_EQ(to_npy(Vector({{1, -2}})), expected);
}

TEST(Npy, RoundTrip) {
  const TemporaryFolder folder;
  Vector vector = Vector::Random(1000);
  vector[0] = std::numeric_limits<double>::denorm_min();
  vector[1] = -std::numeric_limits<double>::max();
  EXPECT_EQ(read_npy_vector(folder.file("a", to_npy(vector))), vector);
  EXPECT_EQ(to_npy(ConstVectorRef(vector)), to_npy(vector));
  const Matrix matrix = Matrix::Random(37, 53);
  EXPECT_EQ(read_npy_matrix(folder.file("b", to_npy(matrix))), matrix);
  for (Index rows = 1; rows < 2000000000; rows *= 10) {
    const std::size_t header = to_npy(Matrix(rows, 0)).size();
    EXPECT_EQ(header % 64, 0u);
  }
}

TEST(Npy, ReadsRealData) {
  const auto file = acgd_test::data_file("video-colocalization/A.npy");
  const auto vector = acgd_test::data_file("video-colocalization/b.npy");
  if (!file || !vector) GTEST_SKIP() << "video-colocalization/A.npy, b.npy absent";
  const Matrix a = read_npy_matrix(*file);
  ASSERT_EQ(a.rows(), 660);
  ASSERT_EQ(a.cols(), 660);
  EXPECT_LE((a - a.transpose()).cwiseAbs().maxCoeff(), 1e-12 * a.cwiseAbs().maxCoeff());
  EXPECT_EQ(to_npy(read_npy_vector(*vector)), acgd_test::bytes_of(*vector));
}

}  // namespace
}  // namespace acgd::data
