#include "objective/hessian_curvature.hpp"

#include <gtest/gtest.h>

#include "objective/quadratic_problems.hpp"

namespace acgd {
namespace {

using acgd_test::random_symmetric;
using acgd_test::random_vector;

constexpr Index kImageSize = 40;

/// Stores no columns, and counts calls.
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
  const Vector exact = h * atom.to_dense();
  Vector sum = Vector::Ones(kImageSize);
  images.add({&atom, 2}, sum);
  EXPECT_LE((sum - Vector::Ones(kImageSize) - 2 * exact).norm(), 2e-13 * (1 + exact.norm()));
  if (atom.as<Atom::Coordinate>() != nullptr) return;
  const HessianImages::Image image = images.of(atom);
  EXPECT_LE((Eigen::Map<const Vector>(image.image, kImageSize) - exact).norm(),
            1e-13 * (1 + exact.norm()));
  EXPECT_EQ(Vector(Eigen::Map<const Vector>(image.atom, kImageSize)), atom.to_dense());
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

TEST(HessianImages, CoordinateIsOneColumnComputedOnce) {
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

TEST(HessianImages, RecentAtomCostsNothing) {
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

TEST(HessianImages, FewChangedEntriesCostTheirColumns) {
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
  EXPECT_EQ(h.columns, 2);  // cached
}

TEST(HessianImages, SparseAtomIsSumOfColumnsWhereCheaper) {
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

TEST(HessianImages, ImageOfZeroIsZero) {
  const CountingHessian h(random_symmetric(kImageSize, 7));
  HessianImages images(h, 1 << 20);
  Atom atom;
  atom.become_coordinate(kImageSize, 3, 0);
  expect_image(images, h.matrix(), atom);
  expect_image(images, h.matrix(), Atom(Vector::Zero(kImageSize)));
  EXPECT_EQ(h.products + h.columns, 0);
}

TEST(HessianImages, ImageOfActiveAtomIsComputedOnce) {
  const CountingHessian h(random_symmetric(kImageSize, 10));
  HessianImages images(h, 1 << 20);
  std::vector<Atom> atoms;
  for (std::uint64_t i = 0; i < 8; ++i) atoms.emplace_back(random_vector(kImageSize, 20 + i));
  for (int round = 0; round < 3; ++round) {
    std::vector<const Vector*> alive;
    for (AtomId id = 0; id < 8; ++id) {
      alive.push_back(&images.of_active({&atoms[id], 1, id}));
    }
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_LE((*alive[i] - h.matrix() * atoms[i].to_dense()).norm(), 1e-12);
    }
  }
  EXPECT_EQ(h.products, 8);
  EXPECT_EQ(images.bytes_read(), 0);  // the route of a run depends on it

  images.release(3);
  atoms[3] = Atom(random_vector(kImageSize, 30));
  EXPECT_LE((images.of_active({&atoms[3], 1, 3}) - h.matrix() * atoms[3].to_dense()).norm(), 1e-12);
  EXPECT_EQ(h.products, 9);
}

TEST(HessianImages, ActiveSparseAtomIsSumOfUncachedColumns) {
  const CountingHessian h(random_symmetric(kImageSize, 11));
  HessianImages images(h, 1 << 20);
  images.column(4);
  const Atom atom = sparse({{1, 1}, {4, 2}, {30, -1}});
  EXPECT_LE((images.of_active({&atom, 1, 0}) - h.matrix() * atom.to_dense()).norm(), 1e-13);
  EXPECT_EQ(h.products, 0);
  EXPECT_EQ(h.columns, 3);  // column 4 was cached
  images.column(30);
  EXPECT_EQ(h.columns, 4);  // the others were not stored
}

TEST(HessianImages, AddsActiveAndOtherAtoms) {
  const CountingHessian h(random_symmetric(kImageSize, 12));
  HessianImages images(h, 0);
  const Atom a(random_vector(kImageSize, 13)), b(random_vector(kImageSize, 14));
  Atom one, zero;
  one.become_coordinate(kImageSize, 5, -2);
  zero.become_coordinate(kImageSize, 6, 0);
  for (int round = 0; round < 2; ++round) {
    Vector sum = Vector::Zero(kImageSize);
    for (const Term& term : {Term{&a, 0.5, 1}, Term{&b, -2}, Term{&one, 3, 2}, Term{&zero, 1}}) {
      images.add(term, sum);
    }
    const Vector v = 0.5 * a.to_dense() - 2 * b.to_dense() + 3 * one.to_dense();
    EXPECT_LE((sum - h.matrix() * v).norm(), 1e-12);
  }
  EXPECT_EQ(h.products, 2);
}

/// Provides its columns of three entries as lists; counts products.
class ListedHessian final : public Hessian {
 public:
  Index dimension() const override { return kImageSize; }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products;
    y = matrix() * x;
  }
  bool append_column(Index j, EntryList& list) const override {
    for (Index i = std::max(j - 1, Index{0}); i <= std::min(j + 1, kImageSize - 1); ++i) {
      list.add(i, i == j ? 2 : -1);
    }
    return true;
  }
  double bytes() const override { return 12.0 * 3 * kImageSize; }
  Matrix matrix() const {
    Matrix h = 2 * Matrix::Identity(kImageSize, kImageSize);
    h.diagonal(1).setConstant(-1), h.diagonal(-1).setConstant(-1);
    return h;
  }
  mutable int products = 0;
};

TEST(HessianImages, ActiveSparseAtomIsListWhereColumnsAre) {
  const ListedHessian h;
  HessianImages images(h, 1 << 20);
  const Atom few = sparse({{5, 1}, {6, 2}}), dense(random_vector(kImageSize, 15));
  Vector sum = Vector::Ones(kImageSize);
  images.add({&few, -0.5, 1}, sum);
  EXPECT_EQ(h.products, 0);
  const Vector image = Vector::Ones(kImageSize) - 0.5 * h.matrix() * few.to_dense();
  EXPECT_EQ(sum, image);
  images.add({&dense, 2, 2}, sum);  // longer than a vector
  EXPECT_EQ(h.products, 1);
  EXPECT_LE((sum - image - 2 * h.matrix() * dense.to_dense()).norm(), 1e-13);
}

TEST(HessianImages, UpdatedImagesStayAccurate) {
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
