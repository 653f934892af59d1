#pragma once

#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/core/state.hpp"
#include "acgd/direction/direction.hpp"
#include "acgd/objective/cursor.hpp"

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

  /// x = x + t d; false when rounding left x as it was. `one` is the direction's atom if that is
  /// one coordinate, else null.
  bool advance(const Direction& direction, const Atom::Coordinate* one, double t);
  void correct(const Correction& correction);

  void visit(State& state);

 private:
  bool advance_to_coordinate(const Atom::Coordinate& one, double shrink, double t);
  bool shrink_support(double shrink);
  void land_on(Index j);
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
