#pragma once

#include "acgd/core/vector.hpp"
#include "acgd/objective/curvature.hpp"

namespace acgd {

/// Minimises the model <g, p> + p'Hp / 2 over lower <= x + p <= upper from products with H, by
/// gradient projection and conjugate gradients. Bounds may be infinite.
class ProjectedCg {
 public:
  struct Problem {
    const Vector& x;  ///< within the bounds
    const Vector& g;
    const Vector& lower;
    const Vector& upper;
  };
  /// Stops where the norm of the projected gradient of the model is at most `tolerance` times that
  /// at x, or at negative curvature: then the last p goes as far along it as the bounds allow, or
  /// not at all if they do not.
  void minimize(Curvature& curvature, const Problem& problem, double tolerance);

  /// x + p of the last minimize(); entries at a bound are equal to it.
  const Vector& target() const { return y_; }
  /// p'Hp, and the decrease of the model.
  double curvature() const { return curvature_; }
  double decrease() const { return decrease_; }

 private:
  bool is_inside(Index i) const { return y_[i] > lower()[i] && y_[i] < upper()[i]; }
  const Vector& lower() const { return problem_->lower; }
  const Vector& upper() const { return problem_->upper; }
  void set_projected_gradient();
  bool wants_to_leave_bounds() const;
  void project_gradient_step();
  bool find_cg_step(double tolerance);
  double longest_step() const;
  bool try_projected(double t);
  void take(double t);

  // During minimize():
  const Problem* problem_ = nullptr;
  Curvature* model_ = nullptr;

  Vector y_;
  Vector r_;          ///< gradient of the model at y
  Vector projected_;  ///< the part of r that does not point out of the box
  Vector step_;
  Vector h_step_;
  Vector trial_;
  Vector h_trial_;
  Vector residual_;
  Vector search_;
  Vector h_search_;
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
