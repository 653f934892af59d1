// Matrix balancing over the box [1, 10]^n.
#include <memory>

#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/oracle/balls.hpp"
#include "data.hpp"
#include "files.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

constexpr double kLower = 1, kUpper = 10;

/// Direct implementation: an exponential per entry for every value and every gradient.
PlainProblem plain_balancing(std::shared_ptr<const SparseRows> a) {
  PlainProblem problem;
  problem.value = [a](const Vector& x) {
    double sum = 0;
    for (Index i = 0; i < a->rows(); ++i) {
      for (SparseRows::InnerIterator it(*a, i); it; ++it) {
        sum += it.value() * std::exp(x[i] - x[it.col()]);
      }
    }
    return sum;
  };
  problem.gradient = [a](const Vector& x, Vector& g) {
    g.setZero();
    for (Index i = 0; i < a->rows(); ++i) {
      for (SparseRows::InnerIterator it(*a, i); it; ++it) {
        const double term = it.value() * std::exp(x[i] - x[it.col()]);
        g[i] += term;
        g[it.col()] -= term;
      }
    }
  };
  problem.lmo = box_lmo(kLower, kUpper);
  return problem;
}

Case balancing(const Settings& settings, const SparseRows& matrix, const Vector& x0,
               Index iterations) {
  const auto a = std::make_shared<const SparseRows>(matrix);
  const auto f = std::make_shared<const acgd::MatrixBalancing>(Eigen::SparseMatrix<double>(matrix));
  Case problem{.bytes = 12.0 * static_cast<double>(matrix.nonZeros()),
               .iterations = settings.pick(iterations, iterations / 10)};
  problem.acgd = [=](Index count) {
    const auto box = std::make_shared<const acgd::Box>(f->dimension(), kLower, kUpper);
    return time_acgd({f, box, x0}, options_for(settings, count));
  };
  problem.plain = [=](Index count) {
    return time_plain(plain_balancing(a), x0, {.rule = settings.rule, .iterations = count});
  };
  return problem;
}

/// A random point of the box.
Vector start_in_box(Index n, std::uint64_t seed) {
  const Vector normal = gaussian_vector(n, seed);
  return (5.5 + normal.array()).cwiseMax(kLower).cwiseMin(kUpper);
}

SparseRows positive(SparseRows a) {
  for (double& value : a.coeffs()) value = std::abs(value);
  return a;
}

}  // namespace

Case balancing_100(const Settings& settings) {
  const auto matrix = data_file("matrix-balancing/A.npy");
  const auto start = data_file("matrix-balancing/x0.npy");
  const bool real = matrix && start;
  const SparseRows a = real ? SparseRows(read_npy(*matrix).sparseView())
                            : positive(sparse_rows(100, 100, 97, false, 41));
  Case problem =
      balancing(settings, a, real ? Vector(read_npy(*start).col(0)) : start_in_box(100, 42), 200);
  problem.data = real ? "recorded" : "synthetic";
  return problem;
}

Case balancing_20000(const Settings& settings) {
  const Index n = settings.pick<Index>(20000, 2000);
  Case problem =
      balancing(settings, positive(sparse_rows(n, n, 10, false, 43)), start_in_box(n, 44), 300);
  problem.data = "generated";
  return problem;
}

}  // namespace bench
