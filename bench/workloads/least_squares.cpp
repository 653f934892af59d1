// ||Ax - b||^2 on R^n by steepest descent in the l2, l1 and linf norms.
#include "acgd/objective/least_squares.hpp"

#include <memory>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/balls.hpp"
#include "data.hpp"
#include "plain_least_squares.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

using Route = acgd::LeastSquaresRoute;

/// The norm of the descent in both implementations; also that of the estimate and the test.
struct Geometry {
  std::function<std::shared_ptr<const acgd::Oracle>(Index dimension)> ball;
  std::shared_ptr<const acgd::Norm> norm;
  std::function<void(const Vector&, Vector&)> lmo;
  std::function<double(const Vector&)> of;
  std::function<double(const Vector&)> dual;
  double tolerance = 0;  ///< of the gradient; 0: a fixed number of iterations
};

double l1(const Vector& v) { return v.lpNorm<1>(); }
double l2(const Vector& v) { return v.norm(); }
double linf(const Vector& v) { return v.lpNorm<Eigen::Infinity>(); }

/// Columns of norm 1 to 1/30: a condition for which 700 iterations are needed.
Matrix samples(Index rows, Index cols) {
  Matrix a = gaussian_matrix(rows, cols, 61);
  for (Index j = 0; j < cols; ++j) {
    a.col(j) *= std::pow(30.0, -static_cast<double>(j) / static_cast<double>(cols - 1)) /
                std::sqrt(static_cast<double>(rows));
  }
  return a;
}

Case least_squares(const Settings& settings, const Geometry& geometry, Route route) {
  const Index scale = settings.pick<Index>(1, 10);
  const Index rows = 20000 / scale, cols = 1000 / scale;
  const auto a = std::make_shared<const Matrix>(samples(rows, cols));
  const auto map = std::make_shared<const acgd::DenseMap>(a);
  const Vector b = *a * gaussian_vector(cols, 62) +
                   gaussian_vector(rows, 63) / std::sqrt(static_cast<double>(rows));
  Case problem{.data = "generated",
               .bytes = 8.0 * static_cast<double>(a->size()),
               .iterations = settings.pick<Index>(geometry.tolerance > 0 ? 3000 : 700, 70)};
  problem.acgd = [=](Index count) {
    const Stopwatch watch;
    const auto f = std::make_shared<const acgd::LeastSquares>(
        map, b, acgd::LeastSquaresOptions{.route = route});
    acgd::Options options = options_for(settings, count);
    options.norm = geometry.norm;
    options.gradient_tolerance = geometry.tolerance;
    return time_acgd({f, geometry.ball(cols), Vector::Zero(cols), acgd::Mode::unconstrained},
                     options, watch);
  };
  problem.plain = [=](Index count) {
    PlainProblem plain = plain_least_squares(a, b, geometry.lmo);
    plain.constrained = false;
    plain.norm = geometry.of;
    plain.dual_norm = geometry.dual;
    return time_plain(
        plain, Vector::Zero(cols),
        {.rule = settings.rule, .iterations = count, .gradient_tolerance = geometry.tolerance});
  };
  problem.plain_iterations = geometry.tolerance > 0 ? 0 : 60;
  problem.plain_repetitions = 1;
  problem.note = geometry.tolerance > 0 ? "both run until ||g|| <= 3e-6; plain once"
                                        : "plain runs fewer iterations, once";
  return problem;
}

template <class Ball>
std::function<std::shared_ptr<const acgd::Oracle>(Index)> unit() {
  return [](Index n) { return std::make_shared<Ball>(n, 1.0); };
}

/// Steepest descent in l2 with long steps is chaotic: rounding changes the path but not the
/// minimum. Therefore the minimum is compared.
Geometry l2_geometry() {
  return {unit<acgd::L2Ball>(), acgd::l2_norm(), l2_ball_lmo(1), l2, l2, 3e-6};
}

}  // namespace

Case least_squares_l2(const Settings& settings) {
  return least_squares(settings, l2_geometry(), Route::composite);
}

Case least_squares_l2_gram(const Settings& settings) {
  Case problem = least_squares(settings, l2_geometry(), Route::gram_matrix);
  problem.plain_iterations = 15;
  problem.note = "plain runs fewer iterations, once; acgd's time includes forming A'A";
  return problem;
}

Case least_squares_l1(const Settings& settings) {
  return least_squares(settings,
                       {unit<acgd::L1Ball>(), acgd::l1_norm(), l1_ball_lmo(1), l1, linf, 0},
                       Route::automatic);
}

Case least_squares_linf(const Settings& settings) {
  return least_squares(settings,
                       {unit<acgd::LinfBall>(), acgd::linf_norm(), linf_ball_lmo(1), linf, l1, 0},
                       Route::automatic);
}

}  // namespace bench
