#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = (x_1 - 3)^2 + sum over i >= 2 of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2.
/// Non-convex; f* = 0 at (3, -3, 0, ..., 0). The sums are carried from one i to the next, and those
/// of the gradient back again: O(n) instead of the formula's O(n^2).
class SumOfSquares final : public Objective {
 public:
  static constexpr std::string_view name = "sum-of-squares";
  static constexpr std::string_view sentence =
      "(x_1 - 3)^2 + sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2";
  static constexpr std::string_view formula =
      "f(x) = (x_1 - 3)^2 + sum over i >= 2 of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2;\n0 at (3, -3, "
      "0, ..., 0)";

  explicit SumOfSquares(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  bool has_proven_gradient() const override { return true; }

 private:
  Index dimension_;
};

}  // namespace acgd
