// The cursor of a composite objective: its results, its updates and its cost.
#include "acgd/objective/composite.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/schedules.hpp"
#include "acgd/testing/testing.hpp"
#include "oracle/matrices.hpp"

namespace acgd {
namespace {

/// ||x - (1, 2, 3)||^2
Composite distance() {
  return {std::make_shared<SquaredLoss>(Vector{{1, 2, 3}}), std::make_shared<IdentityMap>(3)};
}

/// A dense map that counts its calls.
class CountedMap final : public LinearMap {
 public:
  explicit CountedMap(Matrix a) : map_(std::move(a)) {}
  Index rows() const override { return map_.rows(); }
  Index cols() const override { return map_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    map_.multiply(x, y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    ++adjoints;
    map_.multiply_adjoint(x, y);
  }
  void image(const Atom& atom, VectorRef z) const override {
    ++images;
    map_.image(atom, z);
  }
  mutable int products = 0, adjoints = 0, images = 0;

 private:
  DenseMap map_;
};

TEST(CompositeCursor, EvaluatesLine) {
  const Composite f = distance();
  const auto cursor = f.start(Atom(Vector::Zero(3)), l2_norm());
  const Atom v(Vector{{1, 0, 0}});
  EXPECT_EQ(cursor->value(), 14);
  EXPECT_EQ(cursor->gradient().dense(), (Vector{{-2, -4, -6}}));
  Line& line = cursor->look(toward(v));
  EXPECT_EQ(-line.directional_derivative(), 2);
  EXPECT_EQ(line.max_step(), 1);
  EXPECT_EQ(line.norm(), 1);
  EXPECT_EQ(line.change(0.5), -0.75);
  EXPECT_EQ(line.slope(0.5), -1);
  EXPECT_EQ(line.curvature(), 2);
  EXPECT_EQ(line.gradient_change(), std::nullopt);
  EXPECT_DOUBLE_EQ(line.probe(0.25), 0.5);
  EXPECT_EQ(line.change_noise(), 0);
  // r = (-2, -4, -6), d = (1, 0, 0), and x = 0 adds nothing.
  EXPECT_EQ(line.slope_noise(), 8 * std::numeric_limits<double>::epsilon() * 2);
  EXPECT_EQ(line.change_noise_rate(), line.slope_noise());
  EXPECT_TRUE(cursor->advance(0.5));
  Point point;
  cursor->store(point);
  EXPECT_EQ(point.x, (Vector{{0.5, 0, 0}}));
  EXPECT_EQ(cursor->value(), 13.25);
  EXPECT_DOUBLE_EQ(*cursor->look(along(v)).gradient_change(), 1);
}

TEST(CompositeCursor, FullStepReachesAtomExactly) {
  const Composite f(std::make_shared<SquaredLoss>(Vector::Zero(5)),
                    std::make_shared<DenseMap>(normal_matrix(5, 2, 1)));
  const auto cursor = f.start(Atom(Vector{{1e9, 0.7}}), l2_norm());
  const Atom v(Vector{{1.0 / 3, 0.3}});
  cursor->look(toward(v));
  cursor->advance(1);
  Point point;
  cursor->store(point);
  EXPECT_EQ(point.x, v.to_dense());
  EXPECT_EQ(cursor->value(), f.value(point.x));
}

TEST(CompositeCursor, DetectsStepsWithoutEffect) {
  const Composite f = distance();
  const auto cursor = f.start(Atom(Vector{{0.5, 0.5, 0.5}}), l2_norm());
  const Atom v(Vector{{1, 0, 0}});
  const double before = cursor->value();
  cursor->look(toward(v));
  EXPECT_FALSE(cursor->advance(1e-20));
  EXPECT_EQ(cursor->value(), before);
}

TEST(CompositeCursor, AcceptedProbeIsNotRecomputed) {
  const Composite f = distance();
  const auto cursor = f.start(Atom(Vector::Zero(3)), l2_norm());
  const Atom v(Vector{{1, 1, 0}});
  cursor->gradient();
  cursor->look(toward(v)).probe(0.125);
  cursor->advance(0.125);
  EXPECT_EQ(cursor->gradient().dense(), (Vector{{-1.75, -3.75, -6}}));
  EXPECT_EQ(cursor->gradient_count(), 2);
  EXPECT_DOUBLE_EQ(*cursor->look(toward(v)).gradient_change(), 0.25 * std::sqrt(2));
}

TEST(CompositeCursor, RefreshRemovesErrorsOfEarlierLargePoints) {
  const Composite f(std::make_shared<SquaredLoss>(Vector::Zero(40)),
                    std::make_shared<DenseMap>(normal_matrix(40, 6, 2)));
  for (const double scale : {1e4, 1e8, 1e12}) {
    const auto cursor = f.start(Atom(Vector::Constant(6, scale)), l2_norm());
    const Atom v(Vector{{1, 2, 3, -1, -2, -3}});
    cursor->look(toward(v));
    cursor->advance(1 - 1 / scale);
    Point point;
    cursor->store(point);
    const double fresh = f.value(point.x);
    EXPECT_NEAR(cursor->value(), fresh, 1e-12 * fresh) << scale;
  }
}

TEST(Composite, IterationCostsOneGradientAndOneImage) {
  const auto map = std::make_shared<CountedMap>(normal_matrix(60, 30, 3));
  const Composite f(std::make_shared<LogisticLoss>(Vector::Ones(60)), map);
  const Result result = minimize(
      f, L1Ball(30, 10),
      Options{.direction = FrankWolfe{}, .step = AdaptiveConstant{}, .max_iterations = 500});
  ASSERT_EQ(result.counts.iterations, 500);
  EXPECT_EQ(result.counts.gradients, 502);  // the iterates, and one probe
  EXPECT_EQ(map->adjoints, 502);
  EXPECT_LE(map->images, 501 + 1 + 2);  // the iterates, the start, and full steps
  EXPECT_LE(map->products, 5);          // refreshes
  EXPECT_GT(result.counts.trials, 500);
}

TEST(Composite, ImageOfActiveAtomIsComputedOnce) {
  const auto map = std::make_shared<CountedMap>(Matrix::Random(8, 4));
  const Composite f(std::make_shared<SquaredLoss>(Vector::Ones(8)), map);
  const auto cursor = f.start(Atom(Vector::Zero(4)), l2_norm());
  const Atom a(Vector{{1, 2, 3, 4}}), b(Vector{{0, 2, 0, 1}});
  map->images = 0;
  for (int k = 0; k < 5; ++k) {
    cursor->look({{{&a, 1, 0}, {&b, -1, 1}}, 0, 1});
    cursor->advance(0.1);
    cursor->look({{{&b, -1, 1}}, 1, 1});
    cursor->advance(0.1);
  }
  EXPECT_EQ(map->images, 2);
  cursor->release(1);
  cursor->look({{{&a, 1, 0}, {&b, -1, 1}}, 0, 1});
  EXPECT_EQ(map->images, 3);
}

TEST(Composite, OffsetIsAddedToImage) {
  const Matrix a = normal_matrix(7, 4, 4);
  const Vector b = normal_matrix(7, 1, 5), offset = normal_matrix(7, 1, 6);
  const auto map = std::make_shared<DenseMap>(a);
  const Composite f(std::make_shared<SquaredLoss>(b), map, offset);
  const Composite g(std::make_shared<SquaredLoss>(b - offset), map);
  EXPECT_EQ(check_gradient(f, Vector::Ones(4)), std::vector<std::string>{});
  const Options options{
      .direction = FrankWolfe{}, .step = OpenLoop{}, .max_iterations = 300, .gap_tolerance = 0};
  const Result one = minimize(f, L1Ball(4, 1), options);
  const Result other = minimize(g, L1Ball(4, 1), options);
  EXPECT_NEAR(one.value, other.value, 1e-12 * other.value);
  EXPECT_NEAR(one.gap, other.gap, 1e-12 * other.value);
}

TEST(Composite, HasLipschitzConstant) {
  const Matrix a = normal_matrix(20, 10, 7);
  const auto map = std::make_shared<DenseMap>(a);
  const Composite f(std::make_shared<SquaredLoss>(Vector::Zero(20)), map);
  const double exact = 2 * std::pow(largest_singular_value(a), 2);
  EXPECT_NEAR(*f.lipschitz(), exact, 1e-6 * exact);
  const Composite copy = f;
  EXPECT_EQ(copy.lipschitz(), f.lipschitz());
  const Composite unbounded(std::make_shared<PoissonLoss>(Vector::Zero(20)), map);
  EXPECT_EQ(unbounded.lipschitz(), std::nullopt);
}

TEST(Composite, RejectsInvalidInput) {
  const auto loss = std::make_shared<SquaredLoss>(Vector::Zero(3));
  const auto map = std::make_shared<IdentityMap>(3);
  const auto message = [](auto... arguments) -> std::string {
    try {
      Composite f(arguments...);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(nullptr, map), "loss: must not be null");
  EXPECT_EQ(message(loss, std::shared_ptr<const LinearMap>()), "A: must not be null");
  EXPECT_EQ(message(loss, std::make_shared<IdentityMap>(4)),
            "loss: has 3 samples, but the map has 4 rows");
  EXPECT_EQ(message(loss, map, Vector::Zero(2).eval()),
            "offset: has 2 entries, but the map has 3 rows");
  EXPECT_EQ(message(loss, map, Vector{{0, std::nan(""), 0}}), "offset[1] = nan: must be finite");
}

TEST(Models, AcceptMatricesAndMaps) {
  const Matrix a = normal_matrix(6, 4, 8);
  const Vector labels{{1, -1, 1, 1, -1, -1}}, x{{0.5, -1, 0.25, 2}};
  const double value = logistic(a, labels).value(x);
  EXPECT_DOUBLE_EQ(logistic(2 * a, labels).value(x / 2), value);
  EXPECT_DOUBLE_EQ(logistic(SparseMatrix(a.sparseView()), labels).value(x), value);
  EXPECT_DOUBLE_EQ(logistic(DenseMap(a), labels).value(x), value);
  EXPECT_DOUBLE_EQ(logistic(std::make_shared<DenseMap>(a), labels).value(x), value);
  EXPECT_NEAR(logistic(a.cast<float>(), labels).value(x), value, 1e-6);
  for (const Composite& f : {logistic(a, labels), sigmoid(a, labels), huber(a, labels, 0.5),
                             squared_hinge(a, labels), poisson(a, labels.cwiseAbs())}) {
    EXPECT_EQ(f.dimension(), 4);
    EXPECT_EQ(check_gradient(f, x), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace acgd
