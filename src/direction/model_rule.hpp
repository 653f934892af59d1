#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// A rule that minimises a second-order model, which may turn out to be no use.
class ModelRule : public DirectionRule {
 public:
  /// Whether choose() has found that H, the same at all points, bends downwards.
  bool has_bent() const { return has_bent_; }
  /// Tells the cursor that the rule keeps no atoms any more.
  virtual void leave(Cursor& at) { static_cast<void>(at); }

 protected:
  bool has_bent_ = false;
};

/// Over weights of kept atoms.
std::unique_ptr<ModelRule> begin_corrective_atoms(const DirectionContext& context, Index max_atoms,
                                                  Index max_bytes);
/// Over a box: the unknowns of the model are the coordinates of x that are free to move, not the
/// weights of vertices, of which there are 2^n.
std::unique_ptr<ModelRule> begin_corrective_box(Faces faces);
/// Over shares of kept points of each part, where the set is a sum (Summands) and H is diagonal.
std::unique_ptr<ModelRule> begin_corrective_parts(const DirectionContext& context);

}  // namespace acgd
