#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = sum over i < n of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2, n >= 2: a curved valley.
/// Non-convex; f* = 0 at (1, ..., 1).
class Rosenbrock final : public Objective {
 public:
  static constexpr std::string_view name = "rosenbrock";
  static constexpr std::string_view sentence = "Rosenbrock's curved valley, not convex";
  static constexpr std::string_view formula =
      "f(x) = sum over i < n of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2; 0 at (1, ..., 1)";

  explicit Rosenbrock(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  bool has_proven_gradient() const override { return true; }

 private:
  Index dimension_;
};

}  // namespace acgd
