#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "app/data/npy.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;

const std::string kVersion1("\x93NUMPY\x01\x00", 8);

/// A file of version 1 with this dictionary, not padded, followed by these numbers.
std::string npy(const std::string& dictionary, const Vector& numbers) {
  const char size[] = {static_cast<char>(dictionary.size()), 0};
  std::string data(static_cast<std::size_t>(numbers.size()) * sizeof(double), '\0');
  std::memcpy(data.data(), numbers.data(), data.size());
  return kVersion1 + std::string(size, 2) + dictionary + data;
}

/// Begins at byte 10; the numbers follow at byte 65.
const std::string kThree = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}";

TEST(NpyErrors, FilesOfOtherKinds) {
  const std::string rule = ": byte 0: must begin as .npy files do, with \\x93NUMPY and a version";
  expect_refused(read_npy_matrix, "", rule);
  expect_refused(read_npy_matrix, "\x93NUM", rule);
  expect_refused(read_npy_matrix, "1,2,3\n4,5,6\n", rule);
  expect_refused(read_npy_matrix, std::string("\x93NUMPY\x04\x00", 8) + std::string(80, ' '),
                 ": byte 6: version 4: must be 1, 2 or 3");
}

TEST(NpyErrors, TruncatedFiles) {
  const std::string whole = npy(kThree, Vector({{1, 2, 3}}));
  ASSERT_EQ(whole.size(), 89u);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const acgd_test::TemporaryFolder folder;
    EXPECT_THROW(read_npy_vector(folder.file("a", whole.substr(0, length))), InvalidInput);
  }
  expect_refused(read_npy_vector, whole.substr(0, 9),
                 ": byte 8: the file is cut off: must have a header");
  expect_refused(read_npy_vector, whole.substr(0, 30),
                 ": byte 10: the file is cut off: must have a header of 55 bytes");
  expect_refused(read_npy_vector, whole.substr(0, 70),
                 ": byte 70: the file is cut off: must have 3 x 1 numbers of 8 bytes");
  expect_refused(read_npy_vector, acgd_test::gzip(whole.substr(0, 70)),
                 ": byte 70: the file is cut off: must have 3 x 1 numbers of 8 bytes");
  const std::string compressed = acgd_test::gzip(whole);
  expect_refused(read_npy_vector, compressed.substr(0, compressed.size() - 1),
                 ": compressed data is cut off");
}

TEST(NpyErrors, TrailingBytes) {
  expect_refused(read_npy_vector, npy(kThree, Vector({{1, 2, 3, 4}})),
                 ": byte 89: bytes after 3 x 1 numbers: must be the end");
}

TEST(NpyErrors, NonFiniteNumbers) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refused(read_npy_vector, npy(kThree, Vector({{nan, 2, 3}})),
                 ": row 1, column 1: nan: must be finite");
  expect_refused(read_npy_matrix, npy(kThree, Vector({{1, 2, -inf}})),
                 ": row 3, column 1: -inf: must be finite");
}

TEST(NpyErrors, OtherTypes) {
  const auto refuse = [](const std::string& descr, const std::string& message) {
    expect_refused(
        read_npy_vector,
        npy("{'descr': " + descr + ", 'fortran_order': False, 'shape': (3,)}", Vector({{1, 2, 3}})),
        message);
  };
  const std::string rule =
      ": the type must be one of f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8, with < or | before it";
  refuse("'>f8'", ": byte 21: \">f8\": must be little-endian, <");
  refuse("'<f2'", ": byte 21: \"<f2\"" + rule);
  refuse("'<c16'", ": byte 21: \"<c16\"" + rule);
  refuse("'|O'", ": byte 21: \"|O\"" + rule);
  refuse("'<U3'", ": byte 21: \"<U3\"" + rule);
  refuse("'f8'", ": byte 21: \"f8\"" + rule);
  refuse("''", ": byte 21: \"\"" + rule);
}

TEST(NpyErrors, OtherShapes) {
  const auto refuse = [](const std::string& shape, const std::string& message) {
    expect_refused(
        read_npy_matrix,
        npy("{'descr': '<f8', 'fortran_order': True, 'shape': " + shape + "}", Vector({{1, 2, 3}})),
        message);
  };
  const std::string rule = ": a size must be an integer from 1 to 2147483646";
  refuse("()", ": byte 0: 0 dimensions: must be 1 or 2");
  refuse("(1, 1, 3)", ": byte 0: 3 dimensions: must be 1 or 2");
  refuse("(0,)", ": byte 60: \"0,)}\"" + rule);
  refuse("(-3,)", ": byte 60: \"-3,)}\"" + rule);
  refuse("(3, x)", ": byte 63: \"x)}\"" + rule);
  refuse("(2147483647,)", ": byte 60: \"2147483647,)}\"" + rule);
  refuse("(99999999999999999999, 1)", ": byte 60: \"99999999999999999999, 1)}\"" + rule);
  refuse("[3]", ": byte 59: \"[3]}\": must be (");
  refuse("(2147483646, 2147483646)",
         ": byte 84: the file is cut off: must have 2147483646 x 2147483646 numbers of 8 bytes");
}

TEST(NpyErrors, OtherHeaders) {
  const auto refuse = [](const std::string& dictionary, const std::string& message) {
    expect_refused(read_npy_matrix, npy(dictionary, Vector({{1, 2, 3}})), message);
  };
  refuse("", ": byte 10: \"\": must be {");
  refuse("[]", ": byte 10: \"[]\": must be {");
  refuse("{}", ": byte 10: \"{}\": must have descr, fortran_order and shape");
  refuse("{'descr'", ": byte 18: \"\": must be :");
  refuse("{'descr: 1}", ": byte 21: \"\": must be '");
  refuse("{'descr': [('a', '<f8')]}",
         ": byte 21: \"('a', '<f8')]}\": the type must be one of numbers, not of records");
  refuse("{'title': 'a'}", ": byte 12: \"title\": must be descr, fortran_order or shape");
  refuse("{'fortran_order': 1}", ": byte 28: \"1}\": must be False");
  refuse("{'fortran_order': True 'shape'}", ": byte 33: \"'shape'}\": must be }");
  refuse(kThree + " x", ": byte 66: \"x\": nothing must follow the dictionary");
  expect_refused(read_npy_matrix, std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{}", 14),
                 ": byte 8: a header of 4294967295 bytes: must be at most 65535");
}

}  // namespace
}  // namespace acgd::data
