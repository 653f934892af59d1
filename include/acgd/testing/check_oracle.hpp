#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// How thoroughly to examine a set.
struct OracleCheck {
  /// The same seed asks the same questions.
  std::uint64_t seed = 1;
  /// Random gradients to ask for: normal, with zeros, with ties, of very mixed sizes, in turn.
  int gradients = 24;
  /// Feasible points to compare the answers with: half on the boundary, half between those.
  int points = 2000;
  /// Allowed error, relative to the size of the set and of the gradient.
  double tolerance = 1e-9;
};

/// Examines whether a set keeps the promises of Oracle. Returns a sentence for each kind of
/// failure, with numbers; nothing means that it passed. Uses no test framework.
///
/// - every answer has the right size, is finite and feasible, also for a zero gradient; so is
/// start()
/// - no feasible point found without the oracle's help has a smaller <g, x>, nor has the answer to
///   any other gradient
/// - the value is -radius * dual_norm(g) for a NormBall, and that of g and -g agree for any norm
///   ball; it is below 0 for g != 0 where 0 is in the interior
/// - scaling the gradient does not change the value beyond that scaling
/// - asking again gives the same bits; asking with a used OracleCall gives the same value
/// - what lies between feasible points is feasible
/// - faces(): every variable has a block, points mixed block by block are feasible, corners and
///   bounds of boxes are what they are said to be
/// - several() gives the answer of minimize() and at most as many others as asked for: each once, a
///   point of its block
/// - a set that calls itself a polytope answers to nearby gradients with the same vertex, mostly
/// - violations come with a detail, and only they
///
/// A set that cannot tell who belongs to it is spared the questions that need it.
std::vector<std::string> check_oracle(const Oracle& oracle, const OracleCheck& options = {});

}  // namespace acgd
