#pragma once

#include "objective/intercept_hessian.hpp"

namespace acgd {

/// Finds the intercepts b, one for each output, at which phi(z + b) is lowest: Newton's method, with
/// an interval around the answer where there is one output, with short steps, at first on smoother
/// losses, where there are several. Nothing is allocated after construction.
class InterceptSearch {
 public:
  /// `loss` is twice differentiable, and must stay.
  explicit InterceptSearch(const Loss& loss);

  /// From the b given: where that is close already, one pass over the samples.
  void solve(const Vector& z, Vector& b);
  /// From nothing: a function of z alone. If phi is not convex, the lowest of the local minima that
  /// a scan over the range of the predictions finds: up to 65 passes over the samples.
  void solve_afresh(const Vector& z, Vector& b);
  /// rate = db / dt, where z + b = `prediction` and z moves along w
  void follow(const Vector& prediction, const Vector& w, Vector& rate);
  /// How much less phi bends along w because b follows: w' phi'' B G^+ B' phi'' w.
  double relief(const Vector& prediction, const Vector& w);

 private:
  /// From b, the first step no longer than `reach`.
  void solve_one(const Vector& z, double reach, double& b);
  void solve_several(const Vector& z, Vector& b);
  /// The same for (z + b) / tau; whether that many steps were enough.
  bool climb_down(const Vector& z, double tau, int most, Vector& b);
  Bend bend(const Vector& z, double b) const;
  /// What rounding may have made of a slope along b that is 0.
  double rounding_of_slope(const Vector& z, double b);
  /// d = phi'' at z
  void look(const Vector& z);

  const Loss& loss_;
  InterceptHessian hessian_;
  Vector ones_;          ///< if there is one output
  Vector d_, r_;         ///< phi'' and phi'
  Vector moved_, move_;  ///< predictions and a step, if there are several outputs
  Vector step_;
};

/// z += b, each output by its own
void add_intercept(const Vector& b, Vector& z);

}  // namespace acgd
