#pragma once

#include "objective/intercept_search.hpp"

namespace acgd {

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
  std::optional<Bend> bend(double t);

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
