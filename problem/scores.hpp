#pragma once

#include "acgd/core/vector.hpp"

/// How good predictions are.
namespace acgd::problem {

/// The share of samples whose prediction is positive exactly if their label is.
double accuracy(const Vector& predictions, const Vector& labels);

/// The chance that a sample of positive label is predicted above another one, ties counting
/// half; NaN unless both occur.
double area_under_curve(const Vector& predictions, const Vector& labels);

double root_mean_square(const Vector& errors);
double mean_absolute(const Vector& errors);

}  // namespace acgd::problem
