#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "acgd/fit/completion.hpp"
#include "report/path_report.hpp"

namespace acgd::cli {

/// A path of completions of a matrix of ratings, and what it takes to tell of it.
struct ToldRatings {
  const CompletionPath& path;
  std::string data;          ///< the file
  std::uint64_t seed = 0;    ///< of what was held out
  double validation = 0;     ///< the share of it
  bool found_radii = false;  ///< nobody said which
};

/// The page, and what is printed.
report::PathReport to_report(const ToldRatings& told);

/// Everything about each fit.
nlohmann::ordered_json to_json(const ToldRatings& told);

}  // namespace acgd::cli
