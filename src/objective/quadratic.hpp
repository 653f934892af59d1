#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/objective/hessian.hpp"
#include "iterate/point.hpp"
#include "objective/block_images.hpp"
#include "objective/hessian_curvature.hpp"
#include "objective/rounding.hpp"

/// Fused loops of an iteration on a quadratic: each reads its vectors once.
namespace acgd::passes {

/// The iterate; n entries each.
struct Standing {
  const double* x = nullptr;
  const double* g = nullptr;  ///< Hx + b
  const double* b = nullptr;
  Index n = 0;
};

/// d = a e_j + w x, with h = H e_j: then Hd = a h + w (g - b).
struct Coordinate {
  Index j = 0;
  double a = 0;
  double w = 0;
  const double* h = nullptr;
};

/// Coefficients of f along d. The sums are taken over the entries of d itself, not over its two
/// parts, which cancel where x is close to the atom.
struct Along {
  double slope = 0;      ///< <g, d>
  double curvature = 0;  ///< <Hd, d>
  double squared_d = 0;  ///< ||d||^2 in l2
};

Along along_coordinate(const Standing& at, const Coordinate& d);
/// The same if x is 0 outside `support`: reads nothing else.
Along along_coordinate(const Standing& at, const Coordinate& d, const std::vector<Index>& support);
/// For d = v + w x: writes d and hd = hv + w (g - b), where hv = H v. d and hd may alias v and hv.
Along along_vector(const Standing& at, const double* v, double w, const double* hv, double* d,
                   double* hd);

/// A non-zero entry of d.
struct Entry {
  Index j = 0;
  double d = 0;
};
/// For a sparse d without duplicate entries.
Along along_entries(const Standing& at, const std::vector<Entry>& entries, const double* hd);

/// hd = a h + w (g - b)
void form_hd(const Standing& at, const Coordinate& d, double* hd);
/// g += t Hd; returns ||Hd||^2 in l2
double advance_gradient(const Coordinate& d, double t, const double* b, double* g, Index n);

/// Number of entries that differ; stops once it exceeds `most`.
Index count_differences(const double* u, const double* v, Index n, Index most);

}  // namespace acgd::passes

namespace acgd {

/// Vector reads and writes per iteration: 4 in look(), 6 in advance(), 1 in the LMO.
constexpr double kVectorsPerIteration = 11;

/// Data of a quadratic f(x) = 1/2 x'Hx + b'x + c for its cursor.
struct QuadraticForm {
  std::shared_ptr<const Hessian> hessian;
  std::shared_ptr<const Vector> linear;  ///< b
  /// Sets g = grad f(x) and returns f(x), from scratch and as accurately as the formula allows.
  std::function<double(const Vector& x, Vector& g)> recompute;
  double recompute_bytes = 0;  ///< bytes that recompute() reads
  std::size_t cache_bytes = 0;
};

/// Cursor of a quadratic. The gradient is carried forward, g(x + t d) = g(x) + t H d, and f is a
/// parabola along a line.
///
/// Along one coordinate, with h = H e_j available, advance() reads g, b and h once. look() reads
/// them and x, or only the support of x if that is small.
///
/// Value and gradient are recomputed from scratch when that costs less than 2 % of the work since
/// the last time, and when the value has decreased so much that accumulated rounding error matters.
class QuadraticCursor final : public Cursor {
 public:
  /// `known`, if not null, is another cursor of the same function at x0; its value and gradient are
  /// copied.
  QuadraticCursor(QuadraticForm form, const Atom& x0, std::shared_ptr<const Norm> norm,
                  Cursor* known = nullptr);

  double value() override { return value_; }
  const Gradient& gradient() override { return gradient_; }
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { point_.recenter(recentering); }
  const Vector* x() const override { return &point_.x(); }
  void store(Point& point) const override { point.x = point_.x(); }
  void release(AtomId id) override;
  Curvature* curvature() override;
  /// One per point, carried forward or recomputed.
  std::int64_t gradient_count() const override { return steps_ + 1; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  class QuadraticLine final : public Line {
   public:
    explicit QuadraticLine(QuadraticCursor& cursor) : cursor_(cursor) {}
    void point_along(const passes::Along& along, double max_step);
    /// f(x + t d) - f(x), not counted as a trial
    double parabola(double t) const { return t * derivative_ + 0.5 * curvature_ * t * t; }

    double norm() override;
    double change(double t) override {
      ++cursor_.trial_count_;
      return parabola(t);
    }
    double slope(double t) override { return derivative_ + t * curvature_; }
    std::optional<double> curvature() override { return curvature_; }
    std::optional<double> gradient_change() override { return cursor_.gradient_change(); }
    double gradient_change_noise(double) override { return cursor_.previous_noise_; }
    double probe(double t) override { return t * cursor_.norm_->dual(cursor_.formed_hd()); }
    double slope_noise() const override;
    /// In addition, g has the error of a rounded x; each carried step adds about an ulp.
    double derivative_noise() const override {
      const double steps = std::sqrt(1.0 + static_cast<double>(cursor_.steps_carried_));
      return slope_noise() + steps / 8 * dot_noise(cursor_.formed_hd(), cursor_.point_.x());
    }

   private:
    QuadraticCursor& cursor_;
    double curvature_ = 0;
    double squared_norm_ = 0;  ///< of d in l2
    std::optional<double> norm_;
  };

  /// H d of a line, and the rate of change of the gradient along it.
  struct Change {
    Vector hd;
    bool has_hd = false;
    std::optional<double> rate;  ///< ||Hd||_*
  };

  passes::Standing standing() const;
  passes::Along look_along_coordinate(const Term& term, const Atom::Coordinate& one);
  passes::Along look_along_vector();
  /// Stores the non-zeros of d in entries_; false if there are too many, or their positions are
  /// unknown.
  bool find_entries();
  /// d and H d, computed on first use.
  const Vector& formed_d();
  const Vector& formed_hd();
  std::optional<double> gradient_change();
  void advance_gradient(double t);

  /// A checksum of H for checkpoints, since the state at x0 involves only few columns of H.
  std::int64_t mark_of_hessian();

  void recompute();
  /// Records that value and gradient have no accumulated rounding error.
  void reset_drift();
  bool recomputation_is_due();

  QuadraticForm form_;
  std::shared_ptr<const Norm> norm_;
  SupportedPoint point_;
  HessianImages images_;
  Gradient gradient_;
  double value_ = 0;

  Direction direction_;
  bool is_coordinate_ = false;          ///< whether d = a e_j + w x with a != 0:
  passes::Coordinate along_one_;        ///< then these are its parameters,
  std::vector<passes::Entry> entries_;  ///< else the non-zeros of d, if find_entries() succeeded
  Vector d_;                            ///< d, if has_d_
  bool has_d_ = false;
  Change change_;
  Change previous_;  ///< of the last step,
  double previous_length_ = 0;
  double previous_noise_ = 0;  ///< rounding error of its length * ||Hd||_*
  QuadraticLine line_;
  std::unique_ptr<Curvature> curvature_;        ///< created on first use
  std::unique_ptr<BlockImages> images_of_map_;  ///< images under A if H = A'A

  std::optional<std::int64_t> mark_;  ///< mark_of_hessian(), computed on first use
  std::int64_t steps_ = 0;
  std::int64_t trial_count_ = 0;
  int free_recomputations_;  ///< remaining unscheduled recomputations
  // Since the last recomputation:
  std::int64_t steps_carried_ = 0;
  double spent_from_ = 0;     ///< images_.bytes_read() at that time
  double largest_value_ = 0;  ///< largest |f|
  double terms_ = 0;  ///< ||g||_* + ||b||_* at that time: the size of the terms of H x = g - b
};

}  // namespace acgd
