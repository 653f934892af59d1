// Same input, same bits: on one thread and on several, for each kind of objective with
// multithreaded products. The data is large enough for several threads.
#include <gtest/gtest.h>

#ifdef _OPENMP
#include <omp.h>

#include <random>

#include "acgd/acgd.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "support/same_bits.hpp"

namespace acgd {
namespace {

constexpr Index kManySamples = 780, kManyVariables = 700;  // 4.4 MB

Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Matrix a(rows, cols);
  for (double& entry : a.reshaped()) entry = uniform(random);
  return a;
}

struct NamedObjective {
  const char* name;
  std::shared_ptr<const Objective> f;
};

std::vector<NamedObjective> objectives() {
  const Matrix a = random_matrix(kManySamples, kManyVariables, 1);
  const MatrixFloat floats = a.cast<float>().replicate(2, 1);  // half the bytes per entry
  const SparseMatrix sparse = a.sparseView(0.05, 1.0);
  const Vector target = random_matrix(kManySamples, 1, 2);
  const Vector labels = target.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Matrix symmetric = a.topRows(kManyVariables) + a.topRows(kManyVariables).transpose();
  const SparseMatrix sparse_symmetric = symmetric.sparseView(0.05, 1.0);
  const Vector b = target.head(kManyVariables);
  const auto squares = [&](LeastSquaresRoute route) {
    return std::make_shared<LeastSquares>(a, target, LeastSquaresOptions{.route = route});
  };
  return {{"dense", std::make_shared<Composite>(logistic(a, labels))},
          {"float", std::make_shared<Composite>(logistic(floats, labels.replicate(2, 1)))},
          {"sparse", std::make_shared<Composite>(huber(sparse, target, 0.5))},
          {"quadratic", std::make_shared<Quadratic>(symmetric, b)},
          {"sparse quadratic", std::make_shared<Quadratic>(sparse_symmetric, b)},
          {"composite route", squares(LeastSquaresRoute::composite)},
          {"gram columns", squares(LeastSquaresRoute::gram_columns)},
          {"gram matrix", squares(LeastSquaresRoute::gram_matrix)}};
}

std::vector<Result> runs_on(int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  std::vector<Result> results;
  for (const NamedObjective& objective :
       objectives()) {  // constructed anew, including what is computed once
    for (const bool coordinates : {true, false}) {
      const L1Ball l1(kManyVariables, 5.0);
      const L2Ball l2(kManyVariables, 5.0);
      const Oracle& set = coordinates ? static_cast<const Oracle&>(l1) : l2;
      results.push_back(
          minimize(*objective.f, set, Options{.direction = FrankWolfe{}, .max_iterations = 6}));
      results.push_back(
          minimize(*objective.f, set, Options{.direction = Corrective{}, .max_iterations = 4}));
      results.push_back(minimize(*objective.f, set,
                                 Options{.direction = FrankWolfe{},
                                         .step = Short{.lipschitz = objective.f->lipschitz()},
                                         .max_iterations = 2}));
    }
  }
  omp_set_num_threads(before);
  return results;
}

TEST(SameBitsOnThreads, OneAndThreeGiveSameBits) {
  const std::vector<Result> one = runs_on(1), three = runs_on(3);
  ASSERT_EQ(three.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_TRUE(acgd_test::same_bits(one[i], three[i]))
        << objectives()[i / 6].name << ", run " << i % 6;
  }
}

}  // namespace
}  // namespace acgd
#endif
