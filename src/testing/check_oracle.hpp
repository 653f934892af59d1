#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Failures by kind: the first of a kind in full, the others counted.
class Report {
 public:
  /// `kind` tells failures apart; `sentence` says what happened this time.
  void fail(const std::string& kind, const std::string& sentence);

  std::vector<std::string> sentences() const;

 private:
  struct Failure {
    std::string kind;
    std::string sentence;
    int times;
  };
  std::vector<Failure> failures_;
};

/// Finds points of a set through violation() alone, starting from points known to be in it.
class FeasiblePoints {
 public:
  /// `known`: feasible points as columns, at least one. `tolerance`: violation that counts as none.
  FeasiblePoints(const Oracle& oracle, const Matrix& known, double tolerance);

  /// The mean of the known points: inside, and away from the boundary if they spread.
  const Vector& center() const { return center_; }

  /// The last feasible point on the way from the center along a direction.
  Vector boundary_point(const Vector& direction) const;

  /// Boundary points as columns: along coordinates, from one coordinate to another (which stays in
  /// sets of fixed sum), at random, and at random in the span of the known points (which stays in
  /// sets of lower dimension).
  Matrix boundary_points(Index count, std::mt19937_64& random) const;

 private:
  Vector random_direction(Index kind, std::mt19937_64& random) const;

  const Oracle& oracle_;
  Matrix spread_;  ///< known points minus the center
  Vector center_;
  double reach_;  ///< how far to look: beyond every known point
  double tolerance_;
};

/// A vector of independent standard normal entries.
Vector normal_vector(Index size, std::mt19937_64& random);

/// A gradient, and what the set answered to it and to its opposite.
struct OracleQuestion {
  std::string kind;
  Vector gradient;
  Vector lmo;
  Vector opposite;  ///< the answer to -gradient
  double error = 0;
};

struct FacesCheck {
  const Oracle& oracle;
  const std::vector<OracleQuestion>& questions;
  double tolerance;  ///< relative to `reach`
  double reach;      ///< the largest norm of an answer
  std::uint64_t seed;
};

/// The part of check_oracle() that is about is_polytope(), faces() and minimize_several().
void check_faces(const FacesCheck& check, Report& report);

}  // namespace acgd
