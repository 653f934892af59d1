#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/known_sets.hpp"

/// One small objective and one small set of each kind, newly constructed at every call.
namespace acgd_test {

/// Number of variables; also that of a 2 x 8 matrix, or of a square one.
constexpr acgd::Index kRows = 2, kCols = 8, kVariables = kRows * kCols, kSide = 4;

struct NamedObjective {
  std::string name;
  std::shared_ptr<const acgd::Objective> f;
};

struct NamedSet {
  std::string name;
  std::shared_ptr<const acgd::Oracle> set;
};

std::vector<NamedObjective> every_objective();
/// Some with parameters of the tests, and all others that the library lists, with their defaults.
std::vector<NamedSet> every_set();

/// A listed set with these parameters; the content of its file is made up.
std::shared_ptr<const acgd::Oracle> make_known(const acgd::SetChoice& choice);

/// Whether a run of one over the other is possible: a sparse gradient needs a set that accepts it.
bool are_compatible(const NamedObjective& objective, const NamedSet& set);

}  // namespace acgd_test
