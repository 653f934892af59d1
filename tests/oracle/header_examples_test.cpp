// Compiles the examples in comments of headers (python/tests/test_site.py compares the lines) and
// checks the sets that they construct.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "acgd/acgd.hpp"

namespace acgd {
namespace {

double lowest(const Oracle& set, const Vector& g) {
  LmoResult lmo;
  set.minimize(Gradient(g), lmo);
  Vector v = Vector::Zero(set.dimension());
  lmo.atom.add_to(v, 1);
  return g.dot(v);
}

TEST(HeaderExamples, OfComposedSets) {
  Scaled twice(Simplex(4), 2.0);
  EXPECT_DOUBLE_EQ(lowest(twice, Vector{{3, 1, 2, 5}}), 2);
  Shifted around_ones(L2Ball(3, 0.5), Vector::Ones(3));
  EXPECT_DOUBLE_EQ(lowest(around_ones, Vector{{0, 4, 3}}), 7 - 0.5 * 5);
  LinearImage zonotope(LinfBall(5), Matrix::Random(3, 5));
  EXPECT_LT(lowest(zonotope, Vector::Ones(3)), 0);
  MinkowskiSum rounded(LinfBall(3), L2Ball(3, 0.1));
  EXPECT_DOUBLE_EQ(lowest(rounded, Vector{{0, 4, 3}}), -7 - 0.1 * 5);
  Product both(L1Ball(3, 2.0), Simplex(4));
  EXPECT_DOUBLE_EQ(lowest(both, Vector{{1, -3, 2, 5, 6, 7, 8}}), -6 + 5);
  std::vector<std::unique_ptr<Oracle>> vector_of_shared_or_unique_pointers;
  vector_of_shared_or_unique_pointers.push_back(std::make_unique<L1Ball>(2));
  Product many(std::move(vector_of_shared_or_unique_pointers));
  EXPECT_EQ(many.dimension(), 2);
}

TEST(HeaderExamples, OfFunctions) {
  const Index n = 5;
  const auto covered = [](const std::vector<Index>& set) {
    std::set<Index> places;  // each element covers itself and the next one
    for (const Index i : set) places.insert({i, i + 1});
    return static_cast<double>(places.size());
  };
  MatroidBases bases(n, [](const std::vector<Index>& set) { return set.size() <= 3; });
  EXPECT_DOUBLE_EQ(lowest(bases, Vector{{5, 1, 4, 2, 3}}), 6);
  SubmodularBase base(n, [&](const std::vector<Index>& set) { return covered(set); });
  EXPECT_DOUBLE_EQ(lowest(base, Vector::Ones(n)), 6);
  CustomSet disc(2, [](const Vector& g) -> Vector { return -g.normalized(); },
                 {.name = "disc", .is_norm_ball = true});
  EXPECT_DOUBLE_EQ(lowest(disc, Vector{{3, 4}}), -5);
}

TEST(HeaderExamples, OfChoice) {
  SetChoice choice = L1Ball::Parameters{.radius = 50};
  std::unique_ptr<const Oracle> set = choice.begin({.variable = {.dimension = 123}});
  EXPECT_DOUBLE_EQ(lowest(*set, Vector::Ones(123)), -50);
}

/// As in the comment of Parameter; acgd's own description of l is longer.
namespace shown {
struct OpenLoop {
  static constexpr std::string_view name = "open-loop";
  static constexpr std::string_view sentence = "l / (k + l), whatever f does";
  double l = 2;

  Description describe() { return {{"l", l, range::positive, "2 is the classic rule"}}; }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

std::unique_ptr<StepRule> OpenLoop::begin(const StepContext& context) const {
  return acgd::OpenLoop{.l = l}.begin(context);
}

/// As in the comment of Archive.
class Kept {
 public:
  virtual ~Kept() = default;
  virtual void visit(Archive& archive) = 0;
};

class Remembers : public Kept {
 public:
  explicit Remembers(double estimate) : estimate_(estimate) {}
  void visit(Archive& archive) override {
    archive.expect("beta", beta_);  // a parameter: must be the same when the run is resumed
    archive(estimate_, count_);     // what has changed since the run began
  }
  double estimate() const { return estimate_; }

 private:
  double beta_ = 2, estimate_;
  Index count_ = 0;
};
}  // namespace shown

TEST(HeaderExamples, OfPenalties) {
  Penalty lasso(L1Ball(100), 0.1);                  // 0.1 ||x||_1
  Penalty nonnegative = Penalty::nonnegative(100);  // x >= 0
  EXPECT_EQ(lasso.dimension() + nonnegative.dimension(), 200);
  Penalty both({Penalty(L1Ball(100), 0.1), Penalty::free(3)});
  EXPECT_EQ(both.dimension(), 103);
}

TEST(HeaderExamples, OfUserRule) {
  Options options{.step = shown::OpenLoop{.l = 4}};
  EXPECT_EQ(options.step.name(), "open-loop");
}

TEST(HeaderExamples, OfSavedState) {
  Archive saved;
  shown::Remembers(7).visit(saved);
  const std::string bytes = std::move(saved).take();
  Archive loaded{std::string_view(bytes)};
  shown::Remembers again(0);
  again.visit(loaded);
  EXPECT_EQ(again.estimate(), 7);
}

}  // namespace
}  // namespace acgd
