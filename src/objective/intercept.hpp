#pragma once

#include <Eigen/Cholesky>

#include "acgd/objective/loss.hpp"

namespace acgd {

/// G = B' phi'' B, where B b adds b_k to every prediction of output k: how a loss bends along its
/// intercepts. Of several outputs G is singular along 1, and what is solved sums to 0.
class InterceptHessian {
 public:
  /// `loss` must stay.
  explicit InterceptHessian(const Loss& loss);

  /// phi'' as Loss::second_derivative() says it; an entry may be negative if there is one output
  void take(const Vector& d);

  /// sums = B'v
  void sum(const Vector& v, Vector& sums) const;
  /// sums = B' phi'' w, for the d given
  void sum_bent(const Vector& d, const Vector& w, Vector& sums);

  /// u = G^+ u for a u that sums to 0 if there are several; 0 where the loss has no positive curvature
  void solve(Vector& u) const;
  /// v with <v, v> = u' G^+ u, in place
  void whiten(Vector& u) const;

 private:
  const Loss& loss_;
  bool is_curved_ = false;
  double total_ = 0;  ///< G, if there is one output
  Matrix g_;
  Eigen::LLT<Matrix> factor_;
  Vector block_, bent_;  ///< 1 in one block; phi'' of something
  Vector column_;
};

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
  Derivatives derivatives(const Vector& z, double b) const;
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

/// phi along a line of predictions, at each of its points the best intercept: z + t w + b(t).
///
/// z is where b is best. At first order b follows as z + t (w + b') says; what it does beyond, c(t),
/// is found for each t by Newton's method from 0, so that it depends on nothing tried before.
class InterceptLine {
 public:
  /// `loss` must stay.
  explicit InterceptLine(const Loss& loss);

  InterceptSearch& search() { return search_; }

  /// From z along w; z must stay.
  void look(const Vector& z, const Vector& w);
  /// w + b'
  const Vector& motion() const { return motion_; }

  /// b += b(t) - b(0)
  void step(double t, Vector& b);

  /// What Line says, of the minimum over b; r = phi'(z).
  double change(const Vector& r, double t);
  double slope(double t);
  std::optional<Derivatives> derivatives(double t);

 private:
  /// c(t)
  void solve_at(double t);

  const Loss& loss_;
  InterceptSearch search_;
  const Vector* z_ = nullptr;
  Vector rate_;    ///< b'
  Vector motion_;  ///< w + b'
  Vector beyond_;  ///< c(t) for the t solved last
  double solved_step_ = 0;
  Vector moved_;  ///< z and something, of every trial anew
};

}  // namespace acgd
