#pragma once

#include <optional>

#include "acgd/objective/line.hpp"

namespace acgd {

/// L_hat = ||g_k - g_{k-1}||_* / ||x_k - x_{k-1}||, the local Lipschitz estimate from two
/// gradients.
class LipschitzEstimate {
 public:
  /// `initial` is L_hat at the first point; without it a probe of length 1e-3 along the first line
  /// finds one.
  explicit LipschitzEstimate(std::optional<double> initial) : initial_(initial) {}

  /// L_hat at the point the line starts from. A quotient that is no number (the last step did not
  /// move x, or the gradient overflowed) leaves the estimate as it was. Where the change of
  /// the gradient is mostly rounding, the constant that the last step was accepted with takes its
  /// place, unless even with the rounding the change was less.
  double at(Line& line);

  /// Tells that the step along the last line had this length, ||x_{k+1} - x_k|| = length * ||d_k||,
  /// and was accepted with this constant.
  void moved(Line& line, double length, double accepted) {
    distance_ = length * line.norm();
    accepted_ = accepted;
  }

  void visit(State& state) {
    state.expect("initial_lipschitz", initial_);
    state(estimate_, distance_, accepted_, steepest_);
  }

 private:
  std::optional<double> initial_;
  double estimate_ = 1;
  double distance_ = 0;
  double accepted_ = 1;
  double steepest_ = 0;  ///< the largest gap / ||d|| so far: no more than the largest gradient
};

/// ||grad f(x + e d) - grad f(x)||_* / (e ||d||) with e = 1e-3, or smaller if f is not finite
/// there or the step that follows is a millionth of e.
double probe_lipschitz(Line& line);

}  // namespace acgd
