#pragma once

#include <optional>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// x = x + t d, modifying x only; false if rounding left x unchanged. `before` is workspace of the
/// size of x.
inline bool move_along(const Direction& direction, double t, Vector& x, Vector& before) {
  const double shrink = direction.shrink(t);
  before = x;
  if (shrink != 1) x *= shrink;
  direction.add_terms_to(x, t);
  return x != before;
}

/// x as a dense vector; moves along directions without forming them.
class DensePoint {
 public:
  explicit DensePoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// ||x||^2
  double squared_norm() const { return squared_norm_; }

  /// ||d||; without a pass over x for the l2 norm and a few coordinate atoms
  double norm(const Direction& direction, const Norm& norm);
  /// x = x + t d; false if rounding left x unchanged
  bool advance(const Direction& direction, double t);
  void recenter(const Recentering& recentering);

  void visit(Archive& archive) { archive(x_, squared_norm_, largest_squared_, steps_carried_); }

 private:
  /// ||d||^2 of coordinate atoms from the carried ||x||^2; nothing where cancellation loses digits
  std::optional<double> squared_length(const Direction& direction) const;
  bool advance_by_coordinates(const Direction& direction, double t);
  /// Recomputes ||x||^2 from x.
  void refresh();

  Vector x_;
  double squared_norm_ = 0;     ///< ||x||^2, carried from step to step
  double largest_squared_ = 0;  ///< its largest value since refresh()
  int steps_carried_ = 0;
  Vector scratch_;
};

/// x as a dense vector with a list of its nonzero entries, as long as these are few: a run on
/// coordinate atoms starts from a vertex and often uses only a dozen others, whatever n is.
class SupportedPoint {
 public:
  explicit SupportedPoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// Whether x is 0 outside support().
  bool has_support() const { return has_support_; }
  const std::vector<Index>& support() const { return support_; }

  /// x = x + t d; false if rounding left x unchanged. Coordinate atoms keep the support, other
  /// atoms discard it.
  bool advance(const Direction& direction, double t);
  void recenter(const Recentering& recentering);

  void visit(Archive& archive);

 private:
  bool advance_by_coordinates(const Direction& direction, double t);
  /// x = shrink * x
  bool scale(double shrink);
  bool shrink_support(double shrink);
  void leave_all();
  void find_support();
  void add_to_support(Index j);
  /// Requires that j is not listed.
  void lengthen_support(Index j);

  Vector x_;
  Vector scratch_;
  std::vector<Index> support_;
  bool has_support_ = true;
};

}  // namespace acgd
