#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// y_i = e^x_i and so on, to a few ulp over the whole range, underflow, overflow, infinity and NaN
/// included; y may be x.
void vector_exp(const double* x, double* y, Index n);
void vector_expm1(const double* x, double* y, Index n);
void vector_log1p(const double* x, double* y, Index n);
/// y_i = 1 / (1 + e^-x_i), accurate in both tails
void vector_sigmoid(const double* x, double* y, Index n);

}  // namespace acgd
