#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "problem/kind.hpp"

namespace acgd::problem {

/// What the objective says about its variable.
struct Shape {
  Index dimension = 0;
  Index rows = 0;  ///< of a matrix variable; 0 if it is a vector
  Index cols = 0;
};

struct SetKind : Kind {
  /// What follows the name, split at the colons.
  using Parameters = std::vector<std::string>;
  std::function<std::shared_ptr<const Oracle>(const Parameters&, const Shape&)> make;
};

const std::vector<SetKind>& set_kinds();

/// The file that a text such as "dag:edges.csv" names, if it names one.
std::optional<std::filesystem::path> file_of_set(const std::string& text);

/// The set that a text such as "l1:50" names. Throws InvalidInput if it names none, and what
/// readers throw where it names a file.
std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape);

}  // namespace acgd::problem
