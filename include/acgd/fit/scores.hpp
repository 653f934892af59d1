#pragma once

#include <string>
#include <utility>
#include <vector>

#include "acgd/core/vector.hpp"

/// How good predictions are. Weights are one a sample, or none: then each is 1.
namespace acgd {

/// Numbers with names, as in {"accuracy", 0.83}.
using Scores = std::vector<std::pair<std::string, double>>;

/// The share of samples whose class is the predicted one.
double accuracy(const Vector& predicted, const Vector& classes, const Vector& weights = {});

/// The chance that a sample of class 1 is predicted above one of class 0, ties counting half; NaN
/// unless both occur.
double area_under_curve(const Vector& predictions, const Vector& classes,
                        const Vector& weights = {});

/// 1 - (sum of squared errors) / (sum of squares around the mean): 1 at best. Where the targets do
/// not vary it is 1 without errors, else 0.
double r_squared(const Vector& predictions, const Vector& targets, const Vector& weights = {});

double root_mean_square_error(const Vector& predictions, const Vector& targets,
                              const Vector& weights = {});
double mean_absolute_error(const Vector& predictions, const Vector& targets,
                           const Vector& weights = {});

}  // namespace acgd
