#pragma once

#include <memory>

#include "acgd/objective/design.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// Whether a constant is added to the predictions of a model.
enum class Intercept {
  none,
  profiled,  ///< f(x) is the minimum over the intercept
};

/// The constants b, one for each output, that minimise phi(z + b); with several outputs they sum to
/// 0. If phi is not convex, b is the lowest of the local minima found by a scan with up to 65
/// values, at most 1 apart unless the range of the predictions exceeds 52. Throws InvalidInput if
/// there is no minimum.
Vector best_intercept(const Loss& loss, const Vector& z);

/// Throws InvalidInput unless phi(z + b) has a minimum over b for every z: labels of a single class
/// have none.
void require_best_intercept(const Loss& loss);

/// f(x) = phi(A x + offset): a loss of a linear image. With an intercept, f(x) is the minimum over
/// b of phi(A x + offset + b), where b adds a constant to every output. This f is convex if phi is,
/// and the duality gap bounds f - min f. If phi is not convex, b is best_intercept() at every
/// point; a line follows the local minimum from its start, so f may be lower where another b is
/// better.
///
/// The cursor keeps A x: an iteration costs one product with A', one image of an atom, and one pass
/// over the samples per trial step.
class Composite final : public Objective {
 public:
  /// Throws InvalidInput if the sizes of loss, map and offset differ, if several ranks have
  /// different partitions of loss and map, or if there is no best intercept
  /// (require_best_intercept()). An empty offset means 0.
  Composite(std::shared_ptr<const Loss> loss, Design a, Vector offset = {},
            Intercept intercept = Intercept::none);

  const Loss& loss() const { return *loss_; }
  /// A; with an intercept, after remove_offsets().
  const Design& design() const { return a_; }
  const LinearMap& map() const { return a_.map(); }
  /// Empty if there is none.
  const Vector& offset() const { return offset_; }
  /// Whether there is an offset, on any rank.
  bool has_offset() const { return has_offset_; }
  bool has_intercept() const { return intercept_ == Intercept::profiled; }

  Index dimension() const override { return map().cols(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  Vector intercept(const Vector& x) const override;
  /// That of the loss times ||A||^2, computed on first use; with an intercept, of A with centred
  /// columns.
  std::optional<double> lipschitz() const override;
  bool is_convex() const override { return loss_->is_convex(); }
  bool has_domain() const override { return loss_->has_domain(); }
  /// |f(0)|: the loss of the null model, at its best intercept; absent if it is infinite.
  std::optional<double> natural_scale() const override;
  /// The infimum of the loss, if it is bounded below.
  std::optional<double> lower_bound() const override;
  bool has_curvature() const override { return loss_->is_twice_differentiable(); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  struct SquaredNorm;

  /// z = A x + offset + b; returns b
  Vector predict(const Vector& x, Vector& z) const;
  /// z += offset + b; returns b
  Vector complete(Vector& z) const;

  std::shared_ptr<const Loss> loss_;
  Design a_;
  Vector offset_;
  bool has_offset_ = false;
  Intercept intercept_;
  Vector shift_;  ///< offsets subtracted by remove_offsets()
  std::shared_ptr<SquaredNorm> squared_norm_;
};

}  // namespace acgd
