#pragma once

#include <memory>
#include <string_view>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/hessian.hpp"

namespace acgd {

/// How a run on ||Ax - b||^2 updates its state from point to point.
enum class LeastSquaresRoute {
  automatic,     ///< the one with the lowest estimated cost, given the first atom
  composite,     ///< updates Ax: two passes over A per iteration, one if the atom is a coordinate
  gram_columns,  ///< updates the gradient: one pass over A per new coordinate
  gram_matrix,   ///< updates the gradient: forms A'A once, then reads A only to recompute
};

struct LeastSquaresOptions {
  double factor = 1;
  LeastSquaresRoute route = LeastSquaresRoute::automatic;
  Index cache_bytes = Index{256} << 20;
  Index gram_bytes = Index{1} << 30;
  double expected_iterations = 500;
  double expected_coordinates = 64;
  /// Adds a constant to A x and minimises over it.
  bool intercept = false;
  /// One per sample, finite and >= 0, at least one positive; empty: each is 1.
  Vector weights = {};

  Description describe();
};

/// f(x) = factor ||Ax - b||^2; with weights, factor times the sum of weight_i (Ax - b)_i^2.
///
/// With an intercept f is the minimum over c of the same for Ax + c: that of A and b with centred
/// columns. A dense A is copied for this, and for weights; any other is used in place.
///
/// The automatic route is chosen at the first direction of a run. Costs are counted in passes over
/// A, of B bytes each (LinearMap::bytes); A is m x n.
///
///   forming A'A       S = n / 16 passes for a dense map (m n^2 multiplications, sixteen in the
///                     time in which a pass reads an entry), n passes for any other
///   composite         2 passes per iteration, 1 if the atom is one coordinate
///   gram_columns      1 pass for each new coordinate, else about 11 vectors: 88 n bytes
///   gram_matrix       S passes once, then at most 8 n^2 / B passes per iteration
///
/// gram_matrix: if n <= m, 8 n^2 <= gram_bytes, and S <= expected_coordinates if the atom is one
/// coordinate, S <= expected_iterations (2 - 8 n^2 / B) if it is not. Else gram_columns, if the
/// atom is one coordinate and B >= 2 * 88 n (a sparser A is read faster than the vectors). Else
/// composite.
///
/// Accuracy: value and gradient are recomputed from the residual Ax - b, never from the expansion
/// x'A'Ax - 2 b'Ax + b'b, at the start, on a schedule, and whenever f has decreased by a factor of
/// 10^4 since; f then has a relative error of a few eps. In between, steps add exact parabolas: the
/// error of f is about eps ||2 A'b||_inf ||x - x_r||_1, where x_r is the last recomputed point.
class LeastSquares final : public Objective {
 public:
  static constexpr std::string_view name = "least-squares";
  static constexpr std::string_view sentence = "||Ax - b||^2, the sum of the squared residuals";
  static constexpr std::string_view formula =
      "f(x) = ||A x - b||^2, the sum over the samples, which are the rows of A; no factor 1/2";

  /// Throws InvalidInput if b has another number of entries than A has rows, if one of them is not
  /// finite, if factor is not positive, or if the weights violate the rules of the options.
  LeastSquares(Design a, Vector b, LeastSquaresOptions options = {});

  /// A and b after weighting and centring: f(x) = factor ||Ax - b||^2.
  const Design& design() const { return a_; }
  const LinearMap& map() const { return a_.map(); }
  /// Whether this A is a matrix in memory: a sparse one is not after centring or weighting, and
  /// products then use the given A. The same on all ranks.
  bool is_formed() const { return composite_.design().shared_map() == a_.shared_map(); }
  const Vector& target() const { return *b_; }
  const LeastSquaresOptions& options() const { return options_; }

  /// The route of a run with this first atom: that of the options, or by the rule above.
  LeastSquaresRoute route_for(const Atom& atom) const;

  Index dimension() const override { return map().cols(); }
  double value(const Vector& x) const override { return composite_.value(x); }
  void gradient(const Vector& x, Vector& g) const override { composite_.gradient(x, g); }
  /// The c at x if there is an intercept, else empty.
  Vector intercept(const Vector& x) const override;
  /// 2 factor ||A||^2, computed on first use.
  std::optional<double> lipschitz() const override { return composite_.lipschitz(); }
  bool is_convex() const override { return true; }
  std::optional<double> natural_scale() const override { return composite_.natural_scale(); }
  std::optional<double> lower_bound() const override { return 0; }
  bool has_curvature() const override { return true; }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  struct Remembered;
  struct Parts;
  friend class LeastSquaresCursor;

  LeastSquares(Parts parts, LeastSquaresOptions options);

  /// A cursor on a route other than automatic. `known`, if not null, is a cursor at x0 whose value
  /// and gradient are reused.
  std::unique_ptr<Cursor> start_on(LeastSquaresRoute route, const Atom& x0,
                                   std::shared_ptr<const Norm> norm, Cursor* known) const;
  /// -2 factor A'b, cached.
  std::shared_ptr<const Vector> linear() const;
  /// 2 factor A'A, cached.
  std::shared_ptr<const Hessian> gram() const;
  std::shared_ptr<const Hessian> hessian(LeastSquaresRoute route) const;

  Design a_;
  std::shared_ptr<const Vector> b_;
  LeastSquaresOptions options_;
  double mean_target_ = 0;  ///< of the given b, if there is an intercept
  Vector means_;            ///< of the columns of the given A
  Composite composite_;
  std::shared_ptr<Remembered> remembered_;
};

}  // namespace acgd
