// Products against Eigen's, and the same bits with one thread and with several.
#include "linalg/kernels.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "oracle/matrices.hpp"

namespace acgd {
namespace {

using MatrixFloat = Eigen::MatrixXf;

Matrix random_matrix(Index rows, Index cols) {
  return normal_matrix(rows, cols, static_cast<unsigned>(1000 * rows + cols));
}

template <class M>
kernels::DenseView<typename M::Scalar> view(const M& a) {
  return {a.data(), a.rows(), a.cols()};
}

/// A sparse matrix by lines, with about one entry in ten and some empty lines.
template <class Scalar>
struct Lines {
  std::vector<int> starts{0}, indices;
  std::vector<Scalar> values;

  explicit Lines(const Matrix& dense) {
    for (Index l = 0; l < dense.rows(); ++l) {
      for (Index i = 0; i < dense.cols() && l % 7 != 3; ++i) {
        if (std::abs(dense(l, i)) < 1.6) continue;
        indices.push_back(static_cast<int>(i));
        values.push_back(static_cast<Scalar>(dense(l, i)));
      }
      starts.push_back(static_cast<int>(indices.size()));
    }
  }
  kernels::SparseView<Scalar> view() const {
    return {starts.data(), indices.data(), values.data(), static_cast<Index>(starts.size()) - 1};
  }
  Matrix dense(Index cols) const {
    Matrix a = Matrix::Zero(static_cast<Index>(starts.size()) - 1, cols);
    for (Index l = 0; l < a.rows(); ++l)
      for (int k = starts[l]; k < starts[l + 1]; ++k) a(l, indices[k]) = values[k];
    return a;
  }
};

void expect_close(const Vector& actual, const Vector& expected) {
  EXPECT_LE((actual - expected).lpNorm<Eigen::Infinity>(),
            1e-13 * (1 + expected.lpNorm<Eigen::Infinity>()));
}

const std::pair<Index, Index> kSizes[] = {{1, 1},   {1, 9},    {7, 1},     {8, 4},   {9, 5},
                                          {64, 33}, {3000, 7}, {2049, 17}, {5, 3000}};

TEST(Kernels, DotAndAxpy) {
  for (const Index n : {0, 1, 7, 8, 9, 100, 1001}) {
    const Vector a = random_matrix(n, 1).reshaped(), b = random_matrix(n, 2).col(1);
    EXPECT_NEAR(kernels::dot(a.data(), b.data(), n), a.dot(b), 1e-12);
    EXPECT_NEAR(kernels::absolute_dot(a.data(), b.data(), n), a.cwiseProduct(b).lpNorm<1>(), 1e-12);
    Vector y = b, z = b;
    const Eigen::VectorXf f = a.cast<float>();
    kernels::axpy(-1.5, a.data(), y.data(), n);
    kernels::axpy(-1.5, f.data(), z.data(), n);
    expect_close(y, b - 1.5 * a);
    expect_close(z, b - 1.5 * f.cast<double>());
  }
}

TEST(Kernels, SumBitsDoNotDependOnAlignment) {
  for (const Index n : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 1001, 1002, 1003}) {
    const Vector a = random_matrix(n, 1).reshaped();
    const double sum = kernels::sum(a.data(), n);
    EXPECT_NEAR(sum, std::accumulate(a.begin(), a.end(), 0.0), 1e-12);
    for (Index shift = 1; shift < 8; ++shift) {
      Vector moved(n + shift);
      moved.tail(n) = a;
      EXPECT_EQ(kernels::sum(moved.data() + shift, n), sum) << n << ' ' << shift;
    }
  }
}

TEST(Kernels, DenseProducts) {
  for (const auto& [m, n] : kSizes) {
    const Matrix a = random_matrix(m, n);
    const MatrixFloat f = a.cast<float>();
    Vector x = random_matrix(n, 1).reshaped();
    const Vector r = random_matrix(m, 1).reshaped();
    if (n > 2) x[n / 2] = 0;
    Vector y(m), g(n);
    kernels::multiply(view(a), x.data(), y.data());
    expect_close(y, a * x);
    kernels::multiply_adjoint(view(a), r.data(), g.data());
    expect_close(g, a.transpose() * r);
    kernels::multiply(view(f), x.data(), y.data());
    expect_close(y, f.cast<double>() * x);
    kernels::multiply_adjoint(view(f), r.data(), g.data());
    expect_close(g, f.cast<double>().transpose() * r);
  }
}

TEST(Kernels, SomeColumns) {
  for (const auto& [m, n] : kSizes) {
    const Matrix a = random_matrix(m, n);
    const MatrixFloat f = a.cast<float>();
    std::vector<Index> columns;
    std::vector<double> weights;
    Vector x = Vector::Zero(n);
    for (Index j = n / 3; j < n; j += 2) {
      columns.push_back(j);
      weights.push_back(0.5 + static_cast<double>(j));
      x[j] = weights.back();
    }
    const kernels::ColumnList list{columns.data(), weights.data(),
                                   static_cast<Index>(columns.size())};
    Vector y = Vector::Ones(m), z = y;
    kernels::add_columns(view(a), list, y.data());
    kernels::add_columns(view(f), list, z.data());
    expect_close(y, Vector::Ones(m) + a * x);
    expect_close(z, Vector::Ones(m) + f.cast<double>() * x);
  }
}

TEST(Kernels, SparseLines) {
  for (const auto& [m, n] : kSizes) {
    const Lines<double> a(random_matrix(m, n));
    const Lines<float> f(random_matrix(m, n));
    const Vector x = random_matrix(n, 1).reshaped();
    Vector y(m);
    kernels::gather(a.view(), x.data(), y.data());
    expect_close(y, a.dense(n) * x);
    kernels::gather(f.view(), x.data(), y.data());
    expect_close(y, f.dense(n) * x);
    Vector z = Vector::Ones(n);
    kernels::scatter_line(a.view(), m - 1, 2.0, z.data());
    expect_close(z, Vector::Ones(n) + 2 * a.dense(n).row(m - 1).transpose());
  }
}

#ifdef _OPENMP
/// All products of matrices large enough for several threads.
std::vector<Vector> large_products(int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  std::vector<Vector> results;
  for (const auto& [m, n] : {std::pair<Index, Index>{2501, 103}, {700, 1001}, {5000, 70}}) {
    const Matrix a = random_matrix(m, n);
    const MatrixFloat f = a.cast<float>();
    const Vector x = random_matrix(n, 1).reshaped(), r = random_matrix(m, 1).reshaped();
    Vector y(m), g(n);
    const auto keep = [&] { results.insert(results.end(), {y, g}); };
    kernels::multiply(view(a), x.data(), y.data());
    kernels::multiply_adjoint(view(a), r.data(), g.data());
    keep();
    kernels::multiply(view(f), x.data(), y.data());
    kernels::multiply_adjoint(view(f), r.data(), g.data());
    keep();
  }
  const Lines<double> lines(random_matrix(2500, 400));
  const Vector x = random_matrix(400, 1).reshaped();
  results.emplace_back(2500);
  kernels::gather(lines.view(), x.data(), results.back().data());
  omp_set_num_threads(before);
  return results;
}

TEST(Kernels, AnyNumberOfThreadsGivesSameBits) {
  const std::vector<Vector> alone = large_products(1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(alone, large_products(threads));
}
#endif

}  // namespace
}  // namespace acgd
