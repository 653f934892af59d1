#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/fit/path.hpp"

namespace acgd {

/// Radii of a path, found one after the other, so that penalties fall by one factor from lambda(0),
/// that of the null model, to a share of it: the grid of glmnet and scikit-learn.
///
/// lambda(r), see dual_gauge(), falls with r; for a quadratic over a polytope it is piecewise linear.
/// The next radius is where the secant through the last two points reaches the next value of the grid.
class RadiusGrid {
 public:
  /// lambda(0) and -lambda'(0); `count` values, that of the null model included.
  RadiusGrid(double penalty, double slope, Index count, double smallest_share);

  /// None at the end of the grid.
  std::optional<double> next() const;
  /// What was found at a radius.
  void add(double radius, double penalty);
  double smallest_penalty() const { return smallest_; }

 private:
  double largest_, smallest_, factor_;
  double radius_ = 0, penalty_, slope_;  ///< the last point, and the secant's -d lambda / d r
  Index done_ = 1, count_;
};

/// Throws InvalidInput unless radii are positive, finite and ascending.
void check_radii(std::span<const double> radii);

/// 0 in the shape of the set's points.
Atom zero_of(const Oracle& set);

/// lambda = -min { <g, v> : v in C }, g the gradient of f at x and C the set of radius 1: for the ball
/// of a norm the dual norm of g. If x minimises f over r C, it also minimises f + lambda |.|_C, the
/// gauge of C: lambda is the penalty that belongs to the radius. `slope`, if there: -d lambda / d r at
/// x = 0, the curvature of f along the minimiser v.
double dual_gauge(const Objective& f, const Atom& x, const Oracle& unit, const Options& options,
                  double* slope = nullptr);

/// Runs over sets of ascending radius, each beginning where the one before has ended. What it is made
/// of must stay.
class GrowingRun {
 public:
  GrowingRun(const Objective& f, const SetOfRadius& set, const Options& options)
      : f_(f), set_(set), options_(options) {}

  const Result& solve_at(double radius);
  /// The penalty with the same solution as the last run, see dual_gauge().
  double penalty() const;
  /// Not after a run that was interrupted or has failed.
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

/// Samples as a function of coefficients, and coefficients in the units of the data again.
class SampleFit {
 public:
  SampleFit(const Samples& samples, const Family& family, const PathOptions& options);

  const Objective& objective() const { return *f_; }
  /// The mean loss of a fit: f without the ridge.
  double loss(const Result& result) const;
  const Standardization& scaling() const { return scaling_; }
  /// f where no feature counts.
  double worst() const { return worst_; }
  /// f is not below this, whatever the coefficients.
  double infimum() const { return infimum_; }

  /// Rules and limits of the fits, and where they end.
  Options options(const PathOptions& options) const;
  /// x as coefficients and intercept.
  void to_model(const Vector& x, SparseMatrix& coefficients, Vector& intercept) const;

 private:
  Index features_;
  Index outputs_;
  Standardization scaling_;
  std::shared_ptr<const Objective> loss_;
  std::shared_ptr<const Objective> f_;  ///< the loss and a ridge
  double worst_ = 0;
  double infimum_ = 0;
};

/// Rows that are not all 0.
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

/// One fold: fits of the samples that it sees, judged by those that are held out.
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
  /// Of the samples that are held out.
  double weight() const;
  /// Loss and scores of coefficients on them.
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

/// Means over the folds and their standard errors; folds count in proportion to their weights.
void average(const std::vector<FoldRun::Judged>& folds, PathFit& fit);

/// The lowest held-out loss, and the smallest radius within one standard error of it.
void choose_by_held_out_loss(Path& path);

/// Bayesian information criteria of `total` samples, and the lowest.
void choose_by_bic(const Family& family, double total, Path& path);

}  // namespace acgd
