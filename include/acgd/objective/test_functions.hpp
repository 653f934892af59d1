#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = (x_1 - 3)^2 + sum over i >= 2 of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2.
/// Non-convex; f* = 0 at (3, -3, 0, ..., 0). Prefix sums, and suffix sums for the gradient, make it
/// O(n) instead of O(n^2).
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

/// With w_i = 1 + (x_i - 1) / 4,
///
///     f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1}))
///            + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
///
/// Many local minima; f* = 0 at (1, ..., 1). The sum has sin^2(pi w_{i+1}) where LevyTextbook has
/// sin^2(pi w_i + 1).
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

/// The textbook version of Levy's function: with w_i = 1 + (x_i - 1) / 4,
///
///     f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1))
///            + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
///
/// Separable, with many local minima; f* = 0 at (1, ..., 1).
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
