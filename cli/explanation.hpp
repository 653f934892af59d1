#pragma once

#include <string>
#include <utility>
#include <vector>

namespace acgd::cli {

/// What `acgd help NAME` tells of something in a list beyond the line it has there.
struct Explanation {
  std::string topic;                 ///< the list: "sets"
  std::string name;                  ///< "l1"
  std::vector<std::string> formula;  ///< lines
  /// Of what follows the name after colons: {"R", "the radius, > 0"}. Those that have flags are
  /// told by the flags.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  std::string example = {};              ///< a whole command
  std::vector<std::string> values = {};  ///< with parameters filled in, for completions: "l1:10"
};

/// The one of this name in this list, or null.
const Explanation* find_explanation(const std::string& topic, const std::string& name);

}  // namespace acgd::cli
