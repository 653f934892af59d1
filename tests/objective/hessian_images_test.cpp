#include "objective/hessian_images.hpp"

#include <gtest/gtest.h>

#include "objective/quadratic_problems.hpp"

namespace acgd {
namespace {

using acgd_test::random_symmetric;
using acgd_test::random_vector;

constexpr Index kImageSize = 40;

/// Stores no columns, and counts.
class CountingHessian final : public Hessian {
 public:
  explicit CountingHessian(Matrix h, double column_bytes = 8 * kImageSize)
      : h_(std::move(h)), column_bytes_(column_bytes) {}
  Index dimension() const override { return kImageSize; }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    y = h_ * x;
  }
  void column(Index j, VectorRef y) const override {
    ++columns;
    y = h_.col(j);
  }
  double bytes() const override { return 8.0 * kImageSize * kImageSize; }
  double column_bytes() const override { return column_bytes_; }
  const Matrix& matrix() const { return h_; }
  mutable int products = 0, columns = 0;

 private:
  Matrix h_;
  double column_bytes_;
};

void expect_image(HessianImages& images, const Matrix& h, const Atom& atom) {
  const HessianImages::Image image = images.of(atom);
  const Vector exact = h * atom.to_dense();
  const Vector found = image.scale * Eigen::Map<const Vector>(image.image, kImageSize);
  EXPECT_LE((found - exact).norm(), 1e-13 * (1 + exact.norm()));
  if (image.atom != nullptr) {
    EXPECT_EQ(Vector(Eigen::Map<const Vector>(image.atom, kImageSize)), atom.to_dense());
  }
}

Atom sparse(std::initializer_list<std::pair<Index, double>> entries) {
  Atom atom;
  Atom::Sparse& list = atom.become_sparse(kImageSize);
  for (const auto& [index, value] : entries) {
    list.indices.push_back(index);
    list.values.push_back(value);
  }
  return atom;
}

TEST(HessianImages, ACoordinateIsOneColumnComputedOnce) {
  const CountingHessian h(random_symmetric(kImageSize, 1));
  HessianImages images(h, 1 << 20);
  Atom atom;
  for (int round = 0; round < 3; ++round) {
    for (const Index j : {3, 7, 39}) {
      atom.become_coordinate(kImageSize, j, -2.5);
      expect_image(images, h.matrix(), atom);
    }
  }
  EXPECT_EQ(h.columns, 3);
  EXPECT_EQ(h.products, 0);
}

TEST(HessianImages, AnAtomSeenRecentlyCostsNothing) {
  const CountingHessian h(random_symmetric(kImageSize, 2));
  HessianImages images(h, 0);
  const Atom a(random_vector(kImageSize, 3)), b(random_vector(kImageSize, 4));
  for (int round = 0; round < 5; ++round) {
    expect_image(images, h.matrix(), a);
    expect_image(images, h.matrix(), b);
  }
  EXPECT_EQ(h.products, 2);
  EXPECT_EQ(h.columns, 0);
}

TEST(HessianImages, FewChangesCostTheirColumns) {
  const CountingHessian h(random_symmetric(kImageSize, 5));
  HessianImages images(h, 1 << 20);
  Vector v = Vector::Ones(kImageSize);
  expect_image(images, h.matrix(), Atom(v));
  EXPECT_EQ(h.products, 1);
  v[5] = -1;
  v[9] = -1;
  expect_image(images, h.matrix(), Atom(v));
  EXPECT_EQ(h.products, 1);
  EXPECT_EQ(h.columns, 2);
  v[9] = 1;
  expect_image(images, h.matrix(), Atom(v));
  EXPECT_EQ(h.columns, 2);  // kept
}

TEST(HessianImages, ASparseAtomIsASumOfColumnsWhereThatIsCheaper) {
  const CountingHessian cheap(random_symmetric(kImageSize, 6));
  HessianImages by_columns(cheap, 1 << 20);
  expect_image(by_columns, cheap.matrix(), sparse({{1, 1}, {4, 2}, {30, -1}}));
  EXPECT_EQ(cheap.products, 0);
  EXPECT_EQ(cheap.columns, 3);

  const CountingHessian dear(random_symmetric(kImageSize, 6), 8.0 * kImageSize * kImageSize / 2);
  HessianImages by_product(dear, 1 << 20);
  expect_image(by_product, dear.matrix(), sparse({{1, 1}, {4, 2}, {30, -1}}));
  EXPECT_EQ(dear.products, 1);
  EXPECT_EQ(dear.columns, 0);
}

TEST(HessianImages, KnowsTheImageOfNothing) {
  const CountingHessian h(random_symmetric(kImageSize, 7));
  HessianImages images(h, 1 << 20);
  Atom atom;
  atom.become_coordinate(kImageSize, 3, 0);
  expect_image(images, h.matrix(), atom);
  expect_image(images, h.matrix(), Atom(Vector::Zero(kImageSize)));
  EXPECT_EQ(h.products + h.columns, 0);
}

TEST(HessianImages, CarriedImagesStayAccurate) {
  const DenseHessian h(random_symmetric(kImageSize, 8));
  HessianImages images(h, 0);
  Vector v = random_vector(kImageSize, 9);
  for (Index k = 0; k < 3000; ++k) {
    v[(7 * k) % kImageSize] = random_vector(1, static_cast<std::uint64_t>(100 + k))[0];
    expect_image(images, h.matrix(), Atom(v));
  }
}

}  // namespace
}  // namespace acgd
