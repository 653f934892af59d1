#pragma once

#include <string>
#include <vector>

#include "problem/kind.hpp"

namespace acgd::cli {

/// A list of things that have names on the command line.
struct Topic {
  std::string name;   ///< "sets"
  std::string title;  ///< "Sets (--set)"
  std::vector<problem::Kind> kinds;
};

/// sets, objectives, steps, directions, norms, starts, formats, experiments
const std::vector<Topic>& topics();

/// The topic as text, a line or two a kind, and one for each of its parameters.
std::string to_text(const Topic& topic);

}  // namespace acgd::cli
