#pragma once

#include <functional>
#include <optional>

#include "acgd/objective/objective.hpp"

namespace acgd {

struct FunctionOptions {
  bool convex = false;  ///< whether f is convex: then runs report a lower bound of its minimum
  std::optional<double> lower_bound = {};  ///< a number that f is never below, for penalties
  /// hd = H d with the Hessian H of f at x, for corrective steps; empty: H is estimated.
  std::function<void(const Vector& x, const Vector& d, Vector& hd)> hessian_product = {};
};

/// f and its gradient as callables.
class Function : public Objective {
 public:
  using Value = std::function<double(const Vector& x)>;
  using GradientReturned = std::function<Vector(const Vector& x)>;
  using GradientFilled = std::function<void(const Vector& x, Vector& g)>;

  /// The gradient is written in place: iterations do not allocate.
  Function(Index dimension, Value value, GradientFilled gradient, FunctionOptions options = {});
  /// The gradient is returned by value.
  Function(Index dimension, Value value, GradientReturned gradient, FunctionOptions options = {});

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override { return value_(x); }
  /// Throws InvalidInput if the callable changes the size of g.
  void gradient(const Vector& x, Vector& g) const override;
  bool is_convex() const override { return options_.convex; }
  std::optional<double> lower_bound() const override { return options_.lower_bound; }
  bool has_hessian_products() const override { return options_.hessian_product != nullptr; }
  /// Throws InvalidInput if the callable gives hd another size.
  void multiply_hessian(const Vector& x, const Vector& d, Vector& hd) const override;

 private:
  Index dimension_;
  Value value_;
  GradientFilled gradient_;
  FunctionOptions options_;
};

}  // namespace acgd
