// Matrices with scaled and shifted rows and columns that are never formed; least squares that use
// them.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/quadratic_problems.hpp"
#include "objective/random_atoms.hpp"
#include "support/refusal.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr Index kAdjustedRows = 50, kAdjustedCols = 20;

std::shared_ptr<const LinearMap> thin_map(Matrix& written) {
  const Matrix a = random_matrix(kAdjustedRows, kAdjustedCols, 1);
  written = (a.array() > 1.1).select(a, 0);
  return std::make_shared<SparseMap>(SparseMatrix(written.sparseView()));
}

Matrix adjusted_by_hand(Matrix a, const Adjustment& adjustment) {
  if (adjustment.means.size() != 0) a.rowwise() -= adjustment.means.transpose();
  if (adjustment.rows.size() != 0) a = adjustment.rows.asDiagonal() * a;
  if (adjustment.cols.size() != 0) a = a * adjustment.cols.asDiagonal();
  return a;
}

TEST(AdjustedMap, MatchesExplicitMatrix) {
  Matrix written;
  const auto thin = thin_map(written);
  const Vector rows = random_vector(kAdjustedRows, 2), means = random_vector(kAdjustedCols, 3);
  const Vector cols = random_vector(kAdjustedCols, 4);
  for (const Adjustment& adjustment :
       {Adjustment{.rows = rows}, Adjustment{.means = means}, Adjustment{.cols = cols},
        Adjustment{.rows = rows, .cols = cols}, Adjustment{rows, means, cols}}) {
    const AdjustedMap map(thin, adjustment);
    const Matrix exact = adjusted_by_hand(written, adjustment);
    const Vector x = random_vector(kAdjustedCols, 5), y = random_vector(kAdjustedRows, 6);
    Vector image(kAdjustedRows), back(kAdjustedCols);
    map.multiply(x, image);
    map.multiply_adjoint(y, back);
    EXPECT_LE((image - exact * x).norm(), 1e-13);
    EXPECT_LE((back - exact.transpose() * y).norm(), 1e-13);
    Random random(7);
    for (int i = 0; i < 40; ++i) {
      Atom atom;
      (i % 2 == 0 ? any_shape(kAdjustedCols) : coordinates(kAdjustedCols))(random, atom);
      const Vector product = exact * atom.to_dense();
      map.image(atom, image);
      EXPECT_LE((image - product).norm(), 1e-13 * (1 + product.norm())) << i;
      EntryList list;
      EXPECT_EQ(map.append_image(atom, list), map.image_length(atom).has_value());
      if (list.size() == 0) continue;
      for (std::size_t k = 0; k < list.size(); ++k) image[list.places[k]] -= list.values[k];
      EXPECT_LE(image.norm(), 1e-13) << i;
    }
    const Design dense = adjusted(written, adjustment);
    EXPECT_LE((*dense.map().dense()->matrix() - exact).norm(), 1e-14);
  }
  EXPECT_EQ(adjusted(thin, {}).shared_map(), thin);
  EXPECT_NE(dynamic_cast<const AdjustedMap*>(&adjusted(thin, {.rows = rows}).map()), nullptr);
}

TEST(AdjustedMap, RejectsInvalidInput) {
  Matrix written;
  const auto thin = thin_map(written);
  EXPECT_EQ(refusal([&] { AdjustedMap(thin, {.means = Vector::Zero(3)}); }),
            "means: has 3 entries, must have 20");
  EXPECT_EQ(refusal([&] { AdjustedMap(thin, {.cols = Vector::Constant(20, std::nan(""))}); }),
            "cols[0] = nan: must be finite");
  const auto once = std::make_shared<AdjustedMap>(thin, Adjustment{.rows = Vector::Ones(50)});
  EXPECT_EQ(refusal([&] { AdjustedMap(once, {}); }),
            "A: is an adjusted map already, adjust its original()");
}

/// Sum of weights (A x + c - b)^2 with the best c.
double plain_value(const Matrix& a, const Vector& b, const Vector& weights, const Vector& x) {
  const Vector e = a * x - b;
  const double c = -weights.dot(e) / weights.sum();
  return weights.dot(Vector((e.array() + c).square()));
}

TEST(LeastSquaresIntercept, IsWeightedMeanOfResiduals) {
  Matrix written;
  const auto thin = thin_map(written);
  const Vector b = 3 + random_vector(kAdjustedRows, 8).array();
  const Vector weights = random_vector(kAdjustedRows, 9).cwiseAbs();
  const Vector x = random_vector(kAdjustedCols, 10);
  using Route = LeastSquaresRoute;
  for (const Route route : {Route::composite, Route::gram_columns, Route::gram_matrix}) {
    for (const auto& map :
         {thin, std::shared_ptr<const LinearMap>(std::make_shared<DenseMap>(written))}) {
      const LeastSquares f(map, b,
                           {.factor = 0.5, .route = route, .intercept = true, .weights = weights});
      EXPECT_NEAR(f.value(x), 0.5 * plain_value(written, b, weights, x), 1e-12 * f.value(x));
      EXPECT_EQ(check_gradient(f, x), std::vector<std::string>{});
      const double c = weights.dot(b - written * x) / weights.sum();
      ASSERT_EQ(f.intercept(x).size(), 1);
      EXPECT_NEAR(f.intercept(x)[0], c, 1e-13);
      const Result result = minimize(f, L1Ball(kAdjustedCols, 1), {.gap_tolerance = 1e-9});
      EXPECT_NEAR(result.value, 0.5 * plain_value(written, b, weights, result.x), 1e-10);
      EXPECT_TRUE(is_converged(result.status)) << result.message;
    }
  }
  EXPECT_EQ(LeastSquares(thin, b).intercept(x).size(), 0);
}

// Both triangles are computed separately. Columns far from 0 give them different rounding errors.
TEST(LeastSquaresIntercept, GramMatrixIsSymmetric) {
  const Matrix far = random_matrix(kAdjustedRows, 5, 15).array() + 1e5;
  const auto thin = std::make_shared<const SparseMap>(SparseMatrix(far.sparseView(1, 0)));
  const Vector means = column_means(thin);
  const Matrix gram = gram_matrix(AdjustedMap(thin, {.rows = {}, .means = means, .cols = {}}), 2);
  EXPECT_EQ(gram, gram.transpose());
  const Matrix centered = far.rowwise() - means.transpose();
  EXPECT_LE((gram - 2 * centered.transpose() * centered).norm(), 1e-8 * gram.norm());
}

TEST(LeastSquaresIntercept, IntegerWeightsEqualRepetitions) {
  const Matrix a = random_matrix(4, 2, 11);
  const Vector b = random_vector(4, 12), x{{0.5, -2}};
  const LeastSquares weighted(a, b, {.intercept = true, .weights = Vector{{1, 2, 0, 1}}});
  Matrix twice(4, 2);
  twice << a.row(0), a.row(1), a.row(1), a.row(3);
  const LeastSquares repeated(twice, Vector{{b[0], b[1], b[1], b[3]}}, {.intercept = true});
  EXPECT_NEAR(weighted.value(x), repeated.value(x), 1e-14);
  EXPECT_NEAR(weighted.intercept(x)[0], repeated.intercept(x)[0], 1e-14);
  EXPECT_EQ(refusal([&] {
              LeastSquares(a, b, {.weights = Vector{{1, -2, 0, 1}}});
            }),
            "weights[1] = -2: must be >= 0 and finite");
}

TEST(LeastSquaresIntercept, ReachesJointMinimum) {
  const Matrix a = random_matrix(kAdjustedRows, 6, 13).array() + 2;
  const Vector b = 5 + random_vector(kAdjustedRows, 14).array();
  Matrix more(kAdjustedRows, 7);
  more << a, Vector::Ones(kAdjustedRows);
  const Options options{.gap_tolerance = 1e-9};
  const LeastSquares f(a, b, {.intercept = true}), joint(more, b);
  const Result one = minimize(f, L1Ball(6, 0.5), options);
  const Result both = minimize(joint, Product(L1Ball(6, 0.5), Box(1, -100, 100)), options);
  EXPECT_NEAR(one.value, both.value, 1e-8);
  EXPECT_NEAR(f.intercept(one.x)[0], both.x[6], 1e-4);
}

}  // namespace
}  // namespace acgd_test
