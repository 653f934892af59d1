#pragma once

#include "acgd/objective/loss.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// G = B' phi'' B, the Hessian of phi(z + B b) with respect to the intercepts b, where B b adds b_k
/// to every prediction of output k. With several outputs G is singular along 1, and the solutions
/// sum to 0.
class InterceptHessian {
 public:
  /// `loss` and `reduction`, which sums over its samples, must outlive this object.
  InterceptHessian(const Loss& loss, const Reduction& reduction);

  /// Sets phi'' from Loss::second_derivative(). With one output, entries may be negative.
  void take(const Vector& d);

  /// sums = B'v
  void sum(const Vector& v, Vector& sums) const;
  /// sums = B' phi'' w for the given d
  void sum_bent(const Vector& d, const Vector& w, Vector& sums);

  /// u = G^+ u; with several outputs u must sum to 0. Sets u = 0 if the trace of G is not positive.
  void solve(Vector& u) const;
  /// v with <v, v> = u' G^+ u, in place
  void whiten(Vector& u) const;

 private:
  const Loss& loss_;
  const Reduction& reduction_;
  bool is_curved_ = false;
  double total_ = 0;  ///< G, if there is one output
  Matrix g_;
  Matrix factor_;        ///< its lower triangle is L with G = L L'
  Vector block_, bent_;  ///< indicator vector of one output; phi'' times a vector
  Vector column_;
};

/// Computes the intercepts b, one for each output, that minimise phi(z + b). With one output:
/// Newton's method safeguarded by a bracket. With several: damped Newton steps, with continuation
/// from smoother losses if needed. Nothing is allocated after construction.
class InterceptSearch {
 public:
  /// `loss` must be twice differentiable. It and `reduction` must outlive this object.
  InterceptSearch(const Loss& loss, const Reduction& reduction);

  /// Starts at the given b. Near the solution this takes one or two passes over the samples.
  void solve(const Vector& z, Vector& b);
  /// Starts from scratch: the result depends on z alone. If phi is not convex, it is the lowest of
  /// the local minima found by a scan over the range of the predictions with up to 65 values.
  void solve_afresh(const Vector& z, Vector& b);
  /// rate = db/dt, where z + b = `prediction` and dz/dt = w
  void follow(const Vector& prediction, const Vector& w, Vector& rate);
  /// Reduction of the curvature along w due to the motion of b: w' phi'' B G^+ B' phi'' w.
  double relief(const Vector& prediction, const Vector& w);

 private:
  /// Starts at b; the length of the first step is at most `reach`.
  void solve_one(const Vector& z, double reach, double& b);
  void solve_several(const Vector& z, Vector& b);
  /// Minimises phi((z + b) / tau) over b by damped Newton steps; returns whether `most` sufficed.
  bool climb_down(const Vector& z, double tau, int most, Vector& b);
  Derivatives derivatives(const Vector& z, double b) const;
  /// Rounding error to expect in the derivative with respect to b.
  double rounding_of_slope(const Vector& z, double b);
  /// d = phi'' at z
  void look(const Vector& z);

  const Loss& loss_;
  const Reduction& reduction_;
  InterceptHessian hessian_;
  Vector ones_;          ///< with one output only
  Vector d_, r_;         ///< phi'' and phi'
  Vector moved_, move_;  ///< predictions and step, with several outputs only
  Vector step_;
};

/// z += B b
void add_intercept(const Vector& b, Vector& z);

/// phi along a line of predictions, minimised over the intercept at each point: z + t w + b(t).
///
/// b(0) = 0 is optimal at z. b(t) = t b'(0) + c(t), where c(t) is found by Newton's method from 0
/// for each t, so that it does not depend on earlier trials.
class InterceptLine {
 public:
  /// `loss` and `reduction` must outlive this object.
  InterceptLine(const Loss& loss, const Reduction& reduction);

  InterceptSearch& search() { return search_; }

  /// Sets the line; z must stay valid.
  void look(const Vector& z, const Vector& w);
  /// w + b'(0)
  const Vector& motion() const { return motion_; }

  /// b += b(t) - b(0)
  void step(double t, Vector& b);

  /// As the functions of Line, for the minimum over b; r = phi'(z).
  double change(const Vector& r, double t);
  double slope(double t);
  std::optional<Derivatives> derivatives(double t);

 private:
  /// Computes c(t).
  void solve_at(double t);

  const Loss& loss_;
  InterceptSearch search_;
  const Vector* z_ = nullptr;
  Vector rate_;    ///< b'(0)
  Vector motion_;  ///< w + b'(0)
  Vector beyond_;  ///< c(solved_step_)
  double solved_step_ = 0;
  Vector moved_;  ///< scratch: predictions or a step
};

}  // namespace acgd
