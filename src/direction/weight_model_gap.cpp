// How far a model is from its minimum, and who would bring it nearer.
#include <algorithm>
#include <cmath>
#include <limits>

#include "direction/weight_model.hpp"

namespace acgd {
namespace {

// Of a sum of a few terms.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

double WeightModel::violation(Index i) const {
  const double g = gradient(i);
  if (block(i) != kNoBlock) return mean_[block(i)] - g;
  const double u = variables_->value[i];
  return g * (u - (g > 0 ? variables_->lower[i] : variables_->upper[i]));
}

/// How large the terms are that add up to an entry of the gradient: no |H_ij| is above the largest
/// H_ii.
double WeightModel::slope_size() const {
  double stiffest = 0, moved = 0, steepest = 0;
  for (Index i = 0; i < rows_; ++i) {
    stiffest = std::max(stiffest, std::abs(h_(i, i)));
    moved += std::abs(variables_->value[i] - start_[i]);
    steepest = std::max(steepest, std::abs(variables_->slope[i]));
  }
  return steepest + stiffest * moved;
}

WeightModel::Gap WeightModel::find_gap() {
  const Index count = variables_->block_count;
  mean_.setZero(count);
  largest_.setZero(count);
  for (Index i = 0; i < rows_; ++i) {
    if (block(i) != kNoBlock) {
      mean_[block(i)] += variables_->value[i] * gradient(i);
      largest_[block(i)] += variables_->value[i];
    }
  }
  // The quantities of a block sum to 1, unless some of it rest.
  for (Index b = 0; b < count; ++b) {
    if (largest_[b] > 0) mean_[b] /= largest_[b];
  }
  sums_ = largest_;
  largest_.setZero();
  Gap gap;
  const double noise = kRounding * slope_size();
  for (Index i = 0; i < rows_; ++i) {
    const double here = violation(i);
    if (!passive_.contains(i)) gap.worst = std::max(gap.worst, here);
    if (block(i) == kNoBlock) {
      gap.total += here;
      const double g = gradient(i);
      if (here > 0) gap.noise += noise * (here / std::abs(g));
    } else {
      largest_[block(i)] = std::max(largest_[block(i)], here);
    }
  }
  gap.total += largest_.dot(sums_);
  gap.noise += noise * sums_.sum();
  return gap;
}

double WeightModel::model_value() const {
  double sum = 0;
  for (Index i = 0; i < rows_; ++i) {
    sum += (variables_->value[i] - start_[i]) * (variables_->slope[i] + 0.5 * hp_[i]);
  }
  return sum;
}

void WeightModel::find_entrants(double least) {
  entrants_.clear();
  for (Index i = 0; i < rows_; ++i) {
    if (!passive_.contains(i) && violation(i) >= least) entrants_.push_back(i);
  }
}

}  // namespace acgd
