#pragma once

#include <memory>

#include "acgd/fit/path.hpp"

namespace acgd {

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

}  // namespace acgd
