#include "problem/scores.hpp"

#include <cmath>

namespace acgd::problem {

double root_mean_square(const Vector& errors) {
  return std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
}

double mean_absolute(const Vector& errors) {
  return errors.lpNorm<1>() / static_cast<double>(errors.size());
}

}  // namespace acgd::problem
