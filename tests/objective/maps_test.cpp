// Every map against the dense matrix that it represents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "objective/atoms.hpp"
#include "objective/sparse_map.hpp"
#include "oracle/matrices.hpp"
#include "support/not_finite.hpp"

namespace acgd {
namespace {

using Entry = SparseMap::Entry;

using acgd_test::kNaN;

/// A user's own map: only products, atoms are made dense.
class Own final : public LinearMap {
 public:
  explicit Own(Matrix a) : a_(std::move(a)) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override { y = a_ * x; }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { y = a_.transpose() * x; }

 private:
  Matrix a_;
};

/// The matrix of a map, column by column.
Matrix matrix_of(const LinearMap& map) {
  Matrix a(map.rows(), map.cols());
  for (Index j = 0; j < map.cols(); ++j) map.multiply(Vector::Unit(map.cols(), j), a.col(j));
  return a;
}

/// The image as a list, where supported: appended to the list's content.
void examine_list(const LinearMap& map, const Atom& atom, Vector image) {
  EntryList list;
  list.add(7, 0.5);
  ASSERT_EQ(map.append_image(atom, list), map.image_length(atom).has_value());
  EXPECT_EQ(list.places[0], 7);
  EXPECT_EQ(list.values[0], 0.5);
  ASSERT_EQ(list.values.size(), list.size());
  if (!map.image_length(atom)) {
    EXPECT_EQ(list.size(), 1);
    return;
  }
  EXPECT_LE(list.size(), static_cast<std::size_t>(1 + *map.image_length(atom)));
  const double size = image.norm();
  for (std::size_t k = 1; k < list.size(); ++k) image[list.places[k]] -= list.values[k];
  EXPECT_LE(image.norm(), 1e-13 * (1 + size)) << atom.shape().index();
}

void examine(const LinearMap& map, const Matrix& expected) {
  ASSERT_EQ(map.rows(), expected.rows());
  ASSERT_EQ(map.cols(), expected.cols());
  EXPECT_EQ(matrix_of(map), expected);
  const Vector x = normal_matrix(map.cols(), 1, 42), r = normal_matrix(map.rows(), 1, 42);
  Vector y = Vector::Constant(map.rows(), kNaN), g = Vector::Constant(map.cols(), kNaN);
  map.multiply(x, y);
  map.multiply_adjoint(r, g);
  EXPECT_LE((y - expected * x).norm(), 1e-13 * (1 + y.norm()));
  EXPECT_LE((g - expected.transpose() * r).norm(), 1e-13 * (1 + g.norm()));
  EXPECT_NEAR(y.dot(r), x.dot(g), 1e-12 * (1 + y.norm() * r.norm()));
  for (const Atom& atom : acgd_test::atoms_of_every_shape(map.cols())) {
    Vector z = Vector::Constant(map.rows(), kNaN);
    map.image(atom, z);
    const Vector wanted = expected * atom.to_dense();
    EXPECT_LE((z - wanted).norm(), 1e-13 * (1 + wanted.norm())) << atom.shape().index();
    examine_list(map, atom, wanted);
  }
}

/// With an empty row, an all-zero column and an entry given twice.
std::vector<Entry> some_entries() {
  return {{3, 2, 1.5}, {0, 5, -2}, {3, 0, 4}, {1, 2, 0.25}, {0, 5, 3}, {4, 4, 1}, {3, 5, -1}};
}
Matrix some_matrix() {
  Matrix a = Matrix::Zero(5, 6);
  a(3, 2) = 1.5;
  a(0, 5) = 1;
  a(3, 0) = 4;
  a(1, 2) = 0.25;
  a(4, 4) = 1;
  a(3, 5) = -1;
  return a;
}

TEST(DenseMap, MatchesDenseMatrix) {
  for (const auto& [m, n] : {std::pair<Index, Index>{1, 1}, {1, 6}, {5, 1}, {7, 6}, {90, 1200}}) {
    const Matrix a = normal_matrix(m, n, 42);
    examine(DenseMap(a), a);
    examine(DenseMap(MatrixFloat(a.cast<float>())), a.cast<float>().cast<double>());
  }
}

TEST(DenseMap, SharesMatrix) {
  const auto a = std::make_shared<const Matrix>(normal_matrix(3, 2, 42));
  const DenseMap map(a);
  EXPECT_EQ(map.matrix()->data(), a->data());
  EXPECT_EQ(map.matrix_float(), nullptr);
  EXPECT_EQ(map.bytes(), 48);
  EXPECT_EQ(DenseMap(MatrixFloat(MatrixFloat::Ones(3, 2))).bytes(), 24);
}

TEST(SparseMap, MatchesDenseMatrix) {
  examine(SparseMap(5, 6, some_entries()), some_matrix());
  examine(SparseMap(1, 1, {{0, 0, -3}}), Matrix::Constant(1, 1, -3));
  examine(SparseMap(4, 3, {}), Matrix::Zero(4, 3));
  const Matrix random = normal_matrix(60, 40, 42);
  const Matrix a = (random.array().abs() > 1).select(random, 0);
  examine(SparseMap(SparseMatrix(a.sparseView())), a);
}

TEST(SparseMap, AcceptsUncompressedEigenMatrices) {
  SparseMatrix loose(5, 6);
  loose.reserve(Eigen::VectorXi::Constant(6, 4));
  for (const Entry& entry : some_entries()) loose.coeffRef(entry.row, entry.col) += entry.value;
  ASSERT_FALSE(loose.isCompressed());
  examine(SparseMap(loose), some_matrix());
}

TEST(SparseMap, SortsAndMergesEntries) {
  const SparseMap map(5, 6, some_entries());
  EXPECT_EQ(map.entry_count(), 6);
  EXPECT_EQ(map.bytes(), 72);
  const auto& [starts, indices, values, floats] = map.by_column();
  EXPECT_TRUE(std::ranges::equal(starts, std::vector<int>{0, 1, 1, 3, 3, 4, 6}));
  EXPECT_TRUE(std::ranges::equal(indices, std::vector<int>{3, 1, 3, 4, 0, 3}));
}

void examine_rows(const SparseMatrix& matrix, Index first, Index last, const Matrix& expected) {
  const auto rows = std::make_shared<const SparseLines>(rows_between(matrix, first, last));
  examine(SparseMap(last - first, rows->view(), rows), expected);
}

TEST(SparseMap, IsBuiltFromRowsOfMatrix) {
  const Matrix random = normal_matrix(60, 40, 42);
  const Matrix a = (random.array().abs() > 1).select(random, 0);
  const SparseMatrix sparse = a.sparseView();
  examine_rows(sparse, 0, 7, a.topRows(7));
  examine_rows(sparse, 7, 40, a.middleRows(7, 33));
  examine_rows(sparse, 40, 60, a.bottomRows(20));
  EXPECT_TRUE(rows_between(sparse, 7, 7).indices.empty());
  // With gaps between the columns.
  SparseMatrix loose = some_matrix().sparseView();
  loose.reserve(Eigen::VectorXi::Constant(6, 4));
  ASSERT_FALSE(loose.isCompressed());
  examine_rows(loose, 3, 5, some_matrix().bottomRows(2));
}

TEST(SparseMap, IsBuiltFromRows) {
  // The rows 1 and 2 of three, of five columns.
  const std::vector<int> starts = {1, 3, 4}, indices = {4, 0, 3, 2};
  const std::vector<double> values = {9, 1.5, -2, 8};
  const Matrix expected{{1.5, 0, 0, -2, 0}, {0, 0, 8, 0, 0}};
  examine(SparseMap::of_rows({starts, indices, values}, 5), expected);
}

TEST(SparseMap, ReadsColumnsInPlace) {
  struct Columns {
    std::vector<int> starts = {0, 2, 2, 3}, rows = {0, 3, 2};
    std::vector<float> floats = {0.5F, -3, 1.25F};
  };
  auto owner = std::make_shared<const Columns>();
  const std::weak_ptr<const Columns> observed = owner;
  const Columns& c = *owner;
  const SparseMap map(4, {c.starts, c.rows, {}, c.floats}, std::move(owner));
  owner = nullptr;
  EXPECT_FALSE(observed.expired());
  examine(map, Matrix{{0.5, 0, 0}, {0, 0, 0}, {0, 0, 1.25}, {-3, 0, 0}});
  EXPECT_EQ(map.bytes(), 36) << "choices must not depend on how values are stored";
  examine(SparseMap(4, {c.starts, c.rows}, observed.lock()),
          Matrix{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}});
}

TEST(DenseMap, ReadsRowsOfColumnsInPlace) {
  for (const Index rows : {9, 2100}) {
    const Matrix a = normal_matrix(rows, 13, 42);
    const MatrixFloat b = a.cast<float>();
    const Eigen::OuterStride<> stride(rows);
    const Index some = rows - 5;
    const DenseMap part(DenseMap::View(a.data() + 3, some, 13, stride), nullptr);
    examine(part, a.middleRows(3, some));
    examine(DenseMap(DenseMap::FloatView(b.data() + 3, some, 13, stride), nullptr),
            b.middleRows(3, some).cast<double>());
    // Identical to the bit to the result of a copy.
    const Vector r = normal_matrix(some, 1, 42);
    Vector g(13), h(13);
    part.multiply_adjoint(r, g);
    DenseMap(Matrix(a.middleRows(3, some))).multiply_adjoint(r, h);
    EXPECT_EQ(g, h);
  }
}

TEST(IdentityMap, MatchesDenseMatrix) { examine(IdentityMap(6), Matrix::Identity(6, 6)); }

TEST(LinearMap, UserMapNeedsOnlyProducts) {
  const Matrix a = normal_matrix(4, 6, 42);
  examine(Own(a), a);
  EXPECT_EQ(Own(a).bytes(), 192);
}

TEST(SquaredOperatorNorm, BoundsLargestSingularValueFromAbove) {
  for (const auto& [m, n] : {std::pair<Index, Index>{1, 1}, {3, 40}, {40, 30}}) {
    const Matrix a = normal_matrix(m, n, 42);
    const double exact = std::pow(largest_singular_value(a), 2);
    EXPECT_GE(squared_operator_norm(DenseMap(a)), exact * (1 - 1e-12));
    EXPECT_LE(squared_operator_norm(DenseMap(a)), exact * (1 + 1e-6));
  }
  EXPECT_EQ(squared_operator_norm(SparseMap(4, 3, {})), 0);
}

TEST(Maps, ProvideListsOfShortImages) {
  Atom one;
  one.become_coordinate(60, 5, 2);
  const std::vector<Entry> few = {{3, 5, 1.5}, {39, 5, 2}, {7, 6, 1}};
  EXPECT_EQ(SparseMap(40, 60, few).image_length(one), 2);
  EXPECT_EQ(IdentityMap(60).image_length(one), 1);
  EXPECT_EQ(DenseMap(Matrix(Matrix::Ones(40, 60))).image_length(one), std::nullopt);
  EXPECT_EQ(SparseMap(SparseMatrix(Matrix::Ones(40, 60).sparseView())).image_length(one),
            std::nullopt);
  EXPECT_EQ(IdentityMap(60).image_length(Atom(Vector::Ones(60))), std::nullopt);
  for (const Index n : {12, 60}) {
    examine(IdentityMap(n), Matrix::Identity(n, n));
    std::vector<Entry> entries;
    for (Index j = 0; j < n; ++j) entries.push_back({(5 * j) % 7, j, 1});
    SparseMatrix ones(50, n);
    for (const Entry& entry : entries) ones.insert(entry.row, entry.col) = entry.value;
    examine(SparseMap(50, n, entries), Matrix(ones));
    entries.push_back({49, 3, 0.25});
    ones.insert(49, 3) = 0.25;
    examine(SparseMap(50, n, entries), Matrix(ones));
  }
}

void expect_message(const std::function<void()>& call, const std::string& message) {
  try {
    call();
    ADD_FAILURE() << "accepted, should say: " << message;
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(Maps, RejectInvalidInput) {
  Matrix a = Matrix::Zero(2, 3);
  a(1, 2) = kNaN;
  expect_message([&] { DenseMap{a}; }, "matrix(1, 2) = nan: must be finite");
  expect_message([&] { DenseMap{Matrix(0, 3)}; }, "matrix: is 0 x 3, must not be empty");
  expect_message([&] { DenseMap{std::shared_ptr<const Matrix>()}; }, "matrix: must not be null");
  expect_message([&] { SparseMap(2, 2, {{2, 0, 1}}); }, "entry(2, 0): must lie in a 2 x 2 matrix");
  expect_message([&] { SparseMap(2, 2, {{1, 0, kNaN}}); }, "entry(1, 0) = nan: must be finite");
  expect_message(
      [&] {
        SparseMap(2, 2, {{1, 1, 1e308}, {1, 1, 1e308}});
      },
      "entry(1, 1) = inf: must be finite");
  expect_message([&] { SparseMap(SparseMatrix(0, 2)); }, "rows = 0: must be at least 1");
  expect_message([&] { IdentityMap{0}; }, "size = 0: must be at least 1");
}

}  // namespace
}  // namespace acgd
