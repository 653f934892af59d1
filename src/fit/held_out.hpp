#pragma once

#include <vector>

#include "fit/sample_fit.hpp"

namespace acgd {

/// Rows that are not all 0.
Index count_features(const SparseMatrix& coefficients);

/// How fits do on samples that they have not seen, fold by fold.
class HeldOut {
 public:
  /// A fold: its fits, one a radius, and the samples that were held out.
  void add(const std::vector<RadiusFit>& fits, const SampleFit& fit, const Samples& others,
           const Family& family);

  /// Means and standard errors over the folds, and which radius is the best.
  void tell(Path& path) const;

 private:
  struct Judged {
    double loss = 0;
    Scores scores;
  };
  struct FoldScores {
    double weight = 0;  ///< of the samples that were held out
    std::vector<Judged> fits;
  };

  std::vector<FoldScores> folds_;
};

}  // namespace acgd
