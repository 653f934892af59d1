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

namespace acgd::cli {

/// A gap as a part of the first one, or f - the lowest f as a part of the first such difference.
struct Accuracy {
  std::string text;  ///< as it was typed
  double part = 0;
};

/// The parts that were typed, the tightest last. Throws InvalidInput unless they are in (0, 1), each
/// once.
std::vector<Accuracy> to_accuracies(const std::vector<std::string>& texts);

/// Where runs begin, and how far from the end that is.
struct ComparedStart {
  std::optional<std::uint64_t> seed = {};  ///< absent where nothing was drawn
  double first_gap = 0;
  std::optional<double> gap_tolerance = {};  ///< of its runs; absent: that of the options
  double first_value = std::numeric_limits<double>::quiet_NaN();   ///< f(x_0)
  double lowest_value = std::numeric_limits<double>::quiet_NaN();  ///< at the ends of runs
};

/// One rule from one start.
struct ComparedRun {
  Result result = {};
  double setup = 0;
  int repetitions = 1;
  double fastest = 0, slowest = 0;  ///< seconds of the repetitions
  std::uint64_t checksum = 0;       ///< of its trace without seconds and L; 0: there is no trace
  problem::Scores scores = {};
  std::vector<experiments::Spent> spent = {};  ///< to come to each of the accuracies
};

/// A step rule with a direction rule.
struct ComparedRule {
  std::string name;            ///< as it was typed
  std::string direction = {};  ///< as it was typed; once it has run, "corrective (auto)"
  Options options = {};        ///< of all its runs; before they begin, no more than the rules
  std::string refusal = {};    ///< why it cannot run; empty: it can
  std::vector<ComparedRun> runs = {};  ///< one a start, in order; fewer if interrupted
};

/// Of a number of each of its runs.
template <class Number>
experiments::Spread spread_over(const ComparedRule& compared_rule, const Number& number) {
  std::vector<double> numbers;
  for (const ComparedRun& run : compared_rule.runs) {
    numbers.push_back(static_cast<double>(number(run)));
  }
  return experiments::spread_of(std::move(numbers));
}

/// Several rules on one problem.
struct Comparison {
  Mode mode = Mode::constrained;
  /// Whether f is known to be convex. Else runs end at different values, and are ranked by these first:
  /// an accuracy is a part of f(x_0) - the lowest f that any run ended at (Moré and Wild, SIAM J. Optim.
  /// 20, 2009), so that a run that ends at a higher f does not come to it.
  bool convex = true;
  std::vector<Accuracy> accuracies = {};
  std::vector<ComparedStart> starts = {};
  std::vector<ComparedRule> compared_rules = {};
  bool interrupted = false;

  /// Fills in what the runs from a start spent, by their traces, one for each compared_rule; null: it has
  /// none.
  void account(std::size_t start, const std::vector<const Trace*>& traces);
  /// The first compared_rule whose runs are the same, row by row, but for their seconds.
  std::optional<std::size_t> same_as(std::size_t compared_rule) const;
  /// All compared_rules without those that are the same as one before.
  std::vector<std::size_t> distinct() const;
  /// "adaptive-constant (identical: backtracking)"
  std::string full_name(std::size_t compared_rule) const;
  /// "corrective (auto)"; of several, each once.
  std::string direction() const;
  /// What is spent on the way to an accuracy.
  using Cost = double experiments::Spent::*;
  experiments::Spread spread(const ComparedRule& compared_rule, std::size_t accuracy,
                             Cost cost) const;
  /// From how many starts it came there.
  std::size_t reached(const ComparedRule& compared_rule, std::size_t accuracy) const;
  /// Of those that can run; empty where somebody interrupted it.
  experiments::Ranking ranking(std::size_t accuracy, Cost cost) const;
  /// Whether there is anything to rank: two distinct ones have run.
  bool is_comparison() const;
  /// What accuracies are parts of: "first gap", "first f - lowest f".
  std::string whole() const;
  /// An accuracy in words: "1e-4 of the first gap".
  std::string goal(std::size_t accuracy) const;
  /// The tightest accuracy that any rule came to from most starts; none: there is none.
  std::optional<std::size_t> tightest() const;
};

/// What is printed: rules, held-out scores, and a table for each accuracy, at most 80 columns wide
/// where names are not too long for that.
std::string to_text(const Comparison& comparison);

/// The same for a page: how runs ended, and what they took to come to the accuracies.
report::Table to_table(const Comparison& comparison);
report::Table cost_table(const Comparison& comparison);

/// "By iterations, short was first at 1e-4 of the first gap: 10, against 18 of fixed:0.1 (1.80 times as
/// many).", of the tightest accuracy that any rule came to; where there is none, why.
std::string status_of(const Comparison& comparison, Comparison::Cost cost);

/// Which rule came to the tightest accuracy first, how long before the second, and what to know of
/// the tables.
std::vector<std::string> sentences_of(const Comparison& comparison);

/// Why each rule ended, or cannot run.
std::vector<std::string> endings_of(const Comparison& comparison);

/// Everything about it.
nlohmann::ordered_json to_json(const Comparison& comparison);

/// Where runs begin.
struct DrawnStart {
  std::optional<std::uint64_t> seed;  ///< absent where nothing is drawn
  Start x0;
};

/// What all runs of a comparison share.
struct ComparisonSetup {
  Problem problem;  ///< its x0 is not used
  std::vector<DrawnStart> starts;
  std::vector<Accuracy> accuracies;
  bool ends_at_tightest = false;    ///< in place of the tolerances that runs have unless told
  Options limits;                   ///< all but the rules
  problem::Evaluate evaluate = {};  ///< on held-out data; empty: there is none
  Index log_every = 0;
  bool quiet = false;
  std::stop_token interrupt = {};
  /// Sees every run once it is made, while its solution is there.
  std::function<void(const std::string& name, const ComparedStart&, const Result&)> finished = {};
};

/// Runs them all from each of the starts, one start after the other, each on a preparation of its
/// own. One that cannot run says so in its refusal. Throws InvalidInput if the problem is wrong,
/// whatever the rule, or if none of the rules can run.
Comparison compare_runs(const ComparisonSetup& setup, std::vector<ComparedRule> compared_rules);

/// Who came first, as a page tells it.

/// The runs of an experiment as a comparison, to the powers of ten of the first gap; from one start,
/// and with no more of their results than what they spent.
Comparison to_comparison(const experiments::Evaluation& evaluation);

/// What it took each rule to come to the accuracies that any of them came to.
report::Race to_race(const Comparison& comparison, Comparison::Cost cost);

/// Of one experiment among others.
struct RankedExperiment {
  std::string experiment;
  Comparison comparison;
};

/// Fills in what a report says of all its experiments at a glance, by iterations: the verdict, its
/// picture, and a row for each, with its claims counted.
void report_ranking(report::Report& report, const std::vector<RankedExperiment>& experiments);

}  // namespace acgd::cli
