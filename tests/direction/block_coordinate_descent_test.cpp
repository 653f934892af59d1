// Block coordinate descent against the method that forms all of H.
#include "active_set/block_coordinate_descent.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "direction/as_vector.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// f(x) = |Bx|^2 / 2 on unit vectors: images are B e_i.
class MatrixCurvature final : public Curvature {
 public:
  explicit MatrixCurvature(Matrix b) : b_(std::move(b)) {
    for (Index i = 0; i < b_.cols(); ++i) {
      atoms_.emplace_back().become_coordinate(b_.cols(), i, 1);
      terms_.push_back({.atom = &atoms_.back()});
    }
  }
  const std::vector<Term>& terms() const { return terms_; }
  Matrix h() const { return b_.transpose() * b_; }

  bool is_constant() const override { return true; }
  void refresh() override {}
  Index image_size() const override { return b_.rows(); }
  void add_image(const Term& term, double weight, VectorRef image) override {
    image += weight * b_.col(index(term));
  }
  double product(const Term& term, ConstVectorRef image) override {
    return b_.col(index(term)).dot(image);
  }
  void gram(std::span<const Term> terms, Index known, Matrix& h) override {
    ++grams;
    for (Index j = known; j < static_cast<Index>(terms.size()); ++j) {
      for (Index i = 0; i <= j; ++i) {
        h(i, j) = h(j, i) = b_.col(index(terms[i])).dot(b_.col(index(terms[j])));
      }
    }
  }
  double gram_cost(std::span<const Term>, Index) const override { return 0; }

  int grams = 0;  ///< number of calls

 private:
  static Index index(const Term& term) { return term.atom->as<Atom::Coordinate>()->index; }

  Matrix b_;
  std::deque<Atom> atoms_;
  std::vector<Term> terms_;
};

struct Case {
  MatrixCurvature curvature;
  QpVariables variables;
};

/// Six weights per block, and some coordinates with bounds of their own.
Case random_case(unsigned seed, Index blocks, Index coordinates) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  const Index size = 6 * blocks + coordinates;
  Case made{MatrixCurvature(Matrix::NullaryExpr(2 * size, size, [&] { return normal(engine); })),
            {}};
  made.variables.resize(size);
  made.variables.block_count = blocks;
  for (Index i = 0; i < size; ++i) {
    const double slope = 20 * normal(engine);
    if (i < 6 * blocks) {
      made.variables.set_weight(i, i < blocks ? 1 : 0, slope, i % blocks);
    } else {
      made.variables.set_coordinate(i, -1, slope, -1, 1);
    }
  }
  return made;
}

TEST(BlockCoordinateDescent, FindsSameMinimum) {
  for (const auto& [blocks, coordinates] : {std::pair{8, 0}, {5, 7}, {0, 20}, {1, 1}}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      Case swept = random_case(seed, blocks, coordinates);
      QpVariables whole = swept.variables;
      ActiveSetQp model;
      model.grow(whole.size());
      model.h().topLeftCorner(whole.size(), whole.size()) = swept.curvature.h();
      ASSERT_EQ(model.minimize(whole, 1e-10), ActiveSetQp::Outcome::minimum);

      BlockCoordinateDescent sweeps;
      sweeps.minimize(swept.curvature, swept.curvature.terms(), swept.variables, 1e-9, 1000);
      EXPECT_LE(
          (as_vector(swept.variables.value) - as_vector(whole.value)).lpNorm<Eigen::Infinity>(),
          1e-5);
      EXPECT_NEAR(sweeps.decrease(), model.decrease(), 1e-8 * model.decrease());
      EXPECT_NEAR(sweeps.curvature(), model.curvature(), 1e-4 * model.curvature());
    }
  }
}

TEST(BlockCoordinateDescent, SingleSweepIsFeasibleAndDecreasesModel) {
  Case swept = random_case(9, 30, 40);
  BlockCoordinateDescent sweeps;
  const Vector before = as_vector(swept.variables.value);
  sweeps.minimize(swept.curvature, swept.curvature.terms(), swept.variables, 0, 1);
  const Vector p = as_vector(swept.variables.value) - before;
  const double model =
      p.dot(as_vector(swept.variables.slope)) + 0.5 * p.dot(swept.curvature.h() * p);
  EXPECT_LT(model, 0);
  EXPECT_NEAR(sweeps.decrease(), -model, 1e-9 * std::abs(model));
  for (Index b = 0; b < 30; ++b) {
    double sum = 0;
    for (Index i = b; i < 180; i += 30) sum += swept.variables.value[i];
    EXPECT_NEAR(sum, 1, 1e-14);
  }
  EXPECT_GE((as_vector(swept.variables.value) - as_vector(swept.variables.lower)).minCoeff(), 0);
  EXPECT_LE((as_vector(swept.variables.value) - as_vector(swept.variables.upper)).maxCoeff(), 0);
}

TEST(BlockCoordinateDescent, ComputesCurvatureOfEachCoordinateOnce) {
  Case swept = random_case(3, 0, 12);
  BlockCoordinateDescent sweeps;
  sweeps.minimize(swept.curvature, swept.curvature.terms(), swept.variables, 0, 8);
  EXPECT_LE(swept.curvature.grams, 12);
}

}  // namespace
}  // namespace acgd_test
