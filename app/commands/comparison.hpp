#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "app/experiments/evaluation.hpp"
#include "app/experiments/ranking.hpp"
#include "app/report/report.hpp"
#include "app/spec/objectives.hpp"

namespace acgd::commands {

/// A relative accuracy: a fraction of the first gap, or of f(x_0) - the lowest f.
struct Accuracy {
  std::string text;  ///< as it was typed
  double part = 0;
};

/// Parses accuracies and sorts them, the tightest last. Throws InvalidInput unless they are
/// distinct and in (0, 1).
std::vector<Accuracy> to_accuracies(const std::vector<std::string>& texts);

/// A start of runs, with its initial gap and value.
struct ComparedStart {
  std::optional<std::uint64_t> seed = {};  ///< absent if the start is not random
  double first_gap = 0;
  std::optional<double> gap_tolerance = {};                       ///< absent: that of the options
  double first_value = std::numeric_limits<double>::quiet_NaN();  ///< f(x_0)
  double lowest_value =
      std::numeric_limits<double>::quiet_NaN();  ///< over the final points of all runs
};

/// One run: one rule from one start.
struct ComparedRun {
  Result result = {};
  double setup = 0;
  int repetitions = 1;
  double fastest = 0, slowest = 0;  ///< seconds of the repetitions
  std::uint64_t checksum = 0;       ///< of the trace without seconds and L; 0 without a trace
  spec::Scores scores = {};
  std::vector<experiments::Spent> spent = {};  ///< cost of reaching each accuracy
};

/// A step rule with a direction rule.
struct ComparedRule {
  std::string name;                        ///< as given
  std::string direction = {};              ///< as given; after a run, "corrective (auto)"
  Options options = {};                    ///< of all its runs; only the rules before the first run
  std::optional<InvalidInput> error = {};  ///< why it cannot run
  std::vector<ComparedRun> runs = {};      ///< one per start; fewer if interrupted
};

/// Median and range of a number over the runs of a rule.
template <class Number>
experiments::Spread spread_over(const ComparedRule& compared_rule, const Number& number) {
  std::vector<double> numbers;
  for (const ComparedRun& run : compared_rule.runs) {
    numbers.push_back(static_cast<double>(number(run)));
  }
  return experiments::spread_of(std::move(numbers));
}

/// A comparison of several rules on one problem.
struct Comparison {
  Mode mode = Mode::constrained;
  /// Whether f is known to be convex. Otherwise runs may end at different values and are ranked by
  /// these first: an accuracy is a fraction of f(x_0) - the lowest final f of any run (Moré and
  /// Wild, SIAM J. Optim. 20, 2009), so that a run that ends at a higher f does not reach it.
  bool convex = true;
  std::vector<Accuracy> accuracies = {};
  std::vector<ComparedStart> starts = {};
  std::vector<ComparedRule> compared_rules = {};
  bool interrupted = false;

  /// Fills in the costs of the runs from a start by their traces, one per rule; null: no trace.
  void account(std::size_t start, const std::vector<const Trace*>& traces);
  /// The first other rule whose runs are identical except for their times.
  std::optional<std::size_t> same_as(std::size_t compared_rule) const;
  /// The rules that are not identical to an earlier one.
  std::vector<std::size_t> distinct() const;
  /// "adaptive-constant (identical: backtracking)"
  std::string full_name(std::size_t compared_rule) const;
  /// "corrective (auto)"; a list if there are several.
  std::string direction() const;
  /// Cost of reaching an accuracy.
  using Cost = double experiments::Spent::*;
  experiments::Spread spread(const ComparedRule& compared_rule, std::size_t accuracy,
                             Cost cost) const;
  /// Number of starts from which the rule reached the accuracy.
  std::size_t reached(const ComparedRule& compared_rule, std::size_t accuracy) const;
  /// Ranking of the rules that can run; empty after an interruption.
  experiments::Ranking ranking(std::size_t accuracy, Cost cost) const;
  /// Whether at least two distinct rules have run.
  bool is_comparison() const;
  /// The reference of accuracies: "first gap", "first f - lowest f".
  std::string whole() const;
  /// An accuracy as text: "1e-4 of the first gap".
  std::string goal(std::size_t accuracy) const;
  /// The tightest accuracy that any rule reached from most starts, if any.
  std::optional<std::size_t> tightest() const;
};

/// Text for terminals: rules, held-out scores and a table per accuracy, at most 80 columns wide
/// unless names are longer.
std::string to_text(const Comparison& comparison);

/// Tables for a page: final results of the runs, and their costs of reaching the accuracies.
report::Table to_table(const Comparison& comparison);
report::Table cost_table(const Comparison& comparison);

/// "By iterations, short was first at 1e-4 of the first gap: 10, against 18 of fixed:0.1 (1.80
/// times as many).", for the tightest accuracy that any rule reached; if there is none, the reason.
std::string summary_of(const Comparison& comparison, Comparison::Cost cost);

/// The ranking at the tightest accuracy, and remarks on the tables.
std::vector<std::string> sentences_of(const Comparison& comparison);

/// Why each rule stopped or cannot run.
std::vector<std::string> endings_of(const Comparison& comparison);

/// All results of the comparison.
nlohmann::ordered_json to_json(const Comparison& comparison);

/// The start of a run.
struct DrawnStart {
  std::optional<std::uint64_t> seed;  ///< absent if the start is not random
  Start x0;
};

/// What all runs of a comparison share.
struct ComparisonSetup {
  Problem problem;  ///< its x0 is not used
  std::vector<DrawnStart> starts;
  std::vector<Accuracy> accuracies;
  bool ends_at_tightest = false;  ///< in place of the default tolerances
  Options limits;                 ///< all but the rules
  spec::Evaluate evaluate = {};   ///< on held-out data; empty without it
  Index log_every = 0;
  bool quiet = false;
  std::stop_token interrupt = {};
  /// Called after every run, while its solution is available.
  std::function<void(const std::string& name, const ComparedStart&, const Result&)> finished = {};
};

/// Runs all rules from each start in turn, each with its own preparation. A rule that cannot run
/// has an error. Throws InvalidInput if the problem is invalid for every rule, or if no rule can
/// run.
Comparison compare_runs(const ComparisonSetup& setup, std::vector<ComparedRule> compared_rules);

/// Converts the runs of an experiment to a comparison from one start, with powers of ten as
/// accuracies. Of the results only the costs are kept.
Comparison to_comparison(const experiments::Evaluation& evaluation);

/// Costs of each rule for the accuracies that any rule reached.
report::Race to_race(const Comparison& comparison, Comparison::Cost cost);

/// The comparison of one experiment.
struct RankedExperiment {
  std::string experiment;
  Comparison comparison;
};

/// Adds an overview of all experiments by iterations to a report: summary, picture, and a row per
/// experiment with the number of claims by status.
void report_ranking(report::Report& report, const std::vector<RankedExperiment>& experiments);

}  // namespace acgd::commands
