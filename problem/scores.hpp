#pragma once

#include "acgd/core/vector.hpp"

/// How good predictions are.
namespace acgd::problem {

double root_mean_square(const Vector& errors);
double mean_absolute(const Vector& errors);

}  // namespace acgd::problem
