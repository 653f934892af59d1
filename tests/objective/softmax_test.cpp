// Models of several classes: their map, their intercepts, their runs.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/acgd.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/quadratic_problems.hpp"
#include "objective/random_atoms.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr Index kManySamples = 70, kFeatures = 6, kManyClasses = 4;

Vector class_numbers(const Matrix& scores) {
  Vector classes(scores.rows());
  for (Index i = 0; i < scores.rows(); ++i) {
    Index best = 0;
    scores.row(i).maxCoeff(&best);
    classes[i] = static_cast<double>(best);
  }
  return classes;
}

/// Samples whose classes follow from their features, plus noise.
struct ManyClasses {
  Matrix a;
  Vector classes;

  ManyClasses(Index samples, Index features, Index count, std::uint64_t seed)
      : a(random_matrix(samples, features, seed)) {
    const Matrix w = random_matrix(features, count, seed + 1);
    const Matrix noise = random_matrix(samples, count, seed + 2);
    const Vector level = Vector::LinSpaced(count, -0.5, 0.5);
    classes = class_numbers((a * w + 1.5 * noise).rowwise() + level.transpose());
  }
};

/// The coefficients of every feature are a group.
GroupBall feature_groups(Index features, Index count, double radius) {
  std::vector<std::vector<Index>> groups(static_cast<std::size_t>(features));
  for (Index j = 0; j < features; ++j) {
    for (Index k = 0; k < count; ++k) groups[j].push_back(k * features + j);
  }
  return GroupBall(Groups(groups), WithinGroup::l2, radius);
}

TEST(ClassMap, AppliesSameMapToEveryClass) {
  const Matrix a = random_matrix(kManySamples, kFeatures, 1);
  Matrix thin = (a.array() > 1).select(a, 0);
  for (const bool is_sparse : {false, true}) {
    const Design design = is_sparse ? Design(SparseMatrix(thin.sparseView())) : Design(a);
    const Matrix& matrix = is_sparse ? thin : a;
    const ClassMap map(design.shared_map(), kManyClasses);
    ASSERT_EQ(map.rows(), kManyClasses * kManySamples);
    ASSERT_EQ(map.cols(), kManyClasses * kFeatures);
    const Matrix w = random_matrix(kFeatures, kManyClasses, 2);
    const Matrix z = matrix * w;
    Vector image(map.rows());
    map.multiply(Eigen::Map<const Vector>(w.data(), w.size()), image);
    EXPECT_LE((image - Eigen::Map<const Vector>(z.data(), z.size())).norm(), 1e-13);
    Vector back(map.cols());
    map.multiply_adjoint(image, back);
    const Matrix adjoint = matrix.transpose() * z;
    EXPECT_LE((back - Eigen::Map<const Vector>(adjoint.data(), adjoint.size())).norm(), 1e-12);
  }
}

TEST(ClassMap, ComputesImagesOfAtoms) {
  const Matrix thin = (random_matrix(90, 30, 3).array() > 1.3).cast<double>();
  const ClassMap map(std::make_shared<SparseMap>(SparseMatrix(thin.sparseView())), 3);
  Random random(4);
  Index lists = 0;
  for (int i = 0; i < 60; ++i) {
    Atom atom;
    if (i % 5 == 0) {
      Atom::RankOne& one = atom.become_rank_one(30, 3);
      one.scale = 1.5;
      one.left = random_vector(30, static_cast<std::uint64_t>(i));
      one.right = random_vector(3, static_cast<std::uint64_t>(i + 1));
    } else if (i % 5 == 1) {
      Atom::Sparse& group = atom.become_sparse(90);
      for (const int k : {0, 1, 2}) {
        group.indices.push_back(30 * k + i % 30);
        group.values.push_back(1.0 + k);
      }
    } else {
      (i % 2 == 0 ? any_shape(90) : coordinates(90))(random, atom);
    }
    Vector exact(map.rows()), image(map.rows());
    map.multiply(atom.to_dense(), exact);
    map.image(atom, image);
    EXPECT_LE((image - exact).norm(), 1e-13 * (1 + exact.norm())) << i;
    EntryList list;
    ASSERT_EQ(map.append_image(atom, list), map.image_length(atom).has_value());
    if (!map.image_length(atom)) continue;
    ++lists;
    EXPECT_LE(static_cast<Index>(list.size()), *map.image_length(atom));
    for (std::size_t k = 0; k < list.size(); ++k) exact[list.places[k]] -= list.values[k];
    EXPECT_LE(exact.norm(), 1e-13) << i;
  }
  EXPECT_GT(lists, 20);
}

TEST(Softmax, GradientMatchesValueWithAndWithoutIntercepts) {
  const ManyClasses data(kManySamples, kFeatures, kManyClasses, 5);
  for (const Intercept intercept : {Intercept::none, Intercept::profiled}) {
    const Composite f = softmax(data.a, data.classes, kManyClasses, {}, intercept);
    EXPECT_EQ(f.dimension(), kFeatures * kManyClasses);
    EXPECT_EQ(check_gradient(f, random_vector(f.dimension(), 6)), std::vector<std::string>{});
    EXPECT_TRUE(f.lipschitz().has_value());
  }
}

// Without features the best intercepts are the logarithms of the class frequencies.
TEST(Softmax, InterceptsOfNullModelAreLogFrequencies) {
  const Vector classes{{0, 0, 0, 1, 2, 2, 2, 2, 2, 2}};
  const Composite f = softmax(Matrix::Ones(10, 1), classes, 3, {}, Intercept::profiled);
  const Vector b = f.intercept(Vector{{0.3, -0.2, 1}});
  EXPECT_NEAR(b.sum(), 0, 1e-14);
  // The feature is constant, so its coefficients compensate for it.
  EXPECT_NEAR((b[0] + 0.3) - (b[1] - 0.2), std::log(3.0), 1e-14);
  EXPECT_NEAR((b[2] + 1) - (b[1] - 0.2), std::log(6.0), 1e-14);
  const double entropy = -(0.3 * std::log(0.3) + 0.1 * std::log(0.1) + 0.6 * std::log(0.6));
  EXPECT_NEAR(f.value(Vector::Zero(3)), entropy, 1e-15);
}

TEST(Softmax, InterceptsMakeDerivativesSumToZero) {
  const ManyClasses data(kManySamples, kFeatures, kManyClasses, 7);
  const LossOptions weighted{.weights = random_vector(kManySamples, 8).cwiseAbs()};
  const SoftmaxLoss loss(data.classes, kManyClasses, weighted);
  for (const double size : {0.0, 1.0, 10.0, 100.0, 1e4, 1e6}) {
    Vector z = size * random_vector(loss.predictions(), 9), r(z.size());
    const Vector b = best_intercept(loss, z);
    EXPECT_NEAR(b.sum(), 0, 1e-12 * (1 + size));
    for (Index k = 0; k < kManyClasses; ++k)
      z.segment(k * kManySamples, kManySamples).array() += b[k];
    loss.derivative(z, r);
    for (Index k = 0; k < kManyClasses; ++k) {
      EXPECT_NEAR(r.segment(k * kManySamples, kManySamples).sum(), 0, 1e-13 + 1e-15 * size) << size;
    }
  }
}

// Permuted class numbers, with permuted coefficients.
TEST(Softmax, IsInvariantUnderClassPermutation) {
  const ManyClasses data(kManySamples, kFeatures, kManyClasses, 10);
  const Vector last_first = 3 - data.classes.array();
  const Options options{.gap_tolerance = 1e-9};
  const GroupBall set = feature_groups(kFeatures, kManyClasses, 3);
  const Intercept profiled = Intercept::profiled;
  const Result one =
      minimize(softmax(data.a, data.classes, kManyClasses, {}, profiled), set, options);
  const Result other =
      minimize(softmax(data.a, last_first, kManyClasses, {}, profiled), set, options);
  EXPECT_NEAR(one.value, other.value, 2e-9);
  const Eigen::Map<const Matrix> w(one.x.data(), kFeatures, kManyClasses);
  const Eigen::Map<const Matrix> v(other.x.data(), kFeatures, kManyClasses);
  EXPECT_LE((w - v.rowwise().reverse()).norm(), 1e-3);
}

// Two features, three classes: a grid of points in the set, with optimal intercepts.
TEST(Softmax, MinimumMatchesGridSearch) {
  const ManyClasses data(20, 1, 3, 11);
  const Composite f = softmax(data.a, data.classes, 3, {}, Intercept::profiled);
  const SoftmaxLoss loss(data.classes, 3);
  const Result result = minimize(f, L2Ball(3, 0.7), {.gap_tolerance = 1e-8});
  double lowest = 1e9;
  for (double angle = 0; angle < 6.28; angle += 0.01) {
    // Coefficients that sum to 0 suffice.
    const Vector u = Vector{{1, -1, 0}}.normalized(), v = Vector{{1, 1, -2}}.normalized();
    const Vector x = 0.7 * (std::cos(angle) * u + std::sin(angle) * v);
    Vector z(60);
    for (Index k = 0; k < 3; ++k) z.segment(20 * k, 20) = x[k] * data.a.col(0);
    const Vector b = best_intercept(loss, z);
    for (Index k = 0; k < 3; ++k) z.segment(20 * k, 20).array() += b[k];
    lowest = std::min(lowest, loss.value(z));
  }
  EXPECT_LE(result.value, lowest + 1e-8);
  EXPECT_GE(result.value, lowest - 1e-4);
}

TEST(GroupBalls, AreSolvedWithFewLmoCalls) {
  const ManyClasses data(500, 64, 10, 12);
  const GroupBall ball = feature_groups(64, 10, 6);
  const auto groups = [](double radius) {
    std::vector<std::vector<Index>> all(16);
    for (Index j = 0; j < 64; ++j) all[j / 4].push_back(j);
    return GroupBall(Groups(all), WithinGroup::l2, radius);
  };
  const Vector target = data.classes.array() - 4.5;
  const Vector labels = target.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  struct Run {
    const char* name;
    std::shared_ptr<const Objective> f;
    GroupBall set;
    std::int64_t most_calls;
  };
  const Intercept profiled = Intercept::profiled;
  const Run runs[] = {
      {"softmax", std::make_shared<Composite>(softmax(data.a, data.classes, 10, {}, profiled)),
       ball, 60},
      {"logistic", std::make_shared<Composite>(logistic(data.a, labels, {}, profiled)), groups(2),
       40},
      {"least_squares",
       std::make_shared<LeastSquares>(data.a, target,
                                      LeastSquaresOptions{.factor = 1.0 / 500, .intercept = true}),
       groups(2), 40}};
  for (const Run& run : runs) {
    const Result result =
        minimize(*run.f, run.set, {.max_iterations = 1000, .relative_gap_tolerance = 1e-6});
    EXPECT_EQ(result.direction, "corrective") << run.name;
    EXPECT_TRUE(is_converged(result.status)) << run.name << ": " << result.message;
    EXPECT_LE(result.counts.oracle_calls, run.most_calls) << run.name;
  }
}

}  // namespace
}  // namespace acgd_test
