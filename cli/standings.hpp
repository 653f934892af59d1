#pragma once

#include <string>
#include <vector>

#include "cli/comparison.hpp"
#include "experiments/evaluation.hpp"
#include "report/report.hpp"

/// Who came first, as a page tells it.
namespace acgd::cli {

/// The runs of an experiment as a contest, to the powers of ten of the first gap; from one start,
/// and with no more of their results than what they spent.
Comparison to_comparison(const experiments::Evaluation& evaluation);

/// What it took each rule to come to the accuracies that any of them came to.
report::Race to_race(const Comparison& comparison, Comparison::Cost cost);

/// Of one experiment among others.
struct Standing {
  std::string experiment;
  Comparison comparison;
};

/// Fills in what a report says of all its experiments at a glance, by iterations: the verdict, its
/// picture, and a row for each, with its claims counted.
void tell_standings(report::Report& report, const std::vector<Standing>& standings);

}  // namespace acgd::cli
