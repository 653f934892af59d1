// ||Ax - b||^2 over the l1 ball of radius 10, b = A x_true for a sparse x_true inside: f* = 0.
#include <memory>

#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/balls.hpp"
#include "data.hpp"
#include "plain_least_squares.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {

Case lasso(const Settings& settings) {
  constexpr double kRadius = 10, kTarget = 1e-5;
  const Index rows = settings.pick<Index>(2000, 400), cols = settings.pick<Index>(10000, 2000);
  const auto a = std::make_shared<const Matrix>(gaussian_matrix(rows, cols, 1));
  const Vector b = *a * sparse_truth(cols, 10, 0.8 * kRadius, 2);
  Case problem{
      .data = "generated", .bytes = 8.0 * static_cast<double>(a->size()), .iterations = 100000};
  problem.acgd = [=](Index count) {
    const Stopwatch watch;
    const auto f =
        std::make_shared<const acgd::LeastSquares>(std::make_shared<acgd::DenseMap>(a), b);
    const auto ball = std::make_shared<const acgd::L1Ball>(cols, kRadius);
    return time_acgd({f, ball, Vector::Zero(cols)}, options_for(settings, count, kTarget), watch);
  };
  problem.plain = [=](Index count) {
    return time_plain(plain_least_squares(a, b, l1_ball_lmo(kRadius)), Vector::Zero(cols),
                      {.rule = settings.rule, .iterations = count, .target = kTarget});
  };
  problem.plain_repetitions = 1;
  problem.note = "both run until f <= 1e-5; plain once";
  return problem;
}

}  // namespace bench
