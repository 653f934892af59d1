#include <algorithm>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/testing/testing.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// Whether one of the findings is of this kind.
bool complains(const Oracle& oracle, const std::string& kind) {
  const auto sentences = check_oracle(oracle);
  return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
    return sentence.starts_with(kind + ": ");
  });
}

double outside_disc(ConstVectorRef x) { return x.norm() - 1; }

/// A disc in R^n of declared radius 1 with a correct membership test and the given minimiser.
CustomSet disc(CustomSet::MinimizerReturned minimizer, Index n = 3) {
  return CustomSet(n, std::move(minimizer), {.violation = outside_disc, .is_norm_ball = true});
}

Vector right(const Vector& g) { return -g.stableNormalized(); }

TEST(CheckOracle, PassesCorrectSet) { expect_passes(disc(right)); }

TEST(CheckOracle, DetectsInfeasibleOutput) {
  EXPECT_TRUE(
      complains(disc([](const Vector& g) -> Vector { return 1.001 * right(g); }), "feasible"));
}

class SuboptimalDisc : public testing::TestWithParam<Index> {};

TEST_P(SuboptimalDisc, IsDetectedWhenTooSmall) {
  const auto shrunk = [](const Vector& g) -> Vector { return 0.99 * right(g); };
  EXPECT_TRUE(complains(disc(shrunk, GetParam()), "optimal"));
}

TEST_P(SuboptimalDisc, IsDetectedWhenConstant) {
  const auto stuck = [](const Vector& g) -> Vector { return Vector::Unit(g.size(), 0); };
  EXPECT_TRUE(complains(disc(stuck, GetParam()), "optimal"));
}

TEST_P(SuboptimalDisc, IsDetectedWhenSignIsWrong) {
  const auto maximizer = [](const Vector& g) -> Vector { return -right(g); };
  EXPECT_TRUE(complains(disc(maximizer, GetParam()), "optimal"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, SuboptimalDisc, testing::Values(1, 2, 10, 100),
                         testing::PrintToStringParamName());

TEST(CheckOracle, DetectsDiscThatReturnsSingleCoordinates) {
  const auto coordinate = [](const Vector& g) { return linear_minimizer(L1Ball(g.size()), g); };
  for (const Index n : {2, 10, 100}) EXPECT_TRUE(complains(disc(coordinate, n), "optimal")) << n;
}

TEST(CheckOracle, DetectsSecondBestVertexOfSimplex) {
  const auto second_best = [](const Vector& g) -> Vector {
    Index best = 0;
    g.minCoeff(&best);
    Vector rest = g;
    rest[best] = infinity;
    rest.minCoeff(&best);
    return Vector::Unit(g.size(), best);
  };
  const Simplex simplex(10);
  EXPECT_TRUE(complains(
      CustomSet(10, second_best,
                {.violation = [&](ConstVectorRef x) { return simplex.violation(x).distance; }}),
      "optimal"));
}

/// A norm ball whose minimiser has another radius than declared.
class WrongRadius final : public NormBall {
 public:
  explicit WrongRadius(double factor) : NormBall(l2_norm(), 4, 2), factor_(factor) {}
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    lmo.atom.become_dense(4) = 2 * factor_ * right(gradient.dense());
  }

 private:
  double factor_;
};

TEST(CheckOracle, DetectsWrongRadius) {
  EXPECT_EQ(check_oracle(WrongRadius(1)), std::vector<std::string>{});
  EXPECT_TRUE(complains(WrongRadius(1.01), "minimum"));
  EXPECT_TRUE(complains(WrongRadius(1.01), "feasible"));
  EXPECT_TRUE(complains(WrongRadius(0.99), "minimum"));
}

TEST(CheckOracle, DetectsDependenceOnScaleOfGradient) {
  const auto clipped = [](const Vector& g) -> Vector { return -g / std::max(1.0, g.norm()); };
  EXPECT_TRUE(complains(disc(clipped), "scaling"));
}

TEST(CheckOracle, DetectsDivisionByZeroGradient) {
  EXPECT_TRUE(complains(disc([](const Vector& g) -> Vector { return -g / g.norm(); }), "finite"));
}

TEST(CheckOracle, DetectsStateBetweenCalls) {
  int calls = 0;
  const auto alternating = [&](const Vector& g) -> Vector {
    return (++calls % 2 == 0 ? 1 : 0.5) * right(g);
  };
  EXPECT_TRUE(complains(disc(alternating), "repeatable"));
}

TEST(CheckOracle, DetectsStaleVertex) {
  const auto keeps_the_first = [](const Vector& g, Vector& v) {
    if (v.isZero(0)) v = right(g);
  };
  EXPECT_TRUE(complains(CustomSet(3, keeps_the_first, {.violation = outside_disc}), "used answer"));
}

TEST(CheckOracle, DetectsFalseSymmetry) {
  const auto shifted = [](const Vector& g) -> Vector { return right(g) + Vector::Unit(3, 0); };
  EXPECT_TRUE(complains(CustomSet(3, shifted, {.is_norm_ball = true}), "symmetry"));
}

TEST(CheckOracle, DetectsFalseClaimOfZeroInside) {
  const auto corner = [](const Vector& g) -> Vector { return (g.array() < 0).cast<double>(); };
  EXPECT_TRUE(complains(CustomSet(3, corner, {.zero_inside = true}), "interior"));
  EXPECT_FALSE(complains(CustomSet(3, corner), "interior"));
}

TEST(CheckOracle, DetectsInfeasibleStart) {
  EXPECT_TRUE(complains(
      CustomSet(3, right, {.violation = outside_disc, .start = Vector(Vector::Constant(3, 1.0))}),
      "feasible"));
}

TEST(CheckOracle, DetectsNonconvexMembership) {
  const auto ring = [](ConstVectorRef x) { return std::abs(x.norm() - 1); };
  EXPECT_TRUE(complains(CustomSet(3, right, {.violation = ring}), "feasible"));
}

TEST(CheckOracle, DetectsMembershipOfEverything) {
  const auto everything = [](ConstVectorRef) { return 0.0; };
  EXPECT_TRUE(complains(CustomSet(3, right, {.violation = everything}), "compact"));
}

TEST(CheckOracle, ReportsVertexOfWrongSize) {
  EXPECT_TRUE(
      complains(disc([](const Vector&) -> Vector { return Vector::Zero(2); }), "exception"));
}

TEST(CheckOracle, ReportsEachKindOnce) {
  const auto sentences = check_oracle(WrongRadius(2));
  const auto feasible =
      std::count_if(sentences.begin(), sentences.end(),
                    [](const std::string& sentence) { return sentence.starts_with("feasible: "); });
  EXPECT_EQ(feasible, 1);
  EXPECT_NE(sentences.front().find("the l2 norm is 4, above the radius 2"), std::string::npos)
      << sentences.front();
  EXPECT_NE(sentences.front().find("more like it"), std::string::npos) << sentences.front();
}

TEST(CheckOracle, SeedDeterminesFindings) {
  EXPECT_EQ(check_oracle(WrongRadius(0.9), {.seed = 5}),
            check_oracle(WrongRadius(0.9), {.seed = 5}));
  EXPECT_NE(check_oracle(WrongRadius(0.9), {.seed = 5}),
            check_oracle(WrongRadius(0.9), {.seed = 6}));
}

}  // namespace
}  // namespace acgd
