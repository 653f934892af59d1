#pragma once

#include <string>
#include <utility>
#include <vector>

namespace acgd::problem {

/// One way to say something on the command line, as lists, help and completions show it.
struct Kind {
  std::string name;      ///< "l1"
  std::string syntax;    ///< "l1:R"
  std::string sentence;  ///< what it is
  /// What may follow the name: {"gamma", "optimism: ...; 0.25 unless given"}.
  std::vector<std::pair<std::string, std::string>> parameters = {};
};

}  // namespace acgd::problem
