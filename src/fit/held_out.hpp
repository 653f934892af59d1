#pragma once

#include <vector>

#include "fit/growing_run.hpp"
#include "fit/sample_fit.hpp"

namespace acgd {

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
