#pragma once

#include <optional>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// x = x + t d, by way of nothing but x; false when rounding left x as it was. `before` is memory
/// of the size of x.
inline bool move_along(const Direction& direction, double t, Vector& x, Vector& before) {
  const double shrink = direction.shrink(t);
  before = x;
  if (shrink != 1) x *= shrink;
  direction.add_terms_to(x, t);
  return x != before;
}

/// x as a dense vector that moves along directions without forming them.
class DensePoint {
 public:
  explicit DensePoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// ||x||^2
  double squared_norm() const { return squared_norm_; }

  /// ||d||, without reading x through for the l2 norm and a few atoms of one coordinate each
  double norm(const Direction& direction, const Norm& norm);
  /// x = x + t d; false when rounding left x as it was
  bool advance(const Direction& direction, double t);
  void recenter(const Recentering& recentering);

  void visit(Archive& archive) { archive(x_, squared_norm_, largest_squared_, steps_carried_); }

 private:
  /// ||d||^2 of a d of coordinates from ||x||^2, or nothing where that would cost digits
  std::optional<double> squared_length(const Direction& direction) const;
  bool advance_by_coordinates(const Direction& direction, double t);
  /// Computes ||x||^2 from x.
  void refresh();

  Vector x_;
  double squared_norm_ = 0;     ///< ||x||^2, carried from step to step
  double largest_squared_ = 0;  ///< the largest of them since it was computed from x
  int steps_carried_ = 0;
  Vector scratch_;
};

/// x as a dense vector that knows where it is not 0, as long as that is in few places: a run on
/// single coordinates starts from a vertex and meets a dozen others, whatever n is.
class SupportedPoint {
 public:
  explicit SupportedPoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// Whether x is 0 outside support().
  bool has_support() const { return has_support_; }
  const std::vector<Index>& support() const { return support_; }

  /// x = x + t d; false when rounding left x as it was. Along atoms of one coordinate each x keeps
  /// its support, along others it loses it.
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
  /// For a j that is not there yet.
  void lengthen_support(Index j);

  Vector x_;
  Vector scratch_;
  std::vector<Index> support_;
  bool has_support_ = true;
};

}  // namespace acgd
