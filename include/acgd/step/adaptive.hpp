#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/description.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Default of epsilon, the length of the probe.
inline constexpr double kProbeLength = 1e-3;

/// Parameters common to all rules that search for L.
template <class Rule>
Description describe_search(Rule& rule) {
  return {
      {"epsilon", rule.epsilon, range::positive,
       "length of the probe along d_0, ||grad f(x_0 + epsilon d_0) - grad f(x_0)||_* / (epsilon "
       "||d_0||), that finds the first estimate"},
      {"t_max", rule.t_max, range::positive, "maximum step length; at most 1 in a constrained run",
       "1 in a constrained run, else none"}};
}

/// L_hat = ||g_k - g_{k-1}||_* / ||x_k - x_{k-1}||, the local Lipschitz estimate from two
/// gradients.
class LipschitzEstimate {
 public:
  /// `initial` is L_hat at x_0. If it is absent, a probe of length `epsilon` along the first line
  /// estimates it.
  LipschitzEstimate(std::optional<double> initial, double epsilon)
      : initial_(initial), epsilon_(epsilon) {}

  /// L_hat at the start of the line, by the formula above where the change of the gradient exceeds
  /// its rounding error. Elsewhere the constant that the last step was accepted with, or (change +
  /// rounding error) / distance if that is less. Keeps the former estimate where the quotient is
  /// not finite (the last step did not move x, or the gradient overflowed).
  double at(Line& line);

  /// Whether the last estimate was 0 or within rounding error: f looks affine.
  bool is_flat() const { return flat_; }

  /// Records the step along the last line, ||x_{k+1} - x_k|| = length * ||d_k||, and the constant
  /// that it was accepted with.
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

/// ||grad f(x + e d) - grad f(x)||_* / (e ||d||) with e = epsilon. e is divided by 10 where the
/// gradient is not finite, or where the step that follows would be below 1e-6 e and the shorter
/// probe finds at most half the constant.
double probe_lipschitz(Line& line, double epsilon);

/// t_max of Algorithm 3, infinite if absent. Throws InvalidInput if t_max > 1 in a constrained run.
double longest_step(const std::optional<double>& t_max, const StepContext& context);

/// The largest of t(L), t(factor L), t(factor^2 L), ... with t(L) = min(gap / (L ||d||^2),
/// longest, max_step) that satisfies
///
///     f(x + t d) <= f(x) - t gap + L/2 t^2 ||d||^2.
///
/// Where the predicted change is below the noise of f, the slopes are tested instead:
/// <grad f(x + t d), d> <= -gap + L t ||d||^2, which is equivalent on quadratics. A trial that is
/// not finite fails. L grows until t underflows; then the outcome is precision_limit.
StepDecision backtrack(Line& line, double lipschitz, double factor, double longest);

/// As backtrack(), along the minimiser d of a second-order model of f, which needs
/// Line::model_curvature(): t = 1 first, with L = 1.5 d'Hd / ||d||^2, then t(2 L), t(4 L), ... The
/// margin leaves room for a third-order term: with 1 the test would reject Newton steps close to
/// the solution.
StepDecision follow_model(Line& line, double longest);

/// min(gap / (L ||d||^2), longest, max_step)
double quadratic_step(Line& line, double lipschitz,
                      double longest = std::numeric_limits<double>::infinity());

/// The adaptive step with a fixed optimism (Khademi and Silveti-Falls, 2025):
/// L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta), then L = beta L until the decrease
/// is sufficient.
struct AdaptiveConstant {
  static constexpr std::string_view name = "adaptive-constant";
  static constexpr std::string_view sentence =
      "estimates the local Lipschitz constant from two gradients, scaled by a fixed optimism";

  double gamma = 0.25;
  double beta = 2;
  /// Absent: 1e-10 of the first positive estimate of L, or 1e-6 of the current estimate if that is
  /// less and f does not look affine.
  std::optional<double> delta = {};
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;

  /// Parameters of both adaptive rules.
  template <class Adaptive>
  static Description describe_adaptive(Adaptive& rule) {
    return {{"gamma", rule.gamma, range::up_to_1,
             "optimism: the first trial of L is this times the estimate"},
            {"beta", rule.beta, range::growth, "growth of L at each backtrack"},
            {"delta", rule.delta, range::non_negative,
             "added to each estimate, so that L is positive where the gradient is constant",
             "1e-10 of the first estimate of L"},
            {"initial_lipschitz", rule.initial_lipschitz, range::non_negative,
             "the Lipschitz estimate at x_0", "found by a probe"}};
  }
};

/// The rule in one run; adaptive-adjustable uses it and changes gamma between steps.
class AdaptiveStep final : public StepRule {
 public:
  AdaptiveStep(const AdaptiveConstant& parameters, const StepContext& context);
  StepDecision choose(Line& line) override;
  bool descends() const override { return true; }
  void visit(Archive& archive) override;

  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }

 private:
  /// The summand delta for an estimate.
  double delta(double estimate);

  AdaptiveConstant parameters_;
  double gamma_;  ///< current optimism
  LipschitzEstimate estimate_;
  double first_ = 0;  ///< the first positive estimate
  double longest_;    ///< t_max
};

/// How adaptive-adjustable counts the backtracks of a period.
enum class Counting {
  /// Each backtrack once; periods are iterations 0..r-1, r..2r-1, ...
  paper,
  /// As the code behind the published tables: each backtrack twice, except those of a period's last
  /// iteration, once; constrained runs leave iteration 0 out, so periods end at r, 2r, ...
  published,
};

/// The adaptive step with an optimism that adjusts itself: after every `period` iterations
/// gamma = 0.9 gamma if there was no backtrack, min(1, 1.1 gamma) if there were more than `period`.
struct AdaptiveAdjustable {
  static constexpr std::string_view name = "adaptive-adjustable";
  static constexpr std::string_view sentence =
      "the same with an optimism adjusted to the number of backtracks; the default";

  double gamma = AdaptiveConstant{}.gamma;  ///< initial value
  double beta = AdaptiveConstant{}.beta;
  std::optional<double> delta = {};  ///< as in AdaptiveConstant
  std::optional<double> initial_lipschitz = {};
  int period = 10;
  Counting counting = Counting::paper;
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// Backtracking with a remembered constant (Pedregosa, Negiar, Askari and Jaggi, 2020): try M,
/// M = growth M until the decrease is sufficient, begin the next iteration at shrink M.
/// The first trial is shrink * L_hat.
struct Backtracking {
  static constexpr std::string_view name = "backtracking";
  static constexpr std::string_view sentence =
      "starts from the last constant, slightly reduced, and raises it until f decreases "
      "sufficiently";

  double growth = 2;
  double shrink = 0.9;
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// t = min(gap / (L ||d||^2), max_step).
struct Short {
  static constexpr std::string_view name = "short";
  static constexpr std::string_view sentence = "the short step with a global Lipschitz constant";

  /// Absent: the constant that the objective provides, if the norm is l2.
  std::optional<double> lipschitz = {};

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
