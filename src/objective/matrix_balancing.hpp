#pragma once

#include <memory>

#include "acgd/core/vector.hpp"
#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/matrix_balancing.hpp"

namespace acgd::balancing {

/// Up to this |s| a polynomial gives exp(s) to rounding error.
constexpr double kShort = 0.3;

/// Pairs of terms e_ij, e_ji, and spread = d_i - d_j. A step t changes the exponents by +-s, where
/// s = t spread. The functions below require |s| <= kShort for every pair.
struct Terms {
  const Vector& spread;
  const Vector& forward;
  const Vector& backward;
};

/// sum of e_ij (exp(s) - 1 - s) + e_ji (exp(-s) - 1 + s): no summand is negative
double excess(const Terms& terms, double t);
/// e_ij (exp(s) - 1) and e_ji (exp(-s) - 1)
void change(const Terms& terms, double t, Vector& forward_change, Vector& backward_change);
/// e_ij exp(s) and e_ji exp(-s), in place
void carry(const Vector& spread, double t, Vector& forward, Vector& backward);

/// cosh(s) - 1 and sinh(s) - s, so that exp(+-s) - 1 -+ s = even +- odd
void remainders(double s, double& even, double& odd);

}  // namespace acgd::balancing

namespace acgd {

/// Cursor of matrix balancing: maintains the terms e_ij = a_ij exp(x_i - x_j).
///
/// Along d, with s_ij = t (d_i - d_j), the change of f is t <g, d> + sum of e_ij (exp(s_ij) - 1 -
/// s_ij). No summand is negative, so nothing cancels however small t is. Short steps need no exp: a
/// polynomial gives exp(s) to rounding error, for trials and for updating the terms. Longer steps
/// need one exp per pair and trial; those of the accepted trial are reused to update the terms.
class BalancingCursor final : public Cursor {
 public:
  BalancingCursor(const MatrixBalancing& f, const Atom& x0, std::shared_ptr<const Norm> norm);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { recentering(x_); }
  void store(Point& point) const override { point.x = x_; }
  const Vector* x() const override { return &x_; }
  std::int64_t gradient_count() const override { return gradient_count_; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  class BalancingLine final : public Line {
   public:
    explicit BalancingLine(BalancingCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);

    double norm() override;
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    double probe(double t) override;
    double change_noise_rate() const override;
    double slope_noise() const override;

   private:
    BalancingCursor& cursor_;
    std::optional<double> norm_;
  };

  bool is_short(double t) const;
  /// sum of e_ij (exp(s_ij) - 1 - s_ij)
  double curvature_excess(double t);
  /// forward_change_ = e_ij (exp(s_ij) - 1), backward_change_ = e_ji (exp(-s_ij) - 1)
  void change_terms(double t);
  /// e_ij *= exp(s_ij) where the factor is available; else recomputes e_ij from x, already updated.
  void carry_terms(double t);

  const MatrixBalancing& f_;
  std::shared_ptr<const Norm> norm_;
  Vector x_;
  Vector next_;
  Vector forward_;   ///< a_ij exp(x_i - x_j) of each pair
  Vector backward_;  ///< a_ji exp(x_j - x_i)
  int steps_carried_ = 0;
  std::optional<double> value_;

  Gradient gradient_;
  bool has_gradient_ = false;
  PreviousGradient previous_;
  std::int64_t gradient_count_ = 0;
  std::int64_t trial_count_ = 0;

  Direction direction_;
  Vector d_;
  Vector spread_;  ///< d_i - d_j of each pair
  double widest_ = 0;
  Vector growth_;           ///< exp(s_ij) of each pair after a trial that was not short
  double growth_step_ = 0;  ///< the t of that trial; NaN if there was none on this line
  Vector forward_change_;
  Vector backward_change_;
  Vector probed_;  ///< the change of the gradient by a probe
  BalancingLine line_;
};

}  // namespace acgd
