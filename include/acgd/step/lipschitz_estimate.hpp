#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// L_hat = ||g_k - g_{k-1}||_* / ||x_k - x_{k-1}||, the local Lipschitz estimate from two
/// gradients.
class LipschitzEstimate {
 public:
  /// `initial` is L_hat at the first point; without it a probe of length 1e-3 along the first line
  /// finds one.
  explicit LipschitzEstimate(std::optional<double> initial) : initial_(initial) {}

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
  double estimate_ = 0;
  bool flat_ = false;
  double distance_ = 0;
  double accepted_ = 0;
};

/// ||grad f(x + e d) - grad f(x)||_* / (e ||d||) with e = 1e-3. A smaller e where f is not finite
/// there, or where it explodes before: the step that would follow is a millionth of e, and a probe
/// of a tenth of the length finds less than half the constant.
double probe_lipschitz(Line& line);

}  // namespace acgd
