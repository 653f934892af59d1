#pragma once

#include "acgd/fit/completion_model.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {

/// How a matrix is completed: biases first, then a matrix in a nuclear ball for what they leave.
struct CompletionFitOptions {
  BiasOptions biases = {};
  CompletionOptions objective = {.loss = CompletionLoss::squared};
  /// Of the run. Without a tolerance it ends at a gap of `tolerance` times what the loss is with the
  /// biases alone: predictions of other entries change no more long before the loss is at its least.
  Options run = {.step = LineSearch{}};
  double tolerance = 0.02;
  double truncation = 0.01;
  bool clip = true;

  /// Of the numbers that are its own, and of the biases.
  Description describe() {
    Description all = biases.describe();
    all.push_back({"tolerance", tolerance, range::non_negative,
                   "end at a gap of this times the loss of the biases alone, unless a tolerance of "
                   "the run is given"});
    all.push_back({"truncation", truncation, range::non_negative,
                   "leave out singular values that change no prediction of an observed entry by "
                   "more than this times the standard deviation of the values"});
    all.push_back({"clip", clip, range::any,
                   "clip predictions to the range of the values that the fit has seen"});
    return all;
  }
};

struct CompletionFit {
  CompletionModel model;
  Result result;  ///< of the run: the matrix before its rank was truncated
};

/// Biases and a matrix whose singular values sum to at most `radius`. A run may start from factors
/// of another fit; the same ones are taken as far as they fit into the ball. Rows and columns without
/// entries change no bit of the others: their biases and factors are 0. Throws InvalidInput for bad
/// input.
CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options = {}, const LowRank& start = {});

/// What a run has found for what the biases leave of the entries, with its rank truncated. Set,
/// objective and the names of rows and columns are the caller's to fill in.
CompletionModel completion_model(const ObservedMatrix& seen, Biases biases, const Result& result,
                                 double truncation = CompletionFitOptions().truncation);

/// Twice the Frobenius norm of what the biases leave of the entries: a radius that is of the right
/// order where nobody knows a better one. fit_completion_path() finds the one that predicts best.
double rough_radius(const ObservedMatrix& seen, const BiasOptions& options = {});

}  // namespace acgd
