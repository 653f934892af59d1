#include "acgd/objective/optimal_design.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

constexpr DesignCriterion kCriteria[] = {DesignCriterion::d, DesignCriterion::a, DesignCriterion::i,
                                         DesignCriterion::c};

/// Coefficients in different units, correlated.
Matrix candidates(Index d, Index n) {
  Matrix x = random_matrix(d, n, 5);
  for (Index j = 1; j < d; ++j) x.row(j) += 0.5 * x.row(j - 1);
  x.row(0) *= 100;
  return x;
}

DesignOptions options_of(DesignCriterion criterion, Index d) {
  return {.criterion = criterion,
          .c = criterion == DesignCriterion::c ? Vector(Vector::LinSpaced(d, 1, 2)) : Vector()};
}

/// The criterion by its definition.
double by_definition(const Matrix& x, const DesignOptions& options, const Vector& w) {
  const Matrix m = x * w.asDiagonal() * x.transpose();
  const Matrix inverse = m.inverse();
  switch (options.criterion) {
    case DesignCriterion::d:
      return -std::log(m.determinant());
    case DesignCriterion::a:
      return inverse.trace();
    case DesignCriterion::i:
      return (inverse * x * x.transpose()).trace() / static_cast<double>(x.cols());
    default:
      return options.c.dot(inverse * options.c);
  }
}

TEST(OptimalDesign, ValuesAreThoseOfTheDefinition) {
  const Matrix x = candidates(4, 15);
  const Vector w = random_vector(15, 3).cwiseAbs();
  for (const DesignCriterion criterion : kCriteria) {
    const DesignOptions options = options_of(criterion, 4);
    const Composite f = optimal_design(x, options);
    const double expected = by_definition(x, options, w);
    EXPECT_NEAR(f.value(w), expected, 1e-10 * (1 + std::abs(expected)));
    EXPECT_EQ(check_gradient(f, w), std::vector<std::string>{});
    EXPECT_EQ(f.value(Vector::Unit(15, 2)), std::numeric_limits<double>::infinity());
  }
}

TEST(OptimalDesign, LinesAndCurvatureAreExact) {
  const Matrix x = candidates(4, 15);
  const Vector w = random_vector(15, 3).cwiseAbs() + Vector::Constant(15, 0.1);
  for (const DesignCriterion criterion : kCriteria) {
    const DesignOptions options = options_of(criterion, 4);
    const Composite f = optimal_design(x, options);
    const auto cursor = f.start(Atom(w), l2_norm());
    cursor->gradient();
    Direction direction;
    const Atom vertex(Vector(Vector::Unit(15, 7)));
    direction.terms.push_back({.atom = &vertex});
    direction.point_weight = -1;
    Line& line = cursor->look(direction);
    const Vector d = Vector::Unit(15, 7) - w;
    const double here = by_definition(x, options, w);
    for (const double t : {0.01, 0.3}) {
      const double there = by_definition(x, options, w + t * d);
      EXPECT_NEAR(line.change(t), there - here, 1e-9 * (1 + std::abs(here)));
      const double e = 1e-5;
      const double slope = (by_definition(x, options, w + (t + e) * d) -
                            by_definition(x, options, w + (t - e) * d)) /
                           (2 * e);
      EXPECT_NEAR(line.slope(t), slope, 1e-5 * (1 + std::abs(slope)));
      const double curvature = (line.slope(t + e) - line.slope(t - e)) / (2 * e);
      EXPECT_NEAR(line.derivatives(t)->curvature, curvature, 1e-5 * (1 + std::abs(curvature)));
    }
    EXPECT_EQ(line.change(1), std::numeric_limits<double>::infinity());  // a singular M
    // The Hessian by differences of gradients.
    std::vector<Atom> atoms;
    for (Index i = 0; i < 15; ++i) atoms.emplace_back(Vector(Vector::Unit(15, i)));
    std::vector<Term> terms;
    for (const Atom& atom : atoms) terms.push_back({.atom = &atom});
    Matrix h(15, 15);
    cursor->curvature()->refresh();
    cursor->curvature()->gram(terms, 0, h);
    const double e = 1e-6;
    Vector up(15), down(15), image(cursor->curvature()->image_size());
    for (Index j = 0; j < 15; ++j) {
      f.gradient(w + e * Vector::Unit(15, j), up);
      f.gradient(w - e * Vector::Unit(15, j), down);
      const Vector column = (up - down) / (2 * e);
      EXPECT_LT((h.col(j) - column).norm(), 1e-6 * h.norm());
      image.setZero();
      cursor->curvature()->add_image(terms[j], 1, image);
      EXPECT_NEAR(cursor->curvature()->product(terms[2], image), h(2, j), 1e-9 * h.norm());
    }
  }
}

// Kiefer and Wolfowitz (1960); for the other criteria the same theorem of Whittle (1973): the
// directional derivatives toward all points are >= 0.
TEST(OptimalDesign, CorrectiveFindsDesignsOfTheEquivalenceTheorem) {
  const Index d = 5, n = 400;
  const Matrix x = candidates(d, n);
  for (const DesignCriterion criterion :
       {DesignCriterion::d, DesignCriterion::a, DesignCriterion::i}) {
    const DesignOptions options = options_of(criterion, d);
    const Composite f = optimal_design(x, options);
    const Result result =
        minimize(f, Simplex(n), {.gap_tolerance = 0, .relative_gap_tolerance = 1e-8});
    EXPECT_TRUE(is_converged(result.status)) << result.message;
    EXPECT_EQ(result.direction, "corrective");
    EXPECT_LE(result.counts.gradients, 40);
    const Matrix inverse = (x * result.x.asDiagonal() * x.transpose()).inverse();
    Matrix middle = inverse;
    if (criterion == DesignCriterion::a) middle = inverse * inverse;
    if (criterion == DesignCriterion::i) {
      middle = inverse * x * x.transpose() * inverse / static_cast<double>(n);
    }
    const double value = criterion == DesignCriterion::d ? static_cast<double>(d) : result.value;
    EXPECT_LE((x.transpose() * middle * x).diagonal().maxCoeff(), value * (1 + 1e-6));
  }
}

TEST(OptimalDesign, DesignOfParabolaIsAtItsEndsAndMiddle) {
  Matrix x(3, 201);
  for (Index i = 0; i < 201; ++i) {
    const double t = 0.01 * static_cast<double>(i - 100);
    x.col(i) << 1, t, t * t;
  }
  const Result result = minimize(optimal_design(x), Simplex(201), {.gap_tolerance = 1e-9});
  EXPECT_NEAR(std::exp(-result.value), 4.0 / 27, 1e-9);
  for (const Index i : {0, 100, 200}) EXPECT_NEAR(result.x[i], 1.0 / 3, 1e-5);
}

TEST(OptimalDesign, DOptimalDesignsDoNotDependOnCoordinates) {
  const Matrix x = candidates(4, 200);
  const Matrix other = (random_matrix(4, 4, 9) + 3 * Matrix::Identity(4, 4)) * x;
  const Options options{.gap_tolerance = 1e-10};
  const Result one = minimize(optimal_design(x), Simplex(200), options);
  const Result two = minimize(optimal_design(other), Simplex(200), options);
  EXPECT_LT((one.x - two.x).lpNorm<Eigen::Infinity>(), 1e-6);
}

TEST(OptimalDesign, RefusesBadInput) {
  Matrix flat = candidates(3, 9);
  flat.row(2) = flat.row(0) + flat.row(1);
  EXPECT_EQ(refusal([&] { optimal_design(flat); }),
            "points: span less than 3 dimensions: no design determines all coefficients");
  EXPECT_EQ(refusal([&] { optimal_design(candidates(3, 9), {.c = Vector::Ones(3)}); }),
            "c: is used by the criterion c only");
  EXPECT_EQ(refusal([&] {
              optimal_design(candidates(3, 9), {DesignCriterion::c, Vector::Ones(2)});
            }),
            "c: has 2 entries, must have one per coefficient, 3");
  EXPECT_EQ(refusal([] { optimal_design(Matrix(3, 0)); }), "points: must not be empty");
}

}  // namespace
}  // namespace acgd
