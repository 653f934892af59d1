#pragma once

#include <string>

namespace acgd::problem {

/// One way to say something on the command line, as lists, help and completions show it.
struct Kind {
  std::string name;      ///< "l1"
  std::string syntax;    ///< "l1:R"
  std::string sentence;  ///< what it is
};

}  // namespace acgd::problem
