#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Failures by kind: the first of each kind in full, the others counted.
class Report {
 public:
  /// `kind` groups failures; `sentence` describes this one.
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

/// Finds points of a set with violation() only, starting from points known to be feasible.
class FeasiblePoints {
 public:
  /// `known`: feasible points as columns, at least one. `tolerance`: largest violation that counts
  /// as feasible.
  FeasiblePoints(const Oracle& oracle, const Matrix& known, double tolerance);

  /// The mean of the known points: in the interior if they spread.
  const Vector& center() const { return center_; }

  /// The last feasible point on the ray from the center along a direction.
  Vector boundary_point(const Vector& direction) const;

  /// Boundary points as columns: along coordinates, along differences of two coordinates (feasible
  /// for sets of fixed sum), along random directions, and along random directions in the span of
  /// the known points (feasible for sets of lower dimension).
  Matrix boundary_points(Index count, std::mt19937_64& random) const;

 private:
  Vector random_direction(Index kind, std::mt19937_64& random) const;

  const Oracle& oracle_;
  Matrix spread_;  ///< known points minus the center
  Vector center_;
  double reach_;  ///< length of the rays: beyond every known point
  double tolerance_;
};

/// A vector of independent standard normal entries.
Vector normal_vector(Index size, std::mt19937_64& random);

/// A gradient, and the vertices that the LMO returns for it and for its negative.
struct OracleQuestion {
  std::string kind;
  Vector gradient;
  Vector lmo;
  Vector opposite;  ///< the LMO result for -gradient
  double error = 0;
};

struct FacesCheck {
  const Oracle& oracle;
  const std::vector<OracleQuestion>& questions;
  double tolerance;  ///< relative to `reach`
  double reach;      ///< largest norm of an LMO result
  std::uint64_t seed;
};

/// The part of check_oracle() for is_polytope(), faces() and minimize_several().
void check_faces(const FacesCheck& check, Report& report);

}  // namespace acgd
