#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "app/data/npy.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

using acgd_test::TemporaryFolder;

constexpr Index kNpyRows = 7, kNpyCols = 3;

/// Entry (i, j) is i + 10 j.
Matrix numbered() {
  Matrix matrix(kNpyRows, kNpyCols);
  for (Index j = 0; j < kNpyCols; ++j) {
    for (Index i = 0; i < kNpyRows; ++i) matrix(i, j) = static_cast<double>(i + 10 * j);
  }
  return matrix;
}

/// As numpy.save writes it, in either order.
template <class Number>
std::string npy(const std::string& type, bool by_columns) {
  std::string text = "{'descr': '<" + type +
                     "', 'fortran_order': " + (by_columns ? "True" : "False") +
                     ", 'shape': (7, 3), }";
  text.resize(117, ' ');
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += text + "\n";
  const Matrix matrix = numbered();
  for (Index k = 0; k < matrix.size(); ++k) {
    const auto number = static_cast<Number>(by_columns ? matrix(k % kNpyRows, k / kNpyRows)
                                                       : matrix(k / kNpyCols, k % kNpyCols));
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  return bytes;
}

TEST(MappedNpy, ReadsAnyPartOfMatrix) {
  const TemporaryFolder folder;
  for (const std::string& bytes :
       {npy<double>("f8", true), npy<double>("f8", false), npy<float>("f4", true),
        npy<std::int16_t>("i2", false), npy<std::int64_t>("i8", true)}) {
    const MappedNpy npy(folder.file("a.npy", bytes));
    EXPECT_EQ(npy.rows(), kNpyRows);
    EXPECT_EQ(npy.cols(), kNpyCols);
    const Matrix some = npy.read(2, 5, {2, 0});
    EXPECT_EQ(some, (Matrix{{22, 2}, {23, 3}, {24, 4}}));
    EXPECT_EQ(npy.read(0, kNpyRows, {0, 1, 2}), read_npy_matrix(folder.path() / "a.npy"));
  }
}

TEST(MappedNpy, ColumnMajorFileIsReadInPlace) {
  const TemporaryFolder folder;
  for (const std::string& bytes : {npy<double>("f8", true), npy<float>("f4", true)}) {
    const auto map = MappedNpy(folder.file("a.npy", bytes)).map(2, 6, 1, 3);
    ASSERT_NE(map, nullptr);
    Vector y(4);
    map->multiply(Vector{{1, 100}}, y);
    EXPECT_EQ(y, (Vector{{2212, 2313, 2414, 2515}}));
  }
  for (const std::string& bytes : {npy<double>("f8", false), npy<std::int64_t>("i8", true)}) {
    EXPECT_EQ(MappedNpy(folder.file("b.npy", bytes)).map(2, 6, 1, 3), nullptr);
  }
}

TEST(MappedNpy, RejectsTruncatedFiles) {
  const TemporaryFolder folder;
  const std::string bytes = npy<double>("f8", true);
  for (const std::string& bad :
       {bytes.substr(0, bytes.size() - 1), bytes.substr(0, 60), bytes + "x"}) {
    EXPECT_THROW(MappedNpy(folder.file("a.npy", bad)), InvalidInput);
  }
}

}  // namespace
}  // namespace acgd::data
