// Logistic loss of 200000 sparse samples of 50000 features over an l1 ball.
#include <cmath>
#include <memory>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "data.hpp"
#include "directions/comparison.hpp"

namespace bench {

ComparisonSetup large_logistic(const Settings& settings) {
  constexpr double kRadius = 320;
  const Index scale = settings.pick<Index>(1, 20);
  const Index rows = 200000 / scale, cols = 50000 / scale;
  const SparseRows samples = sparse_rows(rows, cols, 100, false, 1);
  const Vector score = samples * sparse_truth(cols, 500 / scale, 1, 2);
  const double noise = score.norm() / std::sqrt(static_cast<double>(rows));
  const Vector labels = ((score + noise * gaussian_vector(rows, 3)).array() > 0)
                            .select(Vector::Ones(rows), -Vector::Ones(rows));
  const auto map = std::make_shared<const acgd::SparseMap>(acgd::SparseMatrix(samples));
  const auto f =
      std::make_shared<const acgd::Composite>(std::make_shared<acgd::LogisticLoss>(labels), map);
  const auto run = [=](const acgd::DirectionChoice& direction) {
    return [=](double limit) {
      return acgd::minimize(*f, acgd::L1Ball(cols, kRadius), Vector::Zero(cols),
                            {.direction = direction,
                             .max_iterations = 1000000,
                             .time_limit = limit,
                             .relative_gap_tolerance = 1e-4});
    };
  };
  return {.data = "generated",
          .aim = "relative gap 1e-4",
          .compared_rules = {{.name = "auto", .run = run(acgd::Auto{})},
                             {.name = "frank-wolfe",
                              .run = run(acgd::FrankWolfe{}),
                              .goal = {.seconds_of_first = 20},
                              .patience = 25}}};
}

}  // namespace bench
