#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix image_matrix(Index rows, Index cols, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Matrix a(rows, cols);
  for (Index j = 0; j < cols; ++j) a.col(j) = test_gradient(rows, false, random);
  return a;
}

LinearImage::Sparse some_of(const Matrix& a) { return a.sparseView(0.5, 1.0); }

TEST(LinearImage, PassesChecker) {
  expect_passes(LinearImage(Simplex(4), image_matrix(4, 4, 1)));    // invertible
  expect_passes(LinearImage(L1Ball(3, 2), image_matrix(5, 3, 2)));  // flat
  expect_passes(LinearImage(LinfBall(6), image_matrix(3, 6, 3)));   // a zonotope
  expect_passes(LinearImage(NuclearBall(2, 3, 1), image_matrix(4, 6, 4)));
  expect_passes(LinearImage(L2Ball(3), some_of(image_matrix(3, 3, 5))));
  expect_passes(LinearImage(Product(Simplex(2), L1Ball(2)), image_matrix(4, 4, 6)));
  expect_passes(LinearImage(L1Ball(1), Matrix::Zero(2, 1)));
}

TEST(LinearImage, OfSimplexIsHullOfColumns) {
  const Matrix points = image_matrix(3, 7, 8);
  const LinearImage image(Simplex(7), points);
  const LinearImage sparse(Simplex(7), some_of(points));
  expect_as_good_as_vertices(image, points);
  expect_as_good_as_vertices(sparse, Matrix(some_of(points)));
  EXPECT_TRUE(image.is_polytope());
  EXPECT_TRUE(std::isnan(image.violation(points.col(0)).distance));
}

TEST(LinearImage, OfCubeMatchesBestCorner) {
  const Matrix a = image_matrix(2, 5, 9);
  expect_as_good_as_vertices(LinearImage(LinfBall(5), a),
                             a * all_corners(-Vector::Ones(5), Vector::Ones(5)));
}

TEST(LinearImage, MembershipIsKnownForInvertibleMatrix) {
  Matrix a(3, 2);
  a << 2, 0, 0, 4, 0, 0;
  const LinearImage flat(L1Ball(2), a);
  EXPECT_EQ(flat.violation(vec({1, 2, 0})).distance, 0);
  EXPECT_NEAR(flat.violation(vec({2, 4, 0})).distance, 1, 1e-14);
  EXPECT_EQ(flat.violation(vec({4, 0, 0})).detail,
            "of the vector whose image is x: " + L1Ball(2).violation(vec({2, 0})).detail);
  EXPECT_EQ(flat.violation(vec({1, 2, 3})).detail, "x is 3 away from the images of all vectors");
  EXPECT_TRUE(
      std::isnan(LinearImage(L1Ball(3), Matrix::Ones(2, 3)).violation(vec({1, 1})).distance));
}

TEST(LinearImage, IsNormBallOnlyIfSurjective) {
  EXPECT_TRUE(LinearImage(LinfBall(6), image_matrix(3, 6, 3)).is_norm_ball());
  EXPECT_TRUE(LinearImage(L1Ball(3), image_matrix(3, 3, 3)).is_norm_ball());
  EXPECT_FALSE(LinearImage(L1Ball(2), image_matrix(3, 2, 3)).is_norm_ball());
  EXPECT_FALSE(LinearImage(L1Ball(3), Matrix::Ones(3, 3)).is_norm_ball());
  EXPECT_FALSE(LinearImage(Simplex(3), image_matrix(3, 3, 3)).is_norm_ball());
}

TEST(LinearImage, SparseMatrixGivesSparseAtoms) {
  LinearImage::Sparse a(50, 3);
  a.insert(4, 1) = 2;
  a.insert(40, 1) = -3;
  a.insert(0, 0) = 1;
  a.insert(1, 2) = 1;
  a.makeCompressed();
  LmoResult lmo;
  LinearImage(L1Ball(3), a).minimize(Gradient(Vector(Vector::Unit(50, 40))), lmo);
  const auto* few = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(few, nullptr);
  EXPECT_EQ(few->indices, (std::vector<Index>{4, 40}));
  EXPECT_EQ(few->values, (std::vector<double>{2, -3}));
}

TEST(LinearImage, GivesFurtherVerticesOnlyIfInjective) {
  const Gradient g(vec({-3, 2.5, -2, 0.1}));
  LmoResult lmo;
  LinearImage(L1Ball(4), Matrix(2 * Matrix::Identity(4, 4))).minimize_several(g, 5, lmo);
  ASSERT_EQ(lmo.other_count, 2u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({0, -2, 0, 0}));
  LmoResult none;
  LinearImage(L1Ball(4), Matrix::Ones(4, 4)).minimize_several(g, 5, none);
  EXPECT_EQ(none.other_count, 0u);
}

TEST(LinearImage, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { LinearImage(Simplex(2), Matrix::Ones(4, 3)); }),
            "matrix: has 3 columns, must have 2, the dimension of the " + Simplex(2).name());
  EXPECT_EQ(refusal([] { LinearImage(Simplex(2), Matrix(0, 2)); }),
            "rows of matrix = 0: must be at least 1");
  Matrix bad = Matrix::Ones(2, 2);
  bad(1, 0) = infinity;
  EXPECT_EQ(refusal([&] { LinearImage(Simplex(2), bad); }), "matrix(1, 0) = inf: must be finite");
  EXPECT_EQ(refusal([&] { LinearImage(Simplex(2), LinearImage::Sparse(bad.sparseView())); }),
            "matrix(1, 0) = inf: must be finite");
  EXPECT_EQ(refusal([] { LinearImage(std::shared_ptr<const Oracle>(), Matrix::Ones(1, 1)); }),
            "set = null: must be a set");
}

}  // namespace
}  // namespace acgd
