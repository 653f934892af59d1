#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "app/report/path_report.hpp"

namespace acgd::cli {

/// A path of samples, and what it takes to tell of it.
struct ReportedPath {
  const Path& path;
  Index chosen = 0;          ///< the position of the fit that is taken
  std::string objective;     ///< as it was typed
  std::string set;           ///< in words: "l1 ball"
  bool is_low_rank = false;  ///< the set keeps the rank of the coefficients low
  std::string data;          ///< "1605 samples of 123 features"
  Index samples = 0;
  std::vector<std::string> features;  ///< names, one each
  bool has_names = true;              ///< they are words, not numbers of columns
  std::vector<std::string> classes = {};
  Index folds = 0;
  std::uint64_t seed = 0;
  bool found_radii = false;  ///< nobody said which
};

/// The page, and what is printed: which radius predicts best, and what it is like.
report::PathReport to_report(const ReportedPath& told);

/// What `acgd path` prints: the table, the verdict and what was written.
std::string to_text(const report::PathReport& report, const std::vector<std::string>& written);

/// So many features have a coefficient, or the rank of these.
Index size_of(const PathFit& fit, bool is_low_rank);

/// 0.3412 +- 0.0187: as many digits as the error has a meaning for.
std::string with_error(double value, double error);

/// Everything about each fit: radius, features, losses, scores, gap, status, counts, coefficients by
/// name; positions of the best fit, of that of one standard error, and of the one that is taken.
nlohmann::ordered_json to_json(const ReportedPath& told);

/// A path in words and numbers.

/// What decides: "logistic loss".
std::string loss_name(const ReportedPath& told);
/// "R2" of r2
std::string shown_score(const std::string& name);

/// One sentence: which radius predicts best, and what is to be expected of it.
std::string verdict(const ReportedPath& told);
/// What else is to be known before it is taken.
std::vector<std::string> advice(const ReportedPath& told);
/// The best one, and the smallest within one standard error; none without folds.
std::vector<report::PathCandidate> candidates(const ReportedPath& told);
/// A row a radius.
report::Table fit_table(const ReportedPath& told);
/// How it was done.
std::vector<std::string> notes(const ReportedPath& told);

}  // namespace acgd::cli
