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

/// A run whose clock began when all that runs share was there.
struct MeasuredRun {
  Result result;     ///< with its trace and seconds: that of the repetition with the median time
  double setup = 0;  ///< seconds before: the rule's constants, and what runs on one objective share
  int repetitions = 1;
  double fastest = 0;  ///< seconds of the repetitions
  double slowest = 0;
};

/// Runs on an objective of its own (fresh()), so that no run pays for another. Two runs of
/// one step come first; the set-up is what the first took longer, and the rule's own. A run of less
/// than a second is made several times; all end at the same bits. One that the clock or somebody
/// ended is made once.
MeasuredRun measure(const Problem& problem, Options options,
                    const std::function<StepChoice()>& make_step);

/// The same function on the same data, with nothing found yet of what runs on one objective share
/// (a Gram matrix, a Lipschitz constant): the first run on it pays for that itself. The objective
/// itself where its runs share nothing.
std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f);

/// As often is a run made that took so long: 5 times below a tenth of a second, 3 times below one.
int repetitions_of(double seconds);

/// Where the median of an odd number of times stands.
std::size_t median_place(const std::vector<double>& seconds);

/// What adaptive-adjustable came to where it counts backtracks in the other way.
struct OtherCounting {
  std::string counting;  ///< "paper" or "published"
  Index iterations = 0;
  double value = 0, gap = 0;
};

/// One strategy on one experiment, measured on its own preparation: nothing in it but the seconds
/// depends on which other strategies are run, or in which order.
struct Outcome {
  std::string strategy;
  Result result;
  double setup = 0;     ///< seconds before the clock of the result began
  int repetitions = 1;  ///< result.seconds are those of the median one
  Row row = {};         ///< what claims are evaluated by
  /// Where the last bit of rounding decides: what it came to from five seeds, this one first.
  std::vector<Row> seeds = {};
  std::optional<OtherCounting> other_counting = {};
};

/// One experiment with all its strategies.
struct Evaluation {
  Experiment experiment;
  bool quick = false;  ///< smaller than published
  std::string data;    ///< where the data is from, and its size
  Origin origin = Origin::paper;
  std::string missing;  ///< as in Prepared
  bool has_own_estimate = true;
  Mode mode = Mode::constrained;
  bool convex = false;  ///< whether f is known to be
  std::optional<double> optimal_value = {};
  std::vector<Outcome> outcomes;
  bool interrupted = false;
};

struct EvaluationOptions {
  std::vector<std::string> strategies = {};  ///< empty: all of the experiment
  std::stop_token interrupt = {};
  /// Sees every record of every run; the limits are those of the run.
  std::function<void(const std::string& strategy, const Options& limits, const Record&)> watch = {};
};

/// Runs an experiment with its strategies. An interruption leaves out those that had not begun.
Evaluation evaluate(const Experiment& experiment, const Settings& settings,
                    const EvaluationOptions& options);

/// The rows of each seed beside what the paper has.
Evidence evidence_of(const Evaluation& evaluation);

/// The verdicts on all that the paper says of this experiment; none on a quick one.
std::vector<ClaimResult> claim_results(const Evaluation& evaluation);

/// The verdicts on what the paper says of the geometries of least squares, by the strategy of this
/// name; none unless all three of them are there.
std::vector<ClaimResult> geometry_claim_results(const std::vector<Evaluation>& evaluations,
                                                const std::string& strategy);

/// The verdicts on what the paper's summary says of its constrained experiments together; none
/// unless all of them are there.
std::vector<ClaimResult> summary_claim_results(const std::vector<Evaluation>& evaluations);

/// The published row of a strategy, if the problem has the published size.
const PublishedRow* published_row(const Evaluation& evaluation, const std::string& strategy);

}  // namespace acgd::experiments
