#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_words.hpp"
#include "app/data/words.hpp"

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

/// All that help tells, as a page for man: the commands with their flags, and every name in a list
/// with its formula, parameters and example.
std::string manual(const std::vector<CommandWords>& commands);

}  // namespace acgd::cli
