#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/fit/path.hpp"

namespace acgd {

/// Automatic grid of radii, one after the other, such that penalties decrease geometrically from
/// lambda(0), that of the null model, to a fraction of it: the grid of glmnet and scikit-learn.
///
/// lambda(r), see dual_gauge(), decreases in r; for a quadratic over a polytope it is piecewise
/// linear. The next radius is where the secant through the last two points reaches the next value
/// of the grid.
class RadiusGrid {
 public:
  /// `penalty` is lambda(0), `slope` is -lambda'(0); `count` values, including the null model.
  RadiusGrid(double penalty, double slope, Index count, double smallest_share);

  /// The next radius; absent at the end of the grid.
  std::optional<double> next() const;
  /// Records the penalty of the fit at a radius.
  void add(double radius, double penalty);
  double smallest_penalty() const { return smallest_; }

 private:
  double largest_, smallest_, factor_;
  double radius_ = 0, penalty_, slope_;  ///< the last point, and the secant's -d lambda / d r
  Index done_ = 1, count_;
};

/// Throws InvalidInput unless radii are positive, finite and ascending.
void check_radii(std::span<const double> radii);

/// The zero point in the representation of the set's points.
Atom zero_of(const Oracle& set);

/// lambda = -min { <g, v> : v in C }, where g is the gradient of f at x and C the set of radius 1;
/// for the ball of a norm this is the dual norm of g. If x minimises f over r C, it also minimises
/// f + lambda |.|_C, where |.|_C is the gauge of C: lambda is the penalty equivalent to the radius.
/// `slope`, if not null, receives the curvature of f along the minimiser v; at x = 0 this is -d
/// lambda / d r.
double dual_gauge(const Objective& f, const Atom& x, const Oracle& unit, const Options& options,
                  double* slope = nullptr);

/// Runs over sets of ascending radius, each warm-started at the solution of the last. Keeps
/// references to the arguments of the constructor.
class GrowingRun {
 public:
  GrowingRun(const Objective& f, const SetOfRadius& set, const Options& options)
      : f_(f), set_(set), options_(options) {}

  const Result& solve_at(double radius);
  /// The penalty equivalent to the last radius, see dual_gauge().
  double penalty() const;
  /// False after a run that was interrupted or failed.
  bool can_go_on() const {
    return result_.status != Status::interrupted && is_usable(result_.status);
  }

 private:
  Start start_in(const Oracle& set, double radius) const;

  const Objective& f_;
  const SetOfRadius& set_;
  const Options& options_;
  double radius_ = 0;  ///< 0 before the first run
  Result result_;
};

/// The objective of samples as a function of coefficients, and the conversion of solutions to the
/// units of the data.
class SampleFit {
 public:
  SampleFit(const Samples& samples, const Family& family, const PathOptions& options);

  const Objective& objective() const { return *f_; }
  /// The mean loss of a fit, without the ridge.
  double loss(const Result& result) const;
  const Standardization& scaling() const { return scaling_; }
  /// f of the null model (all coefficients 0).
  double worst() const { return worst_; }
  /// A lower bound of f for all coefficients.
  double infimum() const { return infimum_; }

  /// Solver options of the fits, with default tolerances.
  Options options(const PathOptions& options) const;
  /// Converts x to coefficients and intercept in the units of the data.
  void to_model(const Vector& x, SparseMatrix& coefficients, Vector& intercept) const;

 private:
  Index features_;
  Index outputs_;
  Standardization scaling_;
  std::shared_ptr<const Objective> loss_;
  std::shared_ptr<const Objective> f_;  ///< the loss plus the ridge
  double worst_ = 0;
  double infimum_ = 0;
};

/// Number of rows with a non-zero coefficient.
Index count_features(const SparseMatrix& coefficients);

/// Fits of samples over sets of ascending radius.
struct SampleRun {
  SampleRun(const Samples& samples, const Family& family, const SetOfRadius& set,
            const PathOptions& path)
      : fit(samples, family, path),
        options(fit.options(path)),
        run(fit.objective(), set, options) {}
  SampleRun(const SampleRun&) = delete;

  SampleFit fit;
  Options options;
  GrowingRun run;
};

/// One fold: fits of its training samples, evaluated on the held-out samples.
class FoldRun {
 public:
  FoldRun(const Samples& samples, const Fold& fold, const Family& family, const SetOfRadius& set,
          const PathOptions& options)
      : family_(family),
        others_(rows_of(samples, fold.held_out)),
        loss_(family.loss(others_.targets, others_.weights)),
        seen_(rows_of(samples, fold.seen), family, set, options) {}

  GrowingRun& run() { return seen_.run; }
  Vector null() const { return Vector::Zero(seen_.fit.objective().dimension()); }
  /// Total weight of the held-out samples.
  double weight() const;
  /// Loss and scores on the held-out samples.
  struct Judged {
    double weight = 0;
    double loss = 0;
    Scores scores;
  };
  Judged judge(const Vector& x) const;

 private:
  const Family& family_;
  Samples others_;
  std::shared_ptr<const Loss> loss_;
  SampleRun seen_;
};

/// Means over the folds and their standard errors, weighted by the held-out weights.
void average(const std::vector<FoldRun::Judged>& folds, PathFit& fit);

/// Sets `best` and `one_standard_error`: the lowest held-out loss, and the smallest radius within
/// one standard error of it.
void choose_by_held_out_loss(Path& path);

/// Computes the BIC of each fit for `total` samples, and sets `lowest_bic`.
void choose_by_bic(const Family& family, double total, Path& path);

}  // namespace acgd
