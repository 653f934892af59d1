#pragma once

#include "workload.hpp"

/// A function per workload; the folder has a file per family.
namespace bench {

Case lasso(const Settings& settings);

Case logistic_a1a(const Settings& settings);
Case sigmoid_a1a(const Settings& settings);
Case logistic_large(const Settings& settings);
Case sigmoid_large(const Settings& settings);

Case least_squares_l2(const Settings& settings);
Case least_squares_l2_gram(const Settings& settings);
Case least_squares_l1(const Settings& settings);
Case least_squares_linf(const Settings& settings);

Case quadratic_900(const Settings& settings);
Case quadratic_5000(const Settings& settings);
Case video(const Settings& settings);

Case balancing_100(const Settings& settings);
Case balancing_20000(const Settings& settings);

Case completion(const Settings& settings);
Case completion_large(const Settings& settings);

Case rosenbrock(const Settings& settings);
Case levy(const Settings& settings);
Case zakharov(const Settings& settings);
Case sum_of_squares(const Settings& settings);

}  // namespace bench
