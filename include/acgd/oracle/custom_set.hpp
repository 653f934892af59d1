#pragma once

#include <functional>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Optional properties of a user-defined set.
struct CustomSetOptions {
  std::string name = "custom set";
  /// Constraint violation of x, 0 inside. Without it membership is unknown.
  std::function<double(ConstVectorRef x)> violation = nullptr;
  /// Whether C = -C with 0 in the interior: enables steepest descent in its norm.
  bool is_norm_ball = false;
  /// Whether 0 is in the interior of C: enables steepest descent in its gauge. Implied by
  /// is_norm_ball.
  bool zero_inside = false;
  /// Default starting point; if absent, a result of the minimiser.
  std::optional<Vector> start = std::nullopt;
  /// Whether C is the hull of finitely many points and the minimiser returns one of them.
  bool is_polytope = false;
};

/// A set defined by a callable linear minimisation oracle.
///
///     CustomSet disc(2, [](const Vector& g) -> Vector { return -g.normalized(); },
///                    {.name = "disc", .is_norm_ball = true});
///
/// acgd/testing/check_oracle.hpp verifies that it satisfies the requirements of Oracle.
class CustomSet final : public Oracle {
 public:
  using MinimizerReturned = std::function<Vector(const Vector& g)>;
  using MinimizerFilled = std::function<void(const Vector& g, Vector& v)>;

  CustomSet(Index dimension, MinimizerReturned minimizer, CustomSetOptions options = {});
  /// Writes the minimiser into v, which holds the previous one: avoids allocation.
  CustomSet(Index dimension, MinimizerFilled minimizer, CustomSetOptions options = {});

  std::string name() const override { return options_.name; }
  Index dimension() const override { return dimension_; }
  /// Throws InvalidInput if the callable returns a vector of another size.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  bool is_norm_ball() const override { return options_.is_norm_ball; }
  bool is_interior(ConstVectorRef x) const override {
    return (options_.is_norm_ball || options_.zero_inside) && x.isZero(0);
  }
  bool is_polytope() const override { return options_.is_polytope; }

 private:
  Index dimension_;
  MinimizerFilled minimizer_;
  CustomSetOptions options_;
};

}  // namespace acgd
