// Matrix completion with Huber's loss over the nuclear-norm ball.
#include <Spectra/contrib/PartialSVDSolver.h>
#include <fmt/format.h>

#include <memory>

#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "data.hpp"
#include "files.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

using Observations = std::vector<acgd::Observation>;

/// A sparse gradient that counts products.
class PatternOperator final : public acgd::MatrixOperator {
 public:
  PatternOperator(const acgd::Gradient& gradient, Index& products)
      : matrix_(gradient.pattern().rows, gradient.pattern().cols, gradient.entries().size(),
                gradient.pattern().column_starts.data(), gradient.pattern().row_indices.data(),
                gradient.entries().data()),
        products_(products) {}

  Index rows() const override { return matrix_.rows(); }
  Index cols() const override { return matrix_.cols(); }
  void multiply(acgd::ConstVectorRef x, acgd::VectorRef y) const override {
    ++products_;
    y = matrix_ * x;
  }
  void multiply_adjoint(acgd::ConstVectorRef x, acgd::VectorRef y) const override {
    ++products_;
    y = matrix_.transpose() * x;
  }

 private:
  Eigen::Map<const Eigen::SparseMatrix<double>> matrix_;
  Index& products_;
};

/// Solves singular problems as accurately as the plain implementation, whatever accuracy the run
/// requests.
class ExactNuclearBall final : public acgd::NuclearBall {
 public:
  using NuclearBall::minimize;
  using NuclearBall::NuclearBall;
  void minimize(const acgd::Gradient& gradient, acgd::LmoResult& lmo) const override {
    lmo.accuracy = 0;
    NuclearBall::minimize(gradient, lmo);
  }
};

/// Counts the products of its singular-pair searches.
class CountingNuclearBall final : public acgd::NuclearBall {
 public:
  using NuclearBall::minimize;
  using NuclearBall::NuclearBall;
  void minimize(const acgd::Gradient& gradient, acgd::LmoResult& lmo) const override {
    NuclearBall::minimize(PatternOperator(gradient, products_), lmo);
  }
  Index products() const { return products_; }

 private:
  mutable Index products_ = 0;
};

/// 0 as a matrix of rank one, which is never made dense.
acgd::Atom zero_matrix(Index rows, Index cols) {
  acgd::Atom zero;
  acgd::Atom::RankOne& pair = zero.become_rank_one(rows, cols);
  pair.scale = 0;
  pair.left = Vector::Unit(rows, 0);
  pair.right = Vector::Unit(cols, 0);
  return zero;
}

/// A dense X, a dense gradient, and a truncated SVD of it from scratch.
PlainProblem plain_completion(const Observations& observed, Index rows, Index cols, double radius) {
  const auto count = static_cast<double>(observed.size());
  PlainProblem problem;
  problem.value = [&observed, rows, count](const Vector& x) {
    double sum = 0;
    for (const acgd::Observation& o : observed) {
      const double e = std::abs(x[o.row + o.col * rows] - o.value);
      sum += e <= 1 ? 0.5 * e * e : e - 0.5;
    }
    return sum / count;
  };
  problem.gradient = [&observed, rows, count](const Vector& x, Vector& g) {
    g.setZero();
    for (const acgd::Observation& o : observed) {
      const double e = x[o.row + o.col * rows] - o.value;
      g[o.row + o.col * rows] += std::clamp(e, -1.0, 1.0) / count;
    }
  };
  problem.lmo = [rows, cols, radius](const Vector& g, Vector& v) {
    const Eigen::Map<const Matrix> matrix(g.data(), rows, cols);
    Spectra::PartialSVDSolver<Matrix> svd(matrix, 1, 20);
    svd.compute(1000, 1e-10);
    Eigen::Map<Matrix>(v.data(), rows, cols).noalias() =
        (-radius * svd.matrix_U(1).col(0)) * svd.matrix_V(1).col(0).transpose();
  };
  return problem;
}

Run solve_completion(std::shared_ptr<const acgd::MatrixCompletion> f,
                     std::shared_ptr<const acgd::NuclearBall> set, const Settings& settings,
                     Index count) {
  acgd::Atom x0 = zero_matrix(f->rows(), f->cols());
  return time_acgd({std::move(f), std::move(set), std::move(x0)}, options_for(settings, count));
}

Observations movielens(const std::filesystem::path& file) {
  Observations observed;
  for (const auto& row : read_csv(file, false)) {
    observed.push_back({.row = static_cast<int>(row[0]) - 1,
                        .col = static_cast<int>(row[1]) - 1,
                        .value = row[2]});
  }
  return observed;
}

}  // namespace

Case completion(const Settings& settings) {
  constexpr Index kRows = 943, kCols = 1682;
  constexpr double kRadius = 5000;
  const auto file = data_file("movielens100k.csv");
  const auto observed = std::make_shared<const Observations>(
      file ? movielens(*file) : ratings(kRows, kCols, 100000, 51));
  const auto f = std::make_shared<const acgd::MatrixCompletion>(kRows, kCols, *observed);
  Case problem{.data = file ? "movielens100k" : "synthetic",
               .bytes = 12.0 * static_cast<double>(observed->size()),
               .iterations = settings.pick<Index>(3000, 100)};
  problem.acgd = [=](Index count) {
    return solve_completion(f, std::make_shared<acgd::NuclearBall>(kRows, kCols, kRadius), settings,
                            count);
  };
  problem.same = [=](Index count) {
    return solve_completion(f, std::make_shared<ExactNuclearBall>(kRows, kCols, kRadius), settings,
                            count);
  };
  problem.plain = [=](Index count) {
    return time_plain(plain_completion(*observed, kRows, kCols, kRadius),
                      Vector::Zero(kRows * kCols), {.rule = settings.rule, .iterations = count});
  };
  problem.plain_iterations = settings.pick<Index>(30, 5);
  problem.plain_repetitions = 1;
  problem.note =
      "plain keeps X and its gradient dense, with an SVD from scratch; it runs fewer iterations, "
      "once, and its value is compared with acgd's under an exact oracle";
  return problem;
}

Case completion_large(const Settings& settings) {
  const Index scale = settings.pick<Index>(1, 20);
  const Index rows = 138000 / scale, cols = 27000 / scale, count = 20000000 / scale;
  const auto f =
      std::make_shared<const acgd::MatrixCompletion>(rows, cols, ratings(rows, cols, count, 52));
  Case problem{.data = "generated", .bytes = 12.0 * static_cast<double>(count), .iterations = 5};
  // A tenth of the best constant prediction's nuclear norm, 3.5 sqrt(rows cols).
  const double radius = 0.35 * std::sqrt(static_cast<double>(rows) * static_cast<double>(cols));
  problem.acgd = [=](Index iterations) {
    return solve_completion(f, std::make_shared<acgd::NuclearBall>(rows, cols, radius), settings,
                            iterations);
  };
  problem.remark = [=, count = problem.iterations](double iteration, double pass) {
    const auto set = std::make_shared<const CountingNuclearBall>(rows, cols, radius);
    solve_completion(f, set, settings, count);
    const double products = static_cast<double>(set->products()) / static_cast<double>(count + 1);
    return fmt::format(
        "{:.1f} products with the gradient an iteration, so {:.2f} passes over the ratings per "
        "product, all else included; plain would need X dense, 30 GB",
        products, iteration / pass / products);
  };
  return problem;
}

}  // namespace bench
