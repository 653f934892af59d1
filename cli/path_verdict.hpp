#pragma once

#include <string>
#include <vector>

#include "cli/path_report.hpp"

/// A path in words and numbers.
namespace acgd::cli {

/// What decides: "logistic loss".
std::string loss_name(const ToldPath& told);
/// "R2" of r2
std::string shown_score(const std::string& name);

/// One sentence: which radius predicts best, and what is to be expected of it.
std::string verdict(const ToldPath& told);
/// What else is to be known before it is taken.
std::vector<std::string> advice(const ToldPath& told);
/// The best one, and the smallest within one standard error; none without folds.
std::vector<report::PathCandidate> candidates(const ToldPath& told);
/// A row a radius.
report::Table fit_table(const ToldPath& told);
/// How it was done.
std::vector<std::string> notes(const ToldPath& told);

}  // namespace acgd::cli
