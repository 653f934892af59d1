#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/arguments.hpp"
#include "app/data/specification.hpp"

namespace acgd::commands {

/// A list of names on the command line.
struct Topic {
  std::string name;   ///< "sets"
  std::string title;  ///< "Sets (--set)"
  std::vector<spec::Kind> kinds;
};

/// sets, objectives, steps, directions, norms, starts, formats, experiments
const std::vector<Topic>& topics();

/// The topic as text: one or two lines per entry, and one per parameter.
std::string to_text(const Topic& topic);

/// Details of an entry for `acgd help NAME`.
struct Explanation {
  std::string topic;                 ///< the list: "sets"
  std::string name;                  ///< "l1"
  std::vector<std::string> formula;  ///< lines
  /// Parameters after colons: {"R", "the radius, > 0"}. Parameters with flags are documented by
  /// their flags.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  std::string example = {};              ///< a complete command
  std::vector<std::string> values = {};  ///< with parameter values, for completions: "l1:10"
};

/// The explanation of a name in a list, or null.
const Explanation* find_explanation(const std::string& topic, const std::string& name);

/// The complete help as a man page: commands with their flags, and every name of the lists with
/// formula, parameters and example.
std::string manual(const CLI::App& program);

}  // namespace acgd::commands
