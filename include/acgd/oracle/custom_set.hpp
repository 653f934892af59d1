#pragma once

#include <functional>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// What a user's set may tell about itself besides its minimiser. Everything is optional.
struct CustomSetOptions {
  std::string name = "custom set";
  /// How far x is outside, 0 inside. Without it the set cannot tell.
  std::function<double(ConstVectorRef x)> violation = nullptr;
  /// Whether C = -C with 0 inside, so that a run may descend in its norm.
  bool is_norm_ball = false;
  /// Whether 0 is in the interior of C, so that a run may descend in its gauge. So it is in a norm ball.
  bool zero_inside = false;
  /// Where to start when the caller has no point; by default an answer of the minimiser.
  std::optional<Vector> start = std::nullopt;
  /// Whether C is the hull of finitely many points and the minimiser answers with one of them.
  bool is_polytope = false;
};

/// A set given by its linear minimisation oracle, a callable.
///
///     CustomSet disc(2, [](const Vector& g) -> Vector { return -g.normalized(); },
///                    {.name = "disc", .is_norm_ball = true});
///
/// acgd/testing/check_oracle.hpp tells whether it keeps the promises of a set.
class CustomSet final : public Oracle {
 public:
  using MinimizerReturned = std::function<Vector(const Vector& g)>;
  using MinimizerFilled = std::function<void(const Vector& g, Vector& v)>;

  CustomSet(Index dimension, MinimizerReturned minimizer, CustomSetOptions options = {});
  /// The minimiser written into v, which holds the previous one: nothing need be allocated.
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
