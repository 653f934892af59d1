#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// Levy's function as textbooks have it: with w_i = 1 + (x_i - 1) / 4,
///
///     f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1))
///            + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
///
/// Many local minima, each variable on its own; f* = 0 at (1, ..., 1).
class LevyTextbook final : public Objective {
 public:
  static constexpr std::string_view name = "levy-textbook";
  static constexpr std::string_view sentence = "Levy's function as textbooks have it: no such ties";
  static constexpr std::string_view formula =
      "f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1))\n       + "
      "(w_n - 1)^2 (1 + sin^2(2 pi w_n)), w_i = 1 + (x_i - 1) / 4; 0 at (1, ..., 1)";

  explicit LevyTextbook(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  bool has_proven_gradient() const override { return true; }

 private:
  Index dimension_;
};

}  // namespace acgd
