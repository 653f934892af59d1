// Sparse matrices made of external arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/quadratic.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

/// With these arrays, unchecked: Eigen's own ways to fill a matrix require order.
SparseMatrix made_of(const std::vector<int>& starts, const std::vector<int>& rows,
                     const std::vector<double>& values) {
  const auto size = static_cast<Index>(starts.size()) - 1;
  SparseMatrix a(size, size);
  a.resizeNonZeros(static_cast<Index>(values.size()));
  std::ranges::copy(starts, a.outerIndexPtr());
  std::ranges::copy(rows, a.innerIndexPtr());
  std::ranges::copy(values, a.valuePtr());
  return a;
}

/// [2 1 0; 1 3 4; 0 4 5] with unsorted columns, and 3 in two parts.
SparseMatrix disordered() {
  return made_of({0, 2, 6, 8}, {1, 0, 2, 1, 0, 1, 2, 1}, {1, 2, 4, 1, 1, 2, 5, 4});
}

Matrix ordered() { return (Matrix(3, 3) << 2, 1, 0, 1, 3, 4, 0, 4, 5).finished(); }

TEST(SparseColumns, MayBeUnsortedWithDuplicates) {
  const Vector x = Vector::LinSpaced(3, 1, 2), zero = Vector::Zero(3);
  EXPECT_DOUBLE_EQ(Quadratic(disordered(), zero).value(x), Quadratic(ordered(), zero).value(x));
  EXPECT_DOUBLE_EQ(MatrixBalancing(disordered()).value(x), MatrixBalancing(ordered()).value(x));
  Vector y(3);
  SparseMap(disordered()).multiply(x, y);
  EXPECT_EQ(y, ordered() * x);
}

TEST(SparseColumns, RejectIndicesOutOfRange) {
  const auto refused_by_all = [](const SparseMatrix& a, const std::string& part) {
    const Vector zero = Vector::Zero(a.rows());
    for (const std::string& sentence :
         {refusal([&] { SparseMap{a}; }), refusal([&] { MatrixBalancing{a}; }),
          refusal([&] { Quadratic(a, zero); })}) {
      EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
    }
  };
  SparseMatrix a = ordered().sparseView();
  a.innerIndexPtr()[1] = 1000000;
  refused_by_all(a, "(1000000, 0) must lie in a 3 x 3 matrix");
  a.innerIndexPtr()[1] = 3;
  refused_by_all(a, "(3, 0)");
  a.innerIndexPtr()[1] = -1;
  refused_by_all(a, "(-1, 0)");
  a = ordered().sparseView();
  a.outerIndexPtr()[1] = 77;
  refused_by_all(a, "column 0");
  a.outerIndexPtr()[1] = -1;
  refused_by_all(a, "column 0");
}

}  // namespace
}  // namespace acgd
