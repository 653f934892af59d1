#pragma once

#include <memory>

#include "acgd/objective/linear_map.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = phi(A x + offset): a loss of a linear image.
///
/// Its cursor keeps A x, so that an iteration costs one product with A', one image of an atom, and
/// a pass over the samples for each step tried.
class Composite final : public Objective {
 public:
  /// Throws InvalidInput if the sizes of loss, map and offset differ. No offset means 0.
  Composite(std::shared_ptr<const Loss> loss, std::shared_ptr<const LinearMap> map,
            Vector offset = {});

  const Loss& loss() const { return *loss_; }
  const LinearMap& map() const { return *map_; }
  /// Empty if there is none.
  const Vector& offset() const { return offset_; }

  Index dimension() const override { return map_->cols(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  /// That of the loss times the squared norm of A, which is found when first asked for.
  std::optional<double> lipschitz() const override;
  bool is_convex() const override { return loss_->is_convex(); }
  bool has_curvature() const override { return loss_->is_twice_differentiable(); }
  bool has_diagonal_curvature() const override { return has_curvature() && map_->is_identity(); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  struct SquaredNorm;

  /// z = A x + offset
  void predict(const Vector& x, Vector& z) const;

  std::shared_ptr<const Loss> loss_;
  std::shared_ptr<const LinearMap> map_;
  Vector offset_;
  std::shared_ptr<SquaredNorm> squared_norm_;
};

}  // namespace acgd
