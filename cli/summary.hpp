#pragma once

#include <string>
#include <vector>

#include "acgd/core/result.hpp"
#include "cli/problem_arguments.hpp"

namespace acgd::cli {

/// What `acgd solve` prints when it is done.
struct Summary {
  const Problem& problem;
  const Result& result;
  std::string ended;  ///< its status in words, or what else stopped the run
  problem::Scores scores = {};
  std::vector<std::string> written = {};  ///< names of files and folders
};

std::string to_text(const Summary& summary);

}  // namespace acgd::cli
