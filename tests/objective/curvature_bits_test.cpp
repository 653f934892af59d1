// Products of two atoms have the same bits whatever the other atoms are.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "objective/atoms.hpp"
#include "objective/curvature_sums.hpp"
#include "objective/random_atoms.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

std::vector<Term> active_terms(const std::vector<Atom>& atoms) {
  std::vector<Term> terms;
  for (const Atom& atom : atoms) terms.push_back({&atom, 1, static_cast<AtomId>(terms.size())});
  return terms;
}

class CurvatureBits : public testing::TestWithParam<CurvatureProblem> {};

// In another order, and with fewer of them.
TEST_P(CurvatureBits, OfTwoAtomsDependOnThemAlone) {
  const CurvatureProblem& problem = GetParam();
  const Index n = problem.f->dimension();
  Random random(3);
  std::vector<Atom> atoms(30);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    (i % 2 == 0 ? any_shape(n) : coordinates(n))(random, atoms[i]);
  }
  const auto terms = active_terms(atoms);
  const auto cursor = problem.f->start(atoms[6], l2_norm());
  Curvature& curvature = *cursor->curvature();
  Matrix all(30, 30);
  curvature.gram(terms, 0, all);
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const std::size_t count : {30u, 17u, 4u, 4u, 3u, 3u, 2u, 2u, 1u}) {
    std::shuffle(order.begin(), order.end(), random);
    std::vector<Term> some;
    for (std::size_t k = 0; k < count; ++k) some.push_back(terms[order[k]]);
    const auto size = static_cast<Index>(count);
    Matrix h(size, size);
    curvature.gram(some, 0, h);
    curvature.gram(some, size / 3, h);
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) {
        ASSERT_EQ(h(i, j), all(static_cast<Index>(order[i]), static_cast<Index>(order[j])))
            << i << ", " << j << " of " << count;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CurvatureBits, testing::ValuesIn(curvature_problems()),
                         [](const auto& test) { return test.param.name; });

#ifdef _OPENMP
// Several tiles of a panel that is processed in several pieces.
TEST(CurvatureThreads, DoNotChangeBits) {
  const Index m = 22000, n = 100;
  const Matrix a = Matrix::NullaryExpr(
      m, n, [](Index i, Index j) { return static_cast<double>((i * (2 * j + 3)) % 17 - 8); });
  const Composite f(std::make_shared<SquaredLoss>(Vector::Zero(m)), std::make_shared<DenseMap>(a));
  std::vector<Atom> atoms;
  for (Index j = 0; j < n; ++j) atoms.push_back(coordinate(n, j, j % 2 == 0 ? 3 : -2));
  const auto terms = active_terms(atoms);
  const auto gram = [&](int threads) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    const auto cursor = f.start(atoms[0], l2_norm());
    Matrix h(n, n);
    cursor->curvature()->gram(terms, 0, h);
    omp_set_num_threads(before);
    return h;
  };
  const Matrix one = gram(1);
  EXPECT_EQ(one, gram(2));
  EXPECT_EQ(one, gram(5));
  for (const Index j : {0, 1, 57, 99}) {
    for (Index i = 0; i < n; ++i) {
      const double scale = 2 * (i % 2 == 0 ? 3.0 : -2.0) * (j % 2 == 0 ? 3.0 : -2.0);
      const double size = std::abs(scale) * a.col(i).norm() * a.col(j).norm();
      EXPECT_NEAR(one(i, j), scale * a.col(i).dot(a.col(j)), 1e-13 * size);
    }
  }
}
#endif

}  // namespace
}  // namespace acgd_test
