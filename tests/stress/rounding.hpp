#pragma once

#include "stress/combination.hpp"

namespace stress {

/// Magnitude of the terms that f and its gradient are summed from: rounding errors are relative to
/// it.
class Rounding {
 public:
  Rounding(const Combination& combination, const Vector& x);

  const Vector& gradient() const { return gradient_; }
  const Vector& gradient_terms() const { return gradient_terms_; }
  double value() const { return value_; }
  /// Of f.
  double value_terms() const { return value_terms_; }
  /// Of <gradient, d>, for d as long as the run could have used.
  double slope_terms() const { return slope_terms_; }
  bool is_finite() const { return std::isfinite(value_terms_); }

 private:
  Vector gradient_;
  Vector gradient_terms_;
  double value_ = 0;
  double value_terms_ = 0;
  double slope_terms_ = 0;
};

}  // namespace stress
