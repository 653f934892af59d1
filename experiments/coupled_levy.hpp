#pragma once

#include "acgd/objective/objective.hpp"

namespace acgd::experiments {

/// The function of the levy experiment. With w_i = 1 + (x_i - 1) / 4,
///
///     f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1}))
///            + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
///
/// It differs from acgd::Levy in the sine of the sum, which looks at the next variable. That it is
/// the paper's is inferred from the published figures: its runs take as many iterations and end at
/// values of that order, which vary with the seed; those of acgd::Levy stop after a few hundred
/// iterations in the basins that they start in, at f = 1800. Not convex, many local minima; f* = 0
/// at (1, ..., 1).
class CoupledLevy final : public Objective {
 public:
  /// Throws InvalidInput unless dimension >= 1.
  explicit CoupledLevy(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;

 private:
  Index dimension_;
};

}  // namespace acgd::experiments
