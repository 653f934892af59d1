#pragma once

#include <string>

#include "acgd/fit/path.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/solve/result.hpp"
#include "app/data/samples.hpp"
#include "app/spec/sets.hpp"

namespace acgd::problem {

/// What lies between samples and the variable of a run: how features were scaled, and how many
/// outputs there are. A run's coefficients become a model in the units of the data again.
struct SampleFrame {
  std::string objective;  ///< as it was typed
  SampleLayout layout;
  Index outputs = 1;
  Standardization scaling = {};
  double ridge = 0;

  /// Scales the features of the samples.
  void standardize(Samples& samples, bool intercept);

  /// Stacked by outputs: a matrix with a column for each, if there are several.
  Shape shape() const;
  LinearModel model(const Objective& f, const Result& result) const;
};

/// Tells a model what its samples are called: columns, classes, target; and what fills gaps.
void take_names(LinearModel& model, const SampleLayout& layout);

/// The layout of the samples that a model was made of.
SampleLayout layout_of(const LinearModel& model);

}  // namespace acgd::problem
