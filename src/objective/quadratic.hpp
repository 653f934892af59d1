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
#include "objective/hessian_images.hpp"
#include "objective/rounding.hpp"
#include "objective/shard_images.hpp"

/// What an iteration on a quadratic needs of its vectors, in one reading of each.
namespace acgd::passes {

/// Where the iterate stands: n entries each.
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

/// What a line along d is made of. The terms of these sums are those of d itself, not of its two
/// parts, which cancel where x is close to the atom.
struct Along {
  double slope = 0;      ///< <g, d>
  double curvature = 0;  ///< <Hd, d>
  double squared_d = 0;  ///< ||d||^2 in l2
};

Along along_coordinate(const Standing& at, const Coordinate& d);
/// The same when x is 0 outside `support`: reads nothing else.
Along along_coordinate(const Standing& at, const Coordinate& d, const std::vector<Index>& support);
/// For d = v + w x: writes d and hd = hv + w (g - b), where hv = H v; in place of v and hv, if
/// asked.
Along along_vector(const Standing& at, const double* v, double w, const double* hv, double* d,
                   double* hd);

/// An entry of d where it is not 0.
struct Entry {
  Index j = 0;
  double d = 0;
};
/// For a d of few entries, each in the list once.
Along along_entries(const Standing& at, const std::vector<Entry>& entries, const double* hd);

/// hd = a h + w (g - b)
void form_hd(const Standing& at, const Coordinate& d, double* hd);
/// g += t Hd; returns ||Hd||^2 in l2
double advance_gradient(const Coordinate& d, double t, const double* b, double* g, Index n);

/// How many entries differ, or more than `most` as soon as that is certain.
Index count_differences(const double* u, const double* v, Index n, Index most);

}  // namespace acgd::passes

namespace acgd {

/// Readings and writings of a vector in an iteration: 4 to look, 6 to advance, the oracle's own.
constexpr double kVectorsPerIteration = 11;

/// What the cursor of a quadratic has to know of it; f(x) = 1/2 x'Hx + b'x + c.
struct QuadraticForm {
  std::shared_ptr<const Hessian> hessian;
  std::shared_ptr<const Vector> linear;  ///< b
  /// g = grad f(x) and f(x) from scratch, as accurately as the formula allows
  std::function<double(const Vector& x, Vector& g)> recompute;
  double recompute_bytes = 0;  ///< what that reads
  std::size_t cache_bytes = 0;
};

/// The cursor of a quadratic: the gradient is carried forward, g(x + t d) = g(x) + t H d, and along
/// a line f is a parabola.
///
/// Along one coordinate, with h = H e_j at hand, an iteration passes over g, b and h once to move
/// the gradient, and over them and x to look, unless x has few entries: then it reads only those.
///
/// Value and gradient are computed from scratch when that costs less than 2 % of what was spent
/// since the last time, and when the value has fallen so far that it has inherited rounding errors
/// of a size that matters now.
class QuadraticCursor final : public Cursor {
 public:
  /// `known`, if given, is another cursor of the same function at x0: it lends its value and
  /// gradient.
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
  /// One for each point: carried or not, each has its gradient.
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
    /// Next to that, g is off as if x were; each step that it is carried adds an ulp or so.
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

  /// H d of a line, and how fast the gradient changes along it.
  struct Change {
    Vector hd;
    bool has_hd = false;
    std::optional<double> rate;  ///< ||Hd||_*
  };

  passes::Standing standing() const;
  passes::Along look_along_coordinate(const Term& term, const Atom::Coordinate& one);
  passes::Along look_along_vector();
  /// entries_ = d; false where d has too many of them, or it is not known where they are
  bool find_entries();
  /// d and H d, formed if only their ingredients are there
  const Vector& formed_d();
  const Vector& formed_hd();
  std::optional<double> gradient_change();
  void advance_gradient(double t);

  /// A number that tells this H from others: what the problem is like at x0 shows few columns.
  std::int64_t mark_of_hessian();

  void recompute();
  /// Notes that value and gradient have no rounding errors but their own.
  void reset_drift();
  bool recomputation_is_due();

  QuadraticForm form_;
  std::shared_ptr<const Norm> norm_;
  SupportedPoint point_;
  HessianImages images_;
  Gradient gradient_;
  double value_ = 0;

  Direction direction_;
  bool is_coordinate_ = false;          ///< whether d is made of one coordinate (not 0) and x:
  passes::Coordinate along_one_;        ///< then this is the direction,
  std::vector<passes::Entry> entries_;  ///< else perhaps this: d where it is not 0
  Vector d_;                            ///< d, once it is formed
  bool has_d_ = false;
  Change change_;
  Change previous_;  ///< of the step just taken,
  double previous_length_ = 0;
  double previous_noise_ = 0;  ///< what rounding may have added to its length * ||Hd||_*
  QuadraticLine line_;
  std::unique_ptr<Curvature> curvature_;        ///< once it was asked for;
  std::unique_ptr<ShardImages> images_of_map_;  ///< of the A of H = A'A, if that is what H is

  std::optional<std::int64_t> mark_;  ///< mark_of_hessian(), once it was asked for
  std::int64_t steps_ = 0;
  std::int64_t trial_count_ = 0;
  int free_recomputations_;  ///< how many more the value may ask for
  // since the last recomputation
  std::int64_t steps_carried_ = 0;
  double spent_from_ = 0;     ///< images_.bytes_read() then
  double largest_value_ = 0;  ///< largest |f|
  double terms_ = 0;          ///< ||g||_* + ||b||_* then: what H x = g - b was made of
};

}  // namespace acgd
