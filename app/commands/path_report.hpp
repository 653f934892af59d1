#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "app/report/path_report.hpp"

namespace acgd::cli {

/// A path with the facts needed to report it.
struct ReportedPath {
  const Path& path;
  Index chosen = 0;          ///< index of the chosen fit
  std::string objective;     ///< as given
  std::string set;           ///< as text: "l1 ball"
  bool is_low_rank = false;  ///< the set favours coefficients of low rank
  std::string data;          ///< "1605 samples of 123 features"
  Index samples = 0;
  std::vector<std::string> features;  ///< names of the features
  bool has_names = true;              ///< features have names, not only column numbers
  std::vector<std::string> classes = {};
  Index folds = 0;
  std::uint64_t seed = 0;
  bool found_radii = false;  ///< radii were chosen automatically
};

/// The contents of the page and of the printed summary.
report::PathReport to_report(const ReportedPath& told);

/// The output of `acgd path`: table, summary and names of written files.
std::string to_text(const report::PathReport& report, const std::vector<std::string>& written);

/// Number of features with non-zero coefficients, or the rank of the coefficients.
Index size_of(const PathFit& fit, bool is_low_rank);

/// 0.3412 +- 0.0187: rounded by the size of the error.
std::string with_error(double value, double error);

/// All results of each fit: radius, features, losses, scores, gap, status, counts, coefficients by
/// name; indices of the best fit, of the one-standard-error fit and of the chosen fit.
nlohmann::ordered_json to_json(const ReportedPath& told);

/// Name of the loss that selects the radius: "logistic loss".
std::string loss_name(const ReportedPath& told);
/// Display name of a score: "R2" for r2.
std::string shown_score(const std::string& name);

/// One sentence: the radius that predicts best and its held-out score.
std::string path_summary(const ReportedPath& told);
/// Warnings and remarks on the choice.
std::vector<std::string> advice(const ReportedPath& told);
/// The best fit and the smallest radius within one standard error; none without folds.
std::vector<report::PathCandidate> candidates(const ReportedPath& told);
/// A row per radius.
report::Table fit_table(const ReportedPath& told);
/// Remarks on the method.
std::vector<std::string> notes(const ReportedPath& told);

}  // namespace acgd::cli
