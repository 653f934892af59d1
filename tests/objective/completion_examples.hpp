#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "acgd/objective/function.hpp"
#include "acgd/objective/matrix_completion.hpp"

/// Small completion problems, and the objective's formula for a dense X.
namespace acgd_test {

using acgd::CompletionLoss;
using acgd::CompletionOptions;
using acgd::Function;
using acgd::Index;
using acgd::Observation;
using acgd::Vector;

/// A rank-two matrix with noise, observed at a fraction `share` of its entries, optionally some of
/// them twice.
inline std::vector<Observation> observations(int rows, int cols, double share, bool twice = false) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  std::vector<Observation> observed;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const double value = std::sin(1.3 * i + 0.2) * std::cos(0.7 * j) + 0.03 * i - 0.02 * j;
      if (uniform(engine) > share) continue;
      observed.push_back({i, j, 3 * value + 0.3 * normal(engine)});
      if (twice && uniform(engine) < 0.3) observed.push_back({i, j, 3 * value - 1, 0.5});
    }
  }
  std::shuffle(observed.begin(), observed.end(), engine);
  return observed;
}

struct LossAt {
  double value;
  double derivative;
};

inline LossAt loss_at(const CompletionOptions& options, double e) {
  if (options.loss == CompletionLoss::squared) return {e * e, 2 * e};
  if (std::abs(e) <= options.rho) return {e * e / 2, e};
  return {options.rho * (std::abs(e) - options.rho / 2), std::copysign(options.rho, e)};
}

/// The objective as a black box of rows * cols variables.
inline Function reference_function(int rows, int cols, std::vector<Observation> observed,
                                   CompletionOptions options = {}) {
  double scale = 1;
  if (options.scaling == acgd::Scaling::mean) {
    double weights = 0;
    for (const Observation& o : observed) weights += o.weight;
    scale = 1 / weights;
  }
  const auto error = [rows](const Vector& x, const Observation& o) {
    return x[o.row + Index{rows} * o.col] - o.value;
  };
  return Function(
      Index{rows} * cols,
      [=](const Vector& x) {
        double sum = 0;
        for (const Observation& o : observed) {
          sum += o.weight * loss_at(options, error(x, o)).value;
        }
        return scale * sum;
      },
      [=](const Vector& x, Vector& g) {
        g.setZero();
        for (const Observation& o : observed) {
          g[o.row + Index{rows} * o.col] +=
              scale * o.weight * loss_at(options, error(x, o)).derivative;
        }
      });
}

}  // namespace acgd_test
