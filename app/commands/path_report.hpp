#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "app/report/path_report.hpp"

namespace acgd::commands {

/// A path of samples, with what its report needs.
struct ReportedPath {
  const Path& path;
  Index chosen = 0;          ///< index of the chosen fit
  std::string objective;     ///< as typed
  std::string set;           ///< in words: "l1 ball"
  bool is_low_rank = false;  ///< the set bounds the nuclear norm of the coefficients
  std::string data;          ///< "1605 samples of 123 features"
  Index samples = 0;
  std::vector<std::string> features;  ///< names, one each
  bool has_names = true;              ///< names, not numbers of columns
  std::vector<std::string> classes = {};
  Index folds = 0;
  std::uint64_t seed = 0;
  bool found_radii = false;  ///< the radii are automatic
};

/// The page and the printed summary: which radius predicts best, and its fit.
report::PathReport to_report(const ReportedPath& reported);

/// The output of `acgd path`: table, summary and names of the written files.
std::string to_text(const report::PathReport& report, const std::vector<std::string>& written);

/// Number of features with a non-zero coefficient, or the rank of the coefficients.
Index size_of(const PathFit& fit, bool is_low_rank);

/// 0.3412 +- 0.0187: the digits that the error leaves significant.
std::string with_error(double value, double error);

/// All numbers of each fit: radius, features, losses, scores, gap, status, counts, coefficients by
/// name; indices of the best fit, of that of one standard error, and of the chosen one.
nlohmann::ordered_json to_json(const ReportedPath& reported);

/// A path in words and numbers.

/// The selection criterion: "logistic loss".
std::string loss_name(const ReportedPath& reported);
/// "R2" of r2
std::string shown_score(const std::string& name);

/// One sentence: which radius predicts best, and its held-out score.
std::string summary(const ReportedPath& reported);
/// Warnings about the choice.
std::vector<std::string> advice(const ReportedPath& reported);
/// The best fit, and the smallest within one standard error; none without folds.
std::vector<report::PathCandidate> candidates(const ReportedPath& reported);
/// One row per radius.
report::Table fit_table(const ReportedPath& reported);
/// Folds, work and standardisation.
std::vector<std::string> notes(const ReportedPath& reported);

}  // namespace acgd::commands
