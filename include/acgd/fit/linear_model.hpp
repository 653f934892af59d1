#pragma once

#include <limits>
#include <string>
#include <vector>

#include "acgd/fit/family.hpp"

namespace acgd {

/// What a feature was turned into for a fit: (feature - center) / scale. A model's coefficients are
/// in the units of the data again.
struct Standardization {
  Vector center = {};  ///< empty: nothing was subtracted
  Vector scale = {};   ///< empty: nothing was divided by; 1 for constant features
};

/// The (weighted) means of dense features, if they are to be subtracted, and standard deviations of
/// all, 1 in place of 0: a constant feature stays as it is, or is 0 where its mean is subtracted.
/// Nothing is subtracted from sparse ones, which would not be sparse any more.
Standardization measure_features(const Samples& samples, bool subtract);

/// Predictions that are linear in the features, and where they come from.
struct LinearModel {
  std::string objective;                  ///< as it was typed: "huber:rho=0.5"
  std::string set = {};                   ///< as it is typed: "l1:2.5"
  std::vector<std::string> columns = {};  ///< names of the features; empty: they have none
  std::vector<std::string> classes = {};  ///< names, in order; empty: targets are numbers
  SparseMatrix coefficients = {};         ///< a row a feature, a column an output
  Vector intercept = {};                  ///< one an output; empty: there is none
  Standardization scaling = {};
  std::string target = {};  ///< its column of the table, by name or number from 1; empty: unknown
  Vector fill = {};         ///< what stands for a missing feature; empty: none may be missing

  double ridge = 0;  ///< l of the l/2 ||x||^2 that was added to the loss, x as the fit had it
  double value = std::numeric_limits<double>::quiet_NaN();  ///< of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< how good it is: {"held-out loss", 0.31}, {"train accuracy", 0.9}

  /// A row a sample, a column an output.
  Matrix predict(const Features& features) const;
};

}  // namespace acgd
