#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "app/experiments/experiment.hpp"
#include "app/experiments/paper.hpp"

namespace acgd::experiments {

/// A timed run. Its time excludes set-up that runs on one objective share.
struct MeasuredRun {
  Result result;     ///< of the repetition with the median time
  double setup = 0;  ///< seconds: the rule's constants, and what runs on one objective share
  int repetitions = 1;
  double fastest = 0;  ///< seconds of the repetitions
  double slowest = 0;
};

/// Runs on a separate objective (fresh()), so that no run profits from another. Two runs of one
/// step are made first; the set-up time is their difference plus that of the rule. A run of less
/// than one second is repeated, with identical bits; a run that was interrupted or reached its time
/// limit is not.
MeasuredRun measure(const Problem& problem, Options options,
                    const std::function<StepChoice()>& make_step);

/// A copy of the objective without cached results that runs on one objective share (a Gram matrix,
/// a Lipschitz constant). The objective itself if it caches nothing.
std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f);

/// Number of repetitions of a run by its time: 5 below 0.1 s, 3 below 1 s, else 1.
int repetitions_of(double seconds);

/// Index of the median of an odd number of times.
std::size_t median_place(const std::vector<double>& seconds);

/// Result of adaptive-adjustable with the other way of counting backtracks.
struct OtherCounting {
  std::string counting;  ///< "paper" or "published"
  Index iterations = 0;
  double value = 0, gap = 0;
};

/// One strategy on one experiment with its own preparation: except for times it does not depend on
/// the other strategies or their order.
struct Outcome {
  std::string strategy;
  Result result;
  double setup = 0;     ///< seconds, not included in result.seconds
  int repetitions = 1;  ///< result.seconds is their median
  Row row = {};         ///< data for evaluating claims
  /// For experiments sensitive to rounding: the rows of five seeds, this one first.
  std::vector<Row> seeds = {};
  std::optional<OtherCounting> other_counting = {};
};

/// One experiment with all its strategies.
struct Evaluation {
  Experiment experiment;
  bool quick = false;  ///< smaller than the published problem
  std::string data;    ///< source and size of the data
  Origin origin = Origin::paper;
  std::string missing;  ///< as in Prepared
  bool has_own_estimate = true;
  Mode mode = Mode::constrained;
  bool convex = false;  ///< whether f is known to be convex
  std::optional<double> optimal_value = {};
  std::vector<Outcome> outcomes;
  bool interrupted = false;
};

struct EvaluationOptions {
  std::vector<std::string> strategies = {};  ///< empty: all of the experiment
  std::stop_token interrupt = {};
  /// Called with every record of every run and the limits of the run.
  std::function<void(const std::string& strategy, const Options& limits, const Record&)> watch = {};
};

/// Runs an experiment with its strategies. After an interruption the remaining strategies are
/// skipped.
Evaluation evaluate(const Experiment& experiment, const Settings& settings,
                    const EvaluationOptions& options);

/// The rows of each seed and the published ones.
Evidence evidence_of(const Evaluation& evaluation);

/// Results for all claims of the paper on this experiment; none for quick runs.
std::vector<ClaimResult> claim_results(const Evaluation& evaluation);

/// Results for the paper's claims on the geometries of least squares with this strategy; none
/// unless all three geometries were run.
std::vector<ClaimResult> geometry_claim_results(const std::vector<Evaluation>& evaluations,
                                                const std::string& strategy);

/// Results for the claims of the paper's summary on all constrained experiments; none unless all of
/// them were run.
std::vector<ClaimResult> summary_claim_results(const std::vector<Evaluation>& evaluations);

/// The published row of a strategy, if the problem has the published size.
const PublishedRow* published_row(const Evaluation& evaluation, const std::string& strategy);

}  // namespace acgd::experiments
