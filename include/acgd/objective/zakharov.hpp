#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = ||x||^2 + s^2 + s^4 with s = sum of i x_i / 2. Convex; f* = 0 at 0.
class Zakharov final : public Objective {
 public:
  static constexpr std::string_view name = "zakharov";
  static constexpr std::string_view sentence = "Zakharov's function, of degree four";
  static constexpr std::string_view formula =
      "f(x) = ||x||^2 + s^2 + s^4, s = sum of i x_i / 2; 0 at 0";

  explicit Zakharov(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  bool has_proven_gradient() const override { return true; }
  bool is_convex() const override { return true; }

 private:
  Index dimension_;
};

}  // namespace acgd
