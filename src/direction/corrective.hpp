#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/curvature.hpp"

/// How much a second-order model may cost.
namespace acgd {

/// In gradients: an H that costs less is taken anew at every point.
constexpr double kCheapModel = 5;
/// H and its factor have so many rows at most: 32 MB each.
constexpr Index kMostRows = 2000;
/// What cannot be formed is minimised in so many sweeps at most.
constexpr int kSweeps = 30;

/// How large the gap of the model may remain where the duality gap is `gap`. Where H stays, its
/// factor does, and the minimum is had for little; where H changes, more digits would be wasted.
inline double model_tolerance(const Curvature& curvature, double gap) {
  constexpr double kExact = 1e-10;
  constexpr double kEnough = 0.1;
  return (curvature.is_constant() ? kExact : kEnough) * gap;
}

/// The same for sweeps, each about as dear as a gradient: of them nothing is active.
inline double swept_tolerance(const Curvature& curvature, double gap) {
  constexpr double kConstant = 0.01;
  constexpr double kChanging = 0.1;
  return (curvature.is_constant() ? kConstant : kChanging) * gap;
}

/// A rule that minimises a second-order model, which may turn out to be no use.
class ModelRule : public DirectionRule {
 public:
  /// Whether choose() has found that H, the same at all points, has negative curvature.
  bool has_bent() const { return has_bent_; }
  /// Tells the cursor that the rule keeps no atoms any more.
  virtual void leave(Cursor& at) { static_cast<void>(at); }

 protected:
  bool has_bent_ = false;
};

/// Over weights of active atoms.
std::unique_ptr<ModelRule> begin_corrective_atoms(const DirectionContext& context, Index max_atoms,
                                                  Index max_bytes);
/// Over a box: the unknowns of the model are the coordinates of x that are free to move, not the
/// weights of vertices, of which there are 2^n.
std::unique_ptr<ModelRule> begin_corrective_box(Faces faces);
/// Over shares of kept points of each part, where the set is a sum (Summands) and H is diagonal.
std::unique_ptr<ModelRule> begin_corrective_parts(const DirectionContext& context);

}  // namespace acgd
