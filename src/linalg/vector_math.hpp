#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// y_i = e^x_i to a few ulp over the whole range, underflow, overflow, infinity and NaN included; y
/// may be x.
void vector_exp(const double* x, double* y, Index n);

}  // namespace acgd
