#include <gtest/gtest.h>

#include "app/data/raw_samples.hpp"

namespace acgd::problem {
namespace {

SparseMatrix some() {
  SparseMatrix matrix(3, 4);
  matrix.insert(1, 2) = 5;
  matrix.makeCompressed();
  return matrix;
}

const double* place_of(const RawFeatures& features) {
  return std::get<SparseMatrix>(features).valuePtr();
}

// The address of the numbers distinguishes a copy from a move.
TEST(RawFeatures, SparseMatrixIsMoved) {
  SparseMatrix matrix = some();
  const double* place = matrix.valuePtr();
  RawFeatures made(std::move(matrix));
  EXPECT_EQ(place_of(made), place);
  RawFeatures moved(std::move(made));
  EXPECT_EQ(place_of(moved), place);
  RawFeatures assigned(Matrix(2, 2));
  assigned = std::move(moved);
  EXPECT_EQ(place_of(assigned), place);
  const auto shared = share_taken(std::get<SparseMatrix>(assigned));
  EXPECT_EQ(shared->valuePtr(), place);
  EXPECT_EQ(shared->coeff(1, 2), 5);
  EXPECT_EQ(std::get<SparseMatrix>(assigned).nonZeros(), 0);
}

TEST(RawFeatures, DenseMatrixIsMoved) {
  Matrix matrix = Matrix::Ones(2, 3);
  const double* place = matrix.data();
  RawFeatures made(std::move(matrix));
  RawFeatures assigned(some());
  assigned = std::move(made);
  EXPECT_EQ(std::get<Matrix>(assigned).data(), place);
  const RawFeatures copied = assigned;
  EXPECT_EQ(std::get<Matrix>(copied), Matrix::Ones(2, 3));
  EXPECT_NE(std::get<Matrix>(copied).data(), place);
}

}  // namespace
}  // namespace acgd::problem
