// Curvature and rounding errors of a sum from its weighted parts.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::random_matrix;
using acgd_test::random_vector;

constexpr Index kPartSize = 12;

std::shared_ptr<const Composite> sigmoid_part(unsigned seed) {
  const Vector signs =
      random_vector(30, seed).unaryExpr([](double v) -> double { return v > 0 ? 1 : -1; });
  return std::make_shared<Composite>(logistic(random_matrix(30, kPartSize, seed + 1), signs));
}

// H v by differences of gradients.
TEST(SumParts, CurvatureIsWeightedSum) {
  const Sum sum({sigmoid_part(1), sigmoid_part(3), std::make_shared<Ridge>(kPartSize, 0.3)},
                {0.5, 7, 2});
  const Vector x = random_vector(kPartSize, 5);
  const std::vector<Atom> atoms = {Atom(random_vector(kPartSize, 6)),
                                   Atom(random_vector(kPartSize, 7))};
  const std::vector<Term> terms = {{&atoms[0]}, {&atoms[1]}};
  const auto cursor = sum.start(Atom(x), l2_norm());
  Curvature* curvature = cursor->curvature();
  ASSERT_NE(curvature, nullptr);
  curvature->refresh();
  Matrix gram(2, 2);
  curvature->gram(terms, 0, gram);
  for (int j = 0; j < 2; ++j) {
    const Vector v = random_vector(kPartSize, 6 + static_cast<unsigned>(j));
    constexpr double kStep = 1e-5;
    Vector before(kPartSize), after(kPartSize);
    sum.gradient(x - kStep * v, before);
    sum.gradient(x + kStep * v, after);
    const Vector difference = (after - before) / (2 * kStep);
    Vector image = Vector::Zero(curvature->image_size());
    curvature->add_image(terms[j], 1, image);
    for (int i = 0; i < 2; ++i) {
      const double expected =
          difference.dot(random_vector(kPartSize, 6 + static_cast<unsigned>(i)));
      const double size = difference.norm() * std::sqrt(double{kPartSize});
      EXPECT_NEAR(gram(i, j), expected, 1e-7 * size);
      EXPECT_NEAR(curvature->product(terms[i], image), expected, 1e-7 * size);
    }
  }
}

TEST(Ridge, MatchesFormula) {
  const Ridge ridge(kPartSize, 0.3);
  const Vector x = random_vector(kPartSize, 5);
  const auto cursor = ridge.start(Atom(x), l2_norm());
  Vector g(kPartSize);
  ridge.gradient(x, g);
  EXPECT_NEAR(ridge.value(x), 0.15 * x.squaredNorm(), 1e-14);
  EXPECT_NEAR(cursor->value(), 0.15 * x.squaredNorm(), 1e-14);
  EXPECT_LE((g - 0.3 * x).norm(), 1e-14);
  EXPECT_LE((cursor->gradient().dense() - 0.3 * x).norm(), 1e-14);
  EXPECT_NEAR(ridge.lipschitz().value(), 0.3, 1e-15);
}

/// Half the square of x, whose cursors record released atoms.
class Noting final : public Objective {
 public:
  Index dimension() const override { return kPartSize; }
  double value(const Vector& x) const override { return x.squaredNorm() / 2; }
  void gradient(const Vector& x, Vector& g) const override { g = x; }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override {
    class Own final : public Cursor {
     public:
      Own(std::unique_ptr<Cursor> inner, std::vector<AtomId>& released)
          : inner_(std::move(inner)), released_(released) {}
      double value() override { return inner_->value(); }
      const Gradient& gradient() override { return inner_->gradient(); }
      Line& look(const Direction& direction) override { return inner_->look(direction); }
      bool advance(double t) override { return inner_->advance(t); }
      const Vector* x() const override { return inner_->x(); }
      void store(Point& point) const override { inner_->store(point); }
      void release(AtomId id) override { released_.push_back(id); }
      std::int64_t gradient_count() const override { return inner_->gradient_count(); }
      std::int64_t trial_count() const override { return inner_->trial_count(); }

     private:
      std::unique_ptr<Cursor> inner_;
      std::vector<AtomId>& released_;
    };
    return std::make_unique<Own>(Objective::start(x0, std::move(norm)), released);
  }

  mutable std::vector<AtomId> released;
};

// Otherwise their images would fill the memory of a long run.
TEST(SumParts, ReceiveReleasedAtoms) {
  const auto first = std::make_shared<const Noting>(), second = std::make_shared<const Noting>();
  const Sum sum({first, second, std::make_shared<Ridge>(kPartSize, 1)});
  const auto cursor = sum.start(Atom(Vector::Zero(kPartSize)), l2_norm());
  cursor->release(7);
  cursor->release(3);
  EXPECT_EQ(first->released, (std::vector<AtomId>{7, 3}));
  EXPECT_EQ(second->released, (std::vector<AtomId>{7, 3}));
}

/// The error of a run on g that resumes the checkpoint of a run on f, both from 0.
std::string resumed(const Objective& f, const Objective& g) {
  const L1Ball ball(kPartSize, 1);
  Options options{.direction = FrankWolfe{}, .max_iterations = 5, .gap_tolerance = 0.0};
  auto saved = std::make_shared<Checkpoint>();
  options.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
  minimize(f, ball, Vector::Zero(kPartSize), options);
  return acgd_test::refusal([&] {
    minimize(g, ball, Vector::Zero(kPartSize),
             {.direction = FrankWolfe{}, .gap_tolerance = 0.0, .resume = saved});
  });
}

// At 0, where they start, the runs are equal whatever the ridge, or the weight of a part that is
// flat there.
TEST(SumParts, CheckpointMustHaveSameWeights) {
  const auto f = sigmoid_part(1);
  EXPECT_EQ(resumed(*with_ridge(f, 1), *with_ridge(f, 1)), "");
  EXPECT_EQ(resumed(*with_ridge(f, 1), *with_ridge(f, 2)),
            "resume: the checkpoint has a ridge of = 1, this run has 2");
  const auto flat = std::make_shared<Function>(
      kPartSize, [](const Vector& x) { return x.array().pow(4).sum(); },
      [](const Vector& x, Vector& g) { g = 4 * x.array().cube(); });
  EXPECT_EQ(resumed(Sum({f, flat}, {1, 2}), Sum({f, flat}, {1, 3})),
            "resume: the checkpoint has a function with the weight = 2, this run has 3");
}

/// The line of a function from one point to another.
struct Looked {
  explicit Looked(const Objective& f)
      : to(random_vector(kPartSize, 9)),
        cursor(f.start(Atom(random_vector(kPartSize, 8)), l2_norm())) {
    cursor->gradient();
    line = &cursor->look(toward(to));
  }
  Atom to;
  std::unique_ptr<Cursor> cursor;
  Line* line = nullptr;
};

// c f has c times the rounding errors of f, and c times its Lipschitz constant.
TEST(SumParts, RoundingErrorsScaleWithWeight) {
  const auto f = sigmoid_part(1);
  const Sum scaled({f}, {1024});
  const Looked one(*f), all(scaled);
  EXPECT_DOUBLE_EQ(all.line->change_noise(), 1024 * one.line->change_noise());
  EXPECT_DOUBLE_EQ(all.line->slope_noise(), 1024 * one.line->slope_noise());
  EXPECT_GE(all.line->change_noise_rate(), 1024 * one.line->change_noise_rate());
  for (const double lipschitz : {1e-3, 1.0, 1e6}) {
    EXPECT_DOUBLE_EQ(all.line->gradient_change_noise(1024 * lipschitz),
                     1024 * one.line->gradient_change_noise(lipschitz));
  }
}

// A ridge next to which the other part is negligible.
TEST(SumParts, RoundingErrorsIncludeLargeRidge) {
  const auto f = sigmoid_part(1);
  const auto with_small = with_ridge(f, 1), with_large = with_ridge(f, 1e12);
  const Looked small(*with_small), large(*with_large);
  EXPECT_GT(large.line->change_noise_rate(), 1e6 * small.line->change_noise_rate());
  EXPECT_GT(large.line->slope_noise(), 1e6 * small.line->slope_noise());
  EXPECT_GT(large.line->gradient_change_noise(1), 1e6 * small.line->gradient_change_noise(1));
}

}  // namespace
}  // namespace acgd
