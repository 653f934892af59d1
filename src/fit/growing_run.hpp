#pragma once

#include "acgd/fit/follow.hpp"

namespace acgd {

/// Throws InvalidInput unless radii are positive, finite and ascending.
void check_radii(std::span<const double> radii);

/// 0 in the shape of the set's points.
Atom zero_of(const Oracle& set);

/// lambda = -min { <g, v> : v in C }, g the gradient of f at x and C the set of radius 1: for the ball
/// of a norm the dual norm of g. If x minimises f over r C, it also minimises f + lambda |.|_C, the
/// gauge of C: lambda is the penalty that belongs to the radius. `slope`, if there: -d lambda / d r at
/// x = 0, the curvature of f along the minimiser v.
double dual_gauge(const Objective& f, const Atom& x, const Oracle& unit, const Options& options,
                  double* slope = nullptr);

/// Runs over sets of ascending radius, each beginning where the one before has ended. What it is made
/// of must stay.
class GrowingRun {
 public:
  GrowingRun(const Objective& f, const SetOfRadius& set, const Options& options)
      : f_(f), set_(set), options_(options) {}

  const Result& solve_at(double radius);
  /// The penalty with the same solution as the last run, see dual_gauge().
  double penalty() const;
  /// Not after a run that was interrupted or has failed.
  bool can_go_on() const {
    return result_.status != Status::interrupted && is_usable(result_.status);
  }

 private:
  Start start_in(const Oracle& set, double radius) const;

  const Objective& f_;
  const SetOfRadius& set_;
  const Options& options_;
  double radius_ = 0;  ///< 0 before the first run
  Result result_;
};

}  // namespace acgd
