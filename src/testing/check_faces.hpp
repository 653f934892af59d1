#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "testing/report.hpp"

namespace acgd {

/// A gradient, and what the set answered to it and to its opposite.
struct OracleQuestion {
  std::string kind;
  Vector gradient;
  Vector answer;
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

/// The part of check_oracle() that is about is_polytope(), faces() and several().
void check_faces(const FacesCheck& check, Report& report);

}  // namespace acgd
