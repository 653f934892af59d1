#pragma once

#include <memory>

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : ||x|| <= radius }. The minimum of <g, x> over it is -radius * dual_norm(g).
class NormBall : public Oracle {
 public:
  Index dimension() const final { return dimension_; }
  double radius() const { return radius_; }
  const Norm& norm() const { return *norm_; }
  double dual_norm(ConstVectorRef gradient) const { return norm_->dual(gradient); }

  std::string name() const override;
  Violation violation(ConstVectorRef x) const final;
  /// Scales x to the radius.
  bool recenter(VectorRef x) const override;
  bool is_norm_ball() const final { return true; }
  /// Where the norm is not known (groups that overlap), of 0 alone.
  bool is_interior(ConstVectorRef x) const final { return x.isZero(0) || norm_->of(x) < radius_; }

 protected:
  static Parameter radius_parameter(double& radius) {
    return {"radius", radius, range::positive, "the radius"};
  }

  /// Of a point whose norm is `size`.
  Violation violation_of_size(double size) const;

  /// Throws InvalidInput unless dimension >= 1 and 0 < radius < inf.
  NormBall(std::shared_ptr<const Norm> norm, Index dimension, double radius);

 private:
  std::shared_ptr<const Norm> norm_;
  Index dimension_;
  double radius_;
};

}  // namespace acgd
