#pragma once

#include <optional>
#include <string>

#include "acgd/core/vector.hpp"
#include "acgd/fit/path.hpp"

/// How good predictions are.
namespace acgd::problem {

double root_mean_square(const Vector& errors);
double mean_absolute(const Vector& errors);

/// What a model says of samples.
struct Predictions {
  Matrix z = {};              ///< the linear predictions: a row a sample, a column an output
  Vector targets = {};        ///< what is predicted: numbers; of classes their numbers
  Matrix probabilities = {};  ///< a column a class; empty if the model has none
};

Predictions predict(const LinearModel& model, const Features& features);

/// How good predictions are, of samples whose target is known: those that are not NaN. Empty if
/// there are none.
Scores evaluate(const LinearModel& model, const Predictions& predictions, const Vector& targets);

/// Whether the model tells how likely its classes are.
bool has_probabilities(const LinearModel& model);

/// A table with a header and a row a sample: prediction; or class, and behind it the probabilities
/// of all classes, if they are wanted.
std::string to_csv(const LinearModel& model, const Predictions& predictions,
                   bool with_probabilities);

}  // namespace acgd::problem
