#include "parallel/gradient_operator.hpp"

#include <gtest/gtest.h>

#include <random>

#include "acgd/objective/matrix_completion.hpp"
#include "linalg/threads.hpp"
#include "support/same_bits.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

/// Ratings at random positions, and gradient values there.
std::vector<Observation> random_ratings(int rows, int cols, int count) {
  std::mt19937_64 random(17);
  std::normal_distribution<double> normal;
  std::vector<Observation> ratings;
  for (int k = 0; k < count; ++k) {
    ratings.push_back({static_cast<int>(random() % static_cast<unsigned>(rows)),
                       static_cast<int>(random() % static_cast<unsigned>(cols)), normal(random)});
  }
  return ratings;
}

/// G x over some blocks, each summed separately, combined in a binary tree.
Vector by_halves(const Gradient& g, const Vector& x, Index first, Index last) {
  if (last - first > 1) {
    const Index middle = first + (last - first) / 2;
    return by_halves(g, x, first, middle) + by_halves(g, x, middle, last);
  }
  const SparsityPattern& pattern = g.pattern();
  Vector y = Vector::Zero(pattern.rows);
  for (int j = pattern.block_columns[first]; j < pattern.block_columns[last]; ++j) {
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      y[pattern.row_indices[k]] += g.entries()[k] * x[j];
    }
  }
  return y;
}

struct Products {
  Vector direct, adjoint;
};

/// Products with the gradient at 0, twice with the same memory.
Products products(const MatrixCompletion& f) {
  const Vector x = Vector::LinSpaced(f.cols(), -1, 2).array().cos();
  const Vector u = Vector::LinSpaced(f.rows(), -2, 1).array().sin();
  Gradient g = f.make_gradient();
  Vector r(f.loss().size());
  f.loss().derivative(Vector::Zero(r.size()), r);
  f.add_up(r, g.entries());
  GradientOperator::Room room;
  const GradientOperator product(g, f.rows(), f.cols(), room);
  Products out{Vector(f.rows()), Vector(f.cols())};
  for (int again = 0; again < 2; ++again) {
    product.multiply(x, out.direct);
    product.multiply_adjoint(u, out.adjoint);
  }
  if (f.reduction()->team().size() == 1) {
    // Machines with fused multiply-add round products differently.
    const Vector expected = by_halves(g, x, 0, f.reduction()->count());
    EXPECT_LT((out.direct - expected).norm(), 1e-15 * expected.norm());
  }
  return out;
}

void expect_same(const Products& a, const Products& b) {
  EXPECT_TRUE(acgd_test::same_bits(a.direct, b.direct));
  EXPECT_TRUE(acgd_test::same_bits(a.adjoint, b.adjoint));
}

TEST(GradientOperator, SumsOverTreeOfBlocksOnAnyNumberOfRanks) {
  struct Shape {
    int rows, cols, count;
  };
  // Many ratings per row, few, and hardly any.
  for (const Shape shape : {Shape{30, 40, 900}, Shape{6000, 300, 5000}, Shape{50000, 40, 600}}) {
    const auto ratings = random_ratings(shape.rows, shape.cols, shape.count);
    const MatrixCompletion whole(shape.rows, shape.cols, ratings);
    const Products plain = products(whole);
    for (const int ranks : {2, 3, 4, 8, 11}) {
      ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
        const ThreadLimit one(1);
        const auto mine = team->rank() == ranks - 1 ? ratings : std::vector<Observation>();
        expect_same(products(MatrixCompletion(shape.rows, shape.cols, mine, {}, team)), plain);
      });
    }
  }
}

TEST(GradientOperator, AnyNumberOfThreadsGivesSameBits) {
  const MatrixCompletion f(3000, 2000, random_ratings(3000, 2000, 1500000));
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return products(f);
  };
  const Products one = with(1);
  expect_same(with(2), one);
}

TEST(GradientOperator, AgreesWithDenseMatrix) {
  const auto ratings = random_ratings(20, 30, 200);
  const MatrixCompletion f(20, 30, ratings, {.rho = 1e3, .scaling = Scaling::sum});
  Matrix g = Matrix::Zero(20, 30);
  for (const Observation& o : ratings) g(o.row, o.col) -= o.value;
  const Products made = products(f);
  const Vector x = Vector::LinSpaced(30, -1, 2).array().cos();
  const Vector u = Vector::LinSpaced(20, -2, 1).array().sin();
  EXPECT_LT((made.direct - g * x).norm(), 1e-13 * g.norm());
  EXPECT_LT((made.adjoint - g.transpose() * u).norm(), 1e-13 * g.norm());
}

}  // namespace
}  // namespace acgd
