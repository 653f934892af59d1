#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// With w_i = 1 + (x_i - 1) / 4,
///
///     f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1}))
///            + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
///
/// Many local minima; f* = 0 at (1, ..., 1). The sine in the sum is that of the next variable;
/// LevyTextbook has sin^2(pi w_i + 1) there.
class Levy final : public Objective {
 public:
  static constexpr std::string_view name = "levy";
  static constexpr std::string_view sentence =
      "Levy's function with many local minima, each variable tied to the next";
  static constexpr std::string_view formula =
      "f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1}))\n       + "
      "(w_n - 1)^2 (1 + sin^2(2 pi w_n)), w_i = 1 + (x_i - 1) / 4; 0 at (1, ..., 1)";

  explicit Levy(Index dimension);

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  bool has_proven_gradient() const override { return true; }

 private:
  Index dimension_;
};

}  // namespace acgd
