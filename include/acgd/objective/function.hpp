#pragma once

#include <functional>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// A black box: f and its gradient as callables.
class Function : public Objective {
 public:
  using Value = std::function<double(const Vector& x)>;
  using GradientReturned = std::function<Vector(const Vector& x)>;
  using GradientFilled = std::function<void(const Vector& x, Vector& g)>;

  /// The gradient filled in place: nothing is allocated while iterating.
  Function(Index dimension, Value value, GradientFilled gradient);
  /// The gradient returned by value.
  Function(Index dimension, Value value, GradientReturned gradient);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override { return value_(x); }
  /// Throws InvalidInput if the callable leaves g with another size.
  void gradient(const Vector& x, Vector& g) const override;

 private:
  Index dimension_;
  Value value_;
  GradientFilled gradient_;
};

}  // namespace acgd
