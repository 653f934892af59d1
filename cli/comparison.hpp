#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/problem.hpp"
#include "acgd/solve/result.hpp"
#include "experiments/milestone.hpp"
#include "experiments/ranking.hpp"
#include "problem/objective_kinds.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// A gap as a part of the first one.
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
};

/// One rule from one start.
struct ComparedRun {
  Result result = {};
  double setup = 0;
  int repetitions = 1;
  problem::Scores scores = {};
  std::vector<experiments::Spent> spent = {};  ///< to come to each of the accuracies
};

/// A step rule with a direction rule.
struct Contender {
  std::string name;          ///< as it was typed
  Options options = {};      ///< of all its runs; before they begin, no more than the rules
  std::string refusal = {};  ///< why it cannot run; empty: it can
  std::vector<ComparedRun> runs = {};  ///< one a start, in order; fewer if interrupted
};

/// Of a number of each of its runs.
template <class Number>
experiments::Spread spread_over(const Contender& contender, const Number& number) {
  std::vector<double> numbers;
  for (const ComparedRun& run : contender.runs) {
    numbers.push_back(static_cast<double>(number(run)));
  }
  return experiments::spread_of(std::move(numbers));
}

/// Several rules on one problem.
struct Comparison {
  Mode mode = Mode::constrained;
  std::vector<Accuracy> accuracies = {};
  std::vector<ComparedStart> starts = {};
  std::vector<Contender> contenders = {};
  bool interrupted = false;

  /// What is spent on the way to an accuracy.
  using Cost = double experiments::Spent::*;
  experiments::Spread spread(const Contender& contender, std::size_t accuracy, Cost cost) const;
  /// From how many starts it came there.
  std::size_t reached(const Contender& contender, std::size_t accuracy) const;
  /// Of those that can run; empty where somebody interrupted it.
  experiments::Ranking ranking(std::size_t accuracy, Cost cost) const;
  /// Whether there is anything to rank: two of them have run.
  bool is_contest() const;
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

/// "By iterations, short was first at 1e-4 of the first gap: 10, 1.8 times before fixed:0.1 (18).",
/// of the tightest accuracy that any rule came to; empty where there is nothing to rank.
std::string verdict_of(const Comparison& comparison, Comparison::Cost cost);

/// Which rule came to the tightest accuracy first, how long before the second, and what to know of
/// the tables.
std::vector<std::string> sentences_of(const Comparison& comparison);

/// Why each rule ended, or cannot run.
std::vector<std::string> endings_of(const Comparison& comparison);

/// Everything about it.
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace acgd::cli
