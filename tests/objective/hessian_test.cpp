#include "acgd/objective/hessian.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <random>

#include "acgd/objective/linear_maps.hpp"
#include "objective/quadratic_problems.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using acgd_test::random_matrix;
using acgd_test::random_symmetric;
using acgd_test::random_vector;

void expect_acts_like(const Hessian& hessian, const Matrix& matrix) {
  const Index n = matrix.rows();
  const double tolerance = 1e-13 * (1 + matrix.norm());
  ASSERT_EQ(hessian.dimension(), n);
  const Vector x = random_vector(n, 3);
  Vector y = Vector::Constant(n, 77);
  hessian.multiply(x, y);
  EXPECT_LE((y - matrix * x).norm(), tolerance * x.norm());
  for (Index j = 0; j < n; ++j) {
    y.setConstant(77);
    hessian.column(j, y);
    EXPECT_LE((y - matrix.col(j)).norm(), tolerance);
    if (const double* stored = hessian.stored_column(j)) {
      EXPECT_EQ(Vector(Eigen::Map<const Vector>(stored, n)), Vector(matrix.col(j)));
    }
  }
  EXPECT_GT(hessian.bytes(), 0);
}

TEST(DenseHessian, ActsLikeItsMatrix) {
  for (const Index n : {1, 2, 7, 64, 65, 130}) {
    const Matrix q = random_symmetric(n, 1);
    expect_acts_like(DenseHessian(q), q);
  }
}

TEST(DenseHessian, RejectsAsymmetricMatrix) {
  Matrix q = random_symmetric(100, 2);
  q(70, 3) = 5;
  q(3, 70) = 4;
  q(20, 21) += 1e-3;
  const std::string sentence = refusal([&] { DenseHessian{q}; });
  EXPECT_NE(sentence.find("Q(70, 3) = 5: must be equal to Q(3, 70) = 4"), std::string::npos)
      << sentence;
  EXPECT_NE(refusal([] { DenseHessian{Matrix::Zero(2, 3)}; }).find("2 x 3"), std::string::npos);
  EXPECT_NE(refusal([] { DenseHessian{Matrix()}; }), "");
  Matrix bad = Matrix::Identity(3, 3);
  bad(2, 1) = not_a_number;
  EXPECT_NE(refusal([&] { DenseHessian{bad}; }).find("Q(2, 1)"), std::string::npos);
}

TEST(DenseHessian, SymmetrisesRoundingErrors) {
  Matrix q = random_symmetric(80, 3);
  q(70, 3) *= 1 + 1e-14;
  const DenseHessian hessian(q);
  EXPECT_EQ(hessian.matrix(), hessian.matrix().transpose());
  EXPECT_LE((hessian.matrix() - q).norm(), 1e-13);
}

TEST(SparseHessian, ActsLikeItsMatrix) {
  Matrix q = random_symmetric(40, 4);
  q = (q.array().abs() < 0.9).select(0, q);
  q.row(5).setZero();
  q.col(5).setZero();
  const Eigen::SparseMatrix<double> sparse = q.sparseView();
  expect_acts_like(SparseHessian(sparse), q);
}

TEST(SparseHessian, RejectsAsymmetricMatrix) {
  Matrix q = Matrix::Identity(5, 5);
  q(4, 1) = 2;
  const Eigen::SparseMatrix<double> sparse = q.sparseView();
  const std::string sentence = refusal([&] { SparseHessian{sparse}; });
  EXPECT_NE(sentence.find("= 2"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("(4, 1)"), std::string::npos) << sentence;
}

TEST(GramHessian, ActsLikeItsMatrix) {
  const Matrix a = random_matrix(30, 12, 5);
  const Matrix gram = 2 * (a.transpose() * a);
  expect_acts_like(GramHessian(std::make_shared<DenseMap>(a), 2), gram);
}

TEST(GramMatrix, IsProduct) {
  for (const Index n : {1, 5, 192, 193, 400}) {
    const Matrix a = random_matrix(31, n, 6);
    const Matrix gram = 2 * (a.transpose() * a);
    EXPECT_LE((gram_matrix(DenseMap(a), 2) - gram).norm(), 1e-13 * gram.norm()) << n;
    const Matrix of_floats = gram_matrix(DenseMap(MatrixFloat(a.cast<float>())), 2);
    EXPECT_LE((of_floats - gram).norm(), 1e-6 * gram.norm()) << n;
    EXPECT_EQ(of_floats, of_floats.transpose());
  }
  Matrix holes = random_matrix(20, 9, 7);
  holes = (holes.array().abs() < 0.9).select(0, holes);
  const SparseMatrix sparse = holes.sparseView();
  EXPECT_LE((gram_matrix(SparseMap(sparse), 3) - 3 * holes.transpose() * holes).norm(), 1e-12);
}

TEST(Hessian, ComputesLargestEigenvalue) {
  const Vector spectrum{{-5, 1, 2, 3}};
  EXPECT_NEAR(DenseHessian(Matrix(spectrum.asDiagonal())).largest_eigenvalue(), 5, 1e-5);
  Matrix a = Matrix::Zero(30, 12);
  a.diagonal() = Vector::LinSpaced(12, 1, 3);
  const double exact = 18;
  const auto map = std::make_shared<DenseMap>(a);
  EXPECT_NEAR(GramHessian(map, 2).largest_eigenvalue(), exact, 2e-6 * exact);
  EXPECT_NEAR(DenseHessian(gram_matrix(*map, 2)).largest_eigenvalue(), exact, 2e-6 * exact);
  EXPECT_EQ(DenseHessian(Matrix::Zero(3, 3)).largest_eigenvalue(), 0);
}

}  // namespace
}  // namespace acgd
