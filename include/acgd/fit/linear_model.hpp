#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "acgd/fit/family.hpp"
#include "acgd/fit/samples.hpp"
#include "acgd/solve/result.hpp"

namespace acgd {

/// A linear model with its origin.
struct LinearModel {
  std::string objective;                  ///< the objective's specification: "huber:rho=0.5"
  std::string set = {};                   ///< the set's specification: "l1:2.5"
  std::string penalty = {};               ///< that of a penalty in its place: "l1:0.1"
  std::vector<std::string> columns = {};  ///< names of the features; empty: none
  std::vector<std::string> classes = {};  ///< names, in order; empty: targets are numbers
  SparseMatrix coefficients = {};         ///< one row per feature, one column per output
  Vector intercept = {};                  ///< one per output, several sum to 0; empty: none
  Standardization scaling = {};
  std::string target = {};  ///< its column in the table, by name or number from 1; empty: unknown
  Vector fill = {};  ///< replacements of missing features; empty: missing values are not allowed

  double ridge = 0;  ///< l of the term l/2 ||x||^2 of the objective, x in the units of the fit
  double value = std::numeric_limits<double>::quiet_NaN();  ///< value of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< such as {"held-out loss", 0.31}, {"train accuracy", 0.9}

  /// Predictions: one row per sample, one column per output.
  Matrix predict(const Features& features) const;
};

/// The objective of a linear model.
struct LinearOptions {
  bool intercept = true;
  bool standardize = false;
  double ridge = 0;
  Scaling scaling = Scaling::mean;  ///< of the losses of the samples
};

/// The problem behind a linear model: the loss of samples as a function of coefficients x, in the
/// units of the standardised features and stacked by outputs. Converts solutions to the units of
/// the data.
class LinearProblem {
 public:
  /// The design of standardised features; empty: all samples in one block.
  using ToDesign = std::function<Design(const Features&)>;

  LinearProblem(Samples samples, const Family& family, const LinearOptions& options,
                const ToDesign& to_design = {});

  /// The loss plus the ridge.
  const std::shared_ptr<const Objective>& objective() const { return f_; }
  Index features() const { return features_; }
  Index outputs() const { return outputs_; }
  const Standardization& scaling() const { return scaling_; }
  /// The loss of a solution, without the ridge.
  double loss(const Result& result) const;

  /// The model of x in the units of the data: coefficients, intercept, scaling and ridge.
  LinearModel model(const Vector& x) const;
  /// The same of a solution, with value and gap.
  LinearModel model(const Result& result) const;
  /// The x of a model with these coefficients.
  Vector variables(const SparseMatrix& coefficients) const;

 private:
  Index features_;
  Index outputs_;
  double ridge_;
  Standardization scaling_;
  std::shared_ptr<const Objective> loss_;
  std::shared_ptr<const Objective> f_;
};

}  // namespace acgd
