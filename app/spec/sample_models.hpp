#pragma once

#include <memory>
#include <string>

#include "acgd/fit/family.hpp"
#include "acgd/fit/linear_model.hpp"
#include "app/spec/objectives.hpp"

/// Linear models of samples: from an objective's specification to a family, and from a model to
/// predictions.
namespace acgd::spec {

/// The family of an objective's specification, "huber:rho=0.5", with this number of classes. Throws
/// InvalidInput if the objective is not a loss of samples.
std::shared_ptr<const Family> make_family(const std::string& objective, Index class_count);

/// Samples and the family of the objective.
struct FamilySamples {
  LoadedSamples loaded;
  std::shared_ptr<const Family> family;
};

/// Reads the samples of a path. Throws InvalidInput, also for arguments that the objective does not
/// take.
FamilySamples load_family(const ObjectiveSource& source);

/// Sets columns, classes, target and replacements of missing features of a model.
void set_layout(LinearModel& model, const SampleLayout& layout);

/// The inverse of set_layout(): how to read samples for a model.
SampleLayout layout_of(const LinearModel& model);

/// Predictions of a model for samples.
struct Predictions {
  Matrix z = {};              ///< linear predictions: one row per sample, one column per output
  Vector targets = {};        ///< predicted numbers, or indices of classes
  Matrix probabilities = {};  ///< one column per class; empty if the model has none
};

Predictions predict(const LinearModel& model, const Features& features);

/// Scores of predictions over the samples whose target is not NaN; empty if there are none.
Scores evaluate(const LinearModel& model, const Predictions& predictions, const Vector& targets);

/// Whether the model has probabilities of classes.
bool has_probabilities(const LinearModel& model);

/// A table with a header and one row per sample: prediction; or class, followed by the
/// probabilities of all classes if `with_probabilities`.
std::string to_csv(const LinearModel& model, const Predictions& predictions,
                   bool with_probabilities);

}  // namespace acgd::spec
