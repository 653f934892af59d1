#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/description.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/step/step_rule.hpp"

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

/// t_max of Algorithm 3 where it is given, else none. Throws InvalidInput if a constrained run would
/// leave its set by it.
double longest_step(const std::optional<double>& t_max, const StepContext& context);

/// The largest of t(L), t(factor L), t(factor^2 L), ... with t(L) = min(gap / (L ||d||^2),
/// longest, max_step) that satisfies
///
///     f(x + t d) <= f(x) - t gap + L/2 t^2 ||d||^2.
///
/// Where the predicted change is below the noise of f, the same inequality is asked of the slopes:
/// <grad f(x + t d), d> <= -gap + L t ||d||^2, which is equivalent on quadratics. A trial that is
/// not finite counts as a failure. L grows until t underflows; then the outcome is precision_limit.
StepDecision backtrack(Line& line, double lipschitz, double factor, double longest);

/// The same along the minimiser d of a second-order model of f (Line::model_curvature() is there):
/// t = 1 first, with L = 1.5 d'Hd / ||d||^2, then t(2 L), t(4 L), ... The margin is what leaves room
/// for a third-order term: with 1 it would refuse Newton steps close to the solution.
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
  /// Absent: 1e-10 of the first positive estimate of L, or a millionth of the present one where L
  /// has fallen so far that this is less.
  std::optional<double> delta = {};
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = describe_adaptive(*this);
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;

  /// The parameters of both adaptive rules.
  template <class Adaptive>
  static Description describe_adaptive(Adaptive& rule) {
    return {{"gamma", rule.gamma, range::up_to_1,
             "optimism: the first trial of L is this times the estimate"},
            {"beta", rule.beta, range::growth, "growth of L at each backtrack"},
            {"delta", rule.delta, range::non_negative,
             "added to each estimate: keeps L positive where the gradient does not change",
             "1e-10 of the first estimate of L"},
            {"initial_lipschitz", rule.initial_lipschitz, range::non_negative,
             "the Lipschitz estimate at x_0", "found by a probe"}};
  }
};

/// The rule at work; adaptive-adjustable drives the same one and changes gamma between steps.
class AdaptiveStep final : public StepRule {
 public:
  AdaptiveStep(const AdaptiveConstant& parameters, const StepContext& context);
  StepDecision choose(Line& line) override;
  bool descends() const override { return true; }
  void visit(Archive& archive) override;

  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }

 private:
  /// What is added to an estimate.
  double delta(double estimate);

  AdaptiveConstant parameters_;
  double gamma_;  ///< the optimism now
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
      "the same with an optimism that adjusts itself to how often it backtracks; the default";

  double gamma = AdaptiveConstant{}.gamma;  ///< to begin with
  double beta = AdaptiveConstant{}.beta;
  std::optional<double> delta = {};  ///< as of AdaptiveConstant
  std::optional<double> initial_lipschitz = {};
  int period = 10;
  Counting counting = Counting::paper;
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = AdaptiveConstant::describe_adaptive(*this);
    all.push_back({"period", period, range::from_1, "the iterations between two adjustments"});
    all.push_back({"counting", Word(counting, {"paper", "published"}),
                   "how backtracks are counted: as the paper says, or as its code does"});
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// Backtracking with a remembered constant (Pedregosa, Negiar, Askari and Jaggi, 2020): try M,
/// M = growth M until the decrease is sufficient, begin the next iteration at shrink M.
/// The first trial is shrink * L_hat.
struct Backtracking {
  static constexpr std::string_view name = "backtracking";
  static constexpr std::string_view sentence =
      "remembers the last constant, tries a little less, and raises it until f falls enough";

  double growth = 2;
  double shrink = 0.9;
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = {
        {"growth", growth, range::growth, "growth of the constant at each backtrack"},
        {"shrink", shrink, range::up_to_1,
         "the first trial is this times the constant of the step before"},
        {"initial_lipschitz", initial_lipschitz, range::non_negative,
         "the constant before the first step", "found by a probe"}};
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// t = min(gap / (L ||d||^2), max_step).
struct Short {
  static constexpr std::string_view name = "short";
  static constexpr std::string_view sentence = "the short step with a global Lipschitz constant";

  /// Absent: what the objective knows of itself, if the norm is l2.
  std::optional<double> lipschitz = {};

  Description describe() {
    return {{"lipschitz", lipschitz, range::positive,
             "a global Lipschitz constant of the gradient, in the norm of the run",
             "the objective's own"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
