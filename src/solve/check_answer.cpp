#include "solve/check_answer.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/oracle/spectral_sets.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "team/gradient_sums.hpp"

namespace acgd {
namespace {

// Matrices whose singular values take longer to find, all of them, than many a run over them.
constexpr Index kLargeMatrix = 500 * 500;

// An answer may be so many times farther outside than x0, and at least by so much.
constexpr double kLeniency = 10;
constexpr double kLeastTolerance = 1e-12;

/// Our own, which need not be asked.
bool takes_all_singular_values(const Oracle& set) {
  return set.dimension() > kLargeMatrix && (dynamic_cast<const NuclearBall*>(&set) != nullptr ||
                                            dynamic_cast<const SpectralBall*>(&set) != nullptr);
}

}  // namespace

double AnswerCheck::tolerance() const {
  return std::max(kLeniency * options_.feasibility_tolerance, kLeastTolerance);
}

std::optional<Stop> AnswerCheck::check_inside(const Atom& atom, Index iteration) const {
  const Violation violation = set_.violation_of(atom);
  if (!is_outside(set_, violation, atom.largest_entry(), tolerance())) return std::nullopt;
  return Stop{Status::oracle_failed,
              compose("the oracle's answer at iteration {} is outside the {} by {:.6g}: {}",
                      iteration, set_.name(), violation.distance, violation.detail)};
}

std::optional<Stop> AnswerCheck::check_opposite(const Gradient& gradient, const OracleCall& answer,
                                                double slack, OracleCalls& oracle,
                                                Index iteration) {
  negative_ = gradient;
  negative_.entries() *= -1;
  opposite_.accuracy = answer.accuracy;
  oracle.ask(negative_, opposite_);
  const double better = answer.atom.dot(gradient) - opposite_.atom.dot(gradient);
  if (!(better > slack)) return std::nullopt;
  return Stop{
      Status::oracle_failed,
      compose("the oracle's answer at iteration {} is worse than its answer to the negative "
              "gradient by {:.6g}: does it maximise?",
              iteration, better)};
}

/// Over R^n: min <g, v> is below 0 wherever 0 is inside and g is not 0.
std::optional<Stop> AnswerCheck::check_zero(const Gradient& gradient, const OracleCall& answer,
                                            Index iteration) const {
  const double least = answer.atom.dot(gradient) - answer.error;
  if (!(least >= 0) || absolute_sum(gradient) == 0) return std::nullopt;
  return Stop{
      Status::oracle_failed,
      compose("0 is not inside of the {}: min <g, v> is {:.6g} at iteration {}, must be below "
              "0",
              set_.name(), least, iteration)};
}

std::optional<Stop> AnswerCheck::check(const Gradient& gradient, const Certificate& certificate,
                                       const Line& line, OracleCalls& oracle, Index iteration) {
  const OracleCall& answer = *certificate.answer;
  const bool ask_set = iteration == 0 || options_.check_oracle;
  const double gap = certificate.gap_from(line);
  if (mode_ == Mode::unconstrained && !(gap > 0) && is_finite(gradient) && !set_.is_norm_ball()) {
    if (auto stop = check_zero(gradient, answer, iteration)) return stop;
  }
  if ((gap >= 0 && !ask_set) || !is_finite(gradient)) return std::nullopt;
  if (!std::isfinite(answer.atom.largest_entry())) {
    return Stop{Status::oracle_failed,
                compose("the oracle's answer at iteration {} is not finite", iteration)};
  }
  if (ask_set) {
    if (auto stop = check_inside(answer.atom, iteration)) return stop;
  }
  if (mode_ == Mode::continuous_greedy) return std::nullopt;  // f may rise along every vertex
  const double largest = answer.atom.largest_entry();
  double slack = tolerance() * largest * absolute_sum(gradient) + line.slope_noise() + answer.error;
  // x may be outside by so much of the size of the set.
  if (-gap > slack) slack += tolerance() * size_at(set_, largest) * absolute_sum(gradient);
  if (-gap > slack) {
    return Stop{
        Status::oracle_failed,
        compose("the oracle's answer at iteration {} is worse than x by {:.6g}", iteration, -gap)};
  }
  if (options_.check_oracle || (iteration == 0 && gap <= slack)) {
    return check_opposite(gradient, answer, slack, oracle, iteration);
  }
  return std::nullopt;
}

void AnswerCheck::check_end(Result& result) const {
  if (!is_usable(result.status) || result.x.size() == 0 || takes_all_singular_values(set_)) return;
  const Violation violation = set_.violation(result.x);
  if (!is_outside(set_, violation, result.x.lpNorm<Eigen::Infinity>(), tolerance())) return;
  result.message = compose(
      "x is outside the {} by {:.6g} after iteration {}: {}; an answer of the oracle was outside, "
      "which check_oracle would name ({})",
      set_.name(), violation.distance, result.counts.iterations, violation.detail, result.message);
  result.status = Status::oracle_failed;
}

}  // namespace acgd
