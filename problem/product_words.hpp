#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acgd/oracle/known_sets.hpp"

/// Products as users type them: 3*simplex,5*l1:2.
namespace acgd::problem {

/// What was typed for a part.
struct PartWords {
  std::string count;  ///< what stands before the *; empty if there is none
  std::string set;
  bool has_count = false;
};

/// Where one part ends and the next begins. Behind the name of a file a comma begins a part only if
/// N* or the name of a set follows: file names may have commas.
std::vector<PartWords> split_parts(const std::string& text);

/// The sets, which have all of the variables among them. Throws InvalidInput that names the part.
std::vector<std::shared_ptr<const Oracle>> make_parts(const std::string& text,
                                                      const Variable& variable);

}  // namespace acgd::problem
