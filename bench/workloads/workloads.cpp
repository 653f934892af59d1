#include "workloads/workloads.hpp"

namespace bench {

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all = {
      {"lasso", lasso},
      {"logistic-a1a", logistic_a1a},
      {"sigmoid-a1a", sigmoid_a1a},
      {"logistic-large", logistic_large},
      {"sigmoid-large", sigmoid_large},
      {"least-squares-l2", least_squares_l2},
      {"least-squares-l2-gram", least_squares_l2_gram},
      {"least-squares-l1", least_squares_l1},
      {"least-squares-linf", least_squares_linf},
      {"quadratic-900", quadratic_900},
      {"quadratic-5000", quadratic_5000},
      {"video", video},
      {"balancing-100", balancing_100},
      {"balancing-20000", balancing_20000},
      {"completion", completion},
      {"completion-large", completion_large},
      {"rosenbrock", rosenbrock},
      {"levy", levy},
      {"zakharov", zakharov},
      {"sum-of-squares", sum_of_squares},
  };
  return all;
}

}  // namespace bench
