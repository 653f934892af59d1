#pragma once

#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/iterate/point.hpp"

namespace acgd {

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
