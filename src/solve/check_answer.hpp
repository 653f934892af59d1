#pragma once

#include <optional>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/problem.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/stop_rule.hpp"

namespace acgd {

/// Examines what the oracle of a run answers, and the point that these answers have led to.
class AnswerCheck {
 public:
  AnswerCheck(const Problem& problem, const Options& options)
      : set_(*problem.set), mode_(problem.mode), options_(options) {}

  /// Whether the answer of a certificate is what it must be: in the set (asked at the first point, or at every one
  /// if the options say so), finite, and no worse than x, up to rounding and the little that x
  /// itself may be outside the set; over R^n no worse than 0, which is inside. An oracle that finds nothing better than the first point, and
  /// every one if the options say so, is asked for the answer to -g, too, which must not be better.
  std::optional<Stop> check(const Gradient& gradient, const Certificate& certificate,
                            const Line& line, OracleCalls& oracle, Index iteration);

  /// Says so in the result of a run that ends in the set if its x is outside, as far as the set can
  /// tell of a vector.
  void check_end(Result& result) const;

 private:
  double tolerance() const;
  std::optional<Stop> check_inside(const Atom& atom, Index iteration) const;
  std::optional<Stop> check_opposite(const Gradient& gradient, const OracleCall& answer,
                                     double slack, OracleCalls& oracle, Index iteration);

  std::optional<Stop> check_zero(const Gradient& gradient, const OracleCall& answer,
                                 Index iteration) const;

  const Oracle& set_;
  Mode mode_;
  const Options& options_;
  Gradient negative_;
  OracleCall opposite_;
};

}  // namespace acgd
