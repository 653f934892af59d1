#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/curvature.hpp"

/// Limits on the cost of second-order models.
namespace acgd {

/// Maximum cost of H, in gradients, at which it is recomputed at every point, or formed over a box.
constexpr double kCheapModel = 5;
/// Maximum number of rows of H and its factor (32 MB each).
constexpr Index kMostRows = 2000;
/// Maximum number of sweeps of block coordinate descent, where H is not formed.
constexpr int kSweeps = 30;

/// Tolerance of the model's gap where the duality gap is `gap`. A constant H keeps its factor, so
/// that an exact minimum costs little; with a changing H further digits are of no use, unless
/// gradients cost more than them.
inline double model_tolerance(const Curvature& curvature, double gap) {
  constexpr double kExact = 1e-10;
  constexpr double kPrecise = 1e-3;
  constexpr double kEnough = 0.1;
  return (curvature.is_constant() ? kExact : curvature.has_products() ? kPrecise : kEnough) * gap;
}

/// The same for block coordinate descent: a sweep costs about a gradient, and there is no factor.
inline double swept_tolerance(const Curvature& curvature, double gap) {
  constexpr double kConstant = 0.01;
  constexpr double kChanging = 0.1;
  return (curvature.is_constant() ? kConstant : kChanging) * gap;
}

/// A rule that minimises a second-order model, which may have negative curvature.
class ModelRule : public DirectionRule {
 public:
  /// Whether choose() has found negative curvature in an H that is the same at all points.
  bool has_negative_curvature() const { return has_negative_curvature_; }
  /// Releases the atoms of the rule from the cursor.
  virtual void leave(Cursor& at) { static_cast<void>(at); }

 protected:
  bool has_negative_curvature_ = false;
};

/// Over the weights of the active set.
std::unique_ptr<ModelRule> begin_corrective_atoms(const DirectionContext& context, Index max_atoms,
                                                  Index max_bytes);
/// Over a box: the variables of the model are the free coordinates of x, not the weights of the 2^n
/// vertices.
std::unique_ptr<ModelRule> begin_corrective_box(Faces faces);

/// Whether all blocks are boxes.
bool is_box(const Faces& faces);

/// Over any set, or R^n, from products with H: the variables of the model are those of x.
std::unique_ptr<DirectionRule> begin_corrective_products(const DirectionContext& context);

}  // namespace acgd
