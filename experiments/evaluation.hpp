#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "acgd/core/result.hpp"
#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// One strategy on one experiment.
struct Outcome {
  std::string strategy;
  Result result;
  /// Where the last bit of rounding decides: the final values from five seeds, this one first.
  std::vector<double> values = {};
};

/// One experiment with all its strategies.
struct Evaluation {
  Experiment experiment;
  bool quick = false;  ///< smaller than published
  std::string data;    ///< where the data is from, and its size
  Mode mode = Mode::constrained;
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

}  // namespace acgd::experiments
