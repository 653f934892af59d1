#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/description.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// epsilon of the probe unless it is given.
inline constexpr double kProbeLength = 1e-3;

/// The parameters that all rules with a search for L have beside their own.
template <class Rule>
Description describe_search(Rule& rule) {
  return {
      {"epsilon", rule.epsilon, range::positive,
       "length of the probe along d_0, ||grad f(x_0 + epsilon d_0) - grad f(x_0)||_* / (epsilon "
       "||d_0||), that finds the first estimate"},
      {"t_max", rule.t_max, range::positive, "no step is longer; at most 1 in a constrained run",
       "1 in a constrained run, else none"}};
}

/// L_hat = ||g_k - g_{k-1}||_* / ||x_k - x_{k-1}||, the local Lipschitz estimate from two
/// gradients.
class LipschitzEstimate {
 public:
  /// `initial` is L_hat at the first point; without it a probe of length `epsilon` along the first
  /// line finds one.
  LipschitzEstimate(std::optional<double> initial, double epsilon)
      : initial_(initial), epsilon_(epsilon) {}

  /// L_hat at the point the line starts from, as written wherever the change of the gradient
  /// exceeds the rounding error of the two gradients. Elsewhere the constant that the last step was
  /// accepted with takes its place, unless even with the rounding error the change was less. A
  /// quotient that is no number (the last step did not move x, or the gradient overflowed) leaves
  /// the estimate as it was.
  double at(Line& line);

  /// Whether the last estimate was 0, or made of no more than rounding: f looks affine.
  bool is_flat() const { return flat_; }

  /// Tells that the step along the last line had this length, ||x_{k+1} - x_k|| = length * ||d_k||,
  /// and was accepted with this constant.
  void moved(Line& line, double length, double accepted) {
    distance_ = length * line.norm();
    accepted_ = accepted;
  }

  void visit(Archive& archive) { archive(estimate_, flat_, distance_, accepted_); }

 private:
  std::optional<double> initial_;
  double epsilon_;
  double estimate_ = 0;
  bool flat_ = false;
  double distance_ = 0;
  double accepted_ = 0;
};

/// ||grad f(x + e d) - grad f(x)||_* / (e ||d||) with e = epsilon. A smaller e where f is not finite
/// there, or where it explodes before: the step that would follow is a millionth of e, and a probe
/// of a tenth of the length finds less than half the constant.
double probe_lipschitz(Line& line, double epsilon);

}  // namespace acgd
