#pragma once

#include <memory>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The convex hull of given points, the columns of a matrix. The minimiser is the first of them
/// with the smallest <g, point>.
class ConvexHull final : public Oracle {
 public:
  explicit ConvexHull(Matrix points);
  /// Shares the points instead of copying them.
  explicit ConvexHull(std::shared_ptr<const Matrix> points);

  const Matrix& points() const { return *points_; }

  std::string name() const override;
  Index dimension() const override { return points_->rows(); }
  void minimize(const Gradient& gradient, Answer& answer) const override;
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;
  /// Over all pairs of points; not known when there are too many of them to look at.
  std::optional<double> diameter() const override;

 private:
  std::shared_ptr<const Matrix> points_;
};

}  // namespace acgd
