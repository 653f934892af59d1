#pragma once

#include "acgd/objective/loss.hpp"

namespace acgd {

/// Whether a constant is added to the predictions of a model.
enum class Intercept {
  none,
  profiled,  ///< the best one: f is the minimum over it, and x alone is what a run looks for
};

/// The constants b, one for each output, at which phi(z + b) is lowest; of several outputs those
/// that sum to 0. If phi is not convex, the lowest of its local minima: a scan of up to 65 values,
/// 1 apart unless predictions differ by more than 52, finds their basins. Throws InvalidInput where
/// there is none.
Vector best_intercept(const Loss& loss, const Vector& z);

/// Throws InvalidInput unless phi(z + b) has a lowest point whatever z is: labels of one class have
/// none.
void require_best_intercept(const Loss& loss);

}  // namespace acgd
