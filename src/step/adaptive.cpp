#include "acgd/step/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "step/line_search.hpp"

namespace acgd {

namespace {

// A probe is too long if the step it suggests is below this fraction of its length.
constexpr double kShortestStep = 1e-6;
// Shortest probe, relative to epsilon.
constexpr double kShortestProbe = 1e-9;

}  // namespace

double probe_lipschitz(Line& line, double epsilon) {
  std::optional<double> found;
  for (double e = epsilon; e > kShortestProbe * epsilon; e /= 10) {
    const double estimate = line.probe(e) / (e * line.norm());
    if (!std::isfinite(estimate)) continue;
    if (found && estimate > 0.5 * *found) break;
    found = estimate;
    const double step = -line.directional_derivative() / (estimate * line.norm() * line.norm());
    if (!(step < kShortestStep * e)) break;
  }
  // No finite gradient: the L for which t = 1.
  return found ? *found : -line.directional_derivative() / (line.norm() * line.norm());
}

double LipschitzEstimate::at(Line& line) {
  const std::optional<double> change = line.gradient_change();
  if (!change) {
    estimate_ = initial_ ? *initial_ : probe_lipschitz(line, epsilon_);
    flat_ = estimate_ == 0;
    return estimate_;
  }
  const double distance = line.distance().value_or(distance_);
  const double quotient = *change / distance;
  if (!std::isfinite(quotient)) return estimate_;
  const double noise = line.gradient_change_noise(accepted_);
  flat_ = !(*change > noise);
  estimate_ = flat_ ? std::min(accepted_, (*change + noise) / distance) : quotient;
  return estimate_;
}

namespace {

// Relative tolerance of the test: with L equal to the curvature both sides are equal up to
// rounding.
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

// L t ||d||^2 / gap at which the quadratic term is negligible.
constexpr double kNothing = 0x1p-100;

// L of a model step relative to its curvature d'Hd / ||d||^2, and the growth of L at each
// backtrack.
constexpr double kModelMargin = 1.5;
constexpr double kModelGrowth = 2;

// A predicted change below this fraction of the largest |f| seen may be rounding error.
constexpr double kDoubtful = 0x1p-26;

/// Data used by the sufficient-decrease test.
enum class Evidence { values, slopes };

/// t <g, d> + L/2 t^2 ||d||^2
double predicted_change(Line& line, const StepDecision& decision) {
  const double moved = decision.length * line.norm();
  return decision.length * line.directional_derivative() + 0.5 * decision.lipschitz * moved * moved;
}

/// Sufficient-decrease test at decision.length: by values of f if the predicted decrease exceeds
/// their noise (sets `decreases`), else by slopes. Sets the outcome where f is unbounded.
bool accepts(Line& line, StepDecision& decision, Evidence evidence) {
  const double t = decision.length;
  const double moved = t * line.norm();
  const double decrease = t * -line.directional_derivative();
  const double predicted = predicted_change(line, decision);
  decision.decreases = evidence == Evidence::values && -predicted > line.change_noise();
  if (decision.decreases) {
    const double change = line.change(t);
    if (is_below_any_bound(line, change)) decision.outcome = StepDecision::Outcome::unbounded;
    const double excess = change - predicted;
    return excess <= kRounding * decrease || excess <= t * line.change_noise_rate();
  }
  return line.slope(t) <= line.directional_derivative() + decision.lipschitz * line.norm() * moved +
                              line.slope_noise();
}

/// First trial of L. Below the minimum set here all L give the same step and the same test. It also
/// makes L positive where f is affine, since 0 does not grow by a factor.
double first_trial(Line& line, double lipschitz, double longest) {
  longest = std::min(longest, line.max_step());
  if (std::isfinite(longest) || lipschitz == 0) {
    if (std::isinf(longest)) longest = 1;
    lipschitz = std::max(lipschitz, kNothing * -line.directional_derivative() /
                                        (line.norm() * line.norm() * longest));
  }
  // Subnormal numbers do not grow by small factors.
  return std::max(lipschitz, std::numeric_limits<double>::min());
}

/// Tests the steps of L, factor L, factor^2 L, ..., the first with the length given by `decision`.
StepDecision search(Line& line, StepDecision decision, double factor, double longest,
                    Evidence evidence) {
  while (true) {
    if (!(decision.length >= std::numeric_limits<double>::min())) {
      decision.outcome = StepDecision::Outcome::precision_limit;
      return decision;
    }
    if (std::isfinite(decision.length) && accepts(line, decision, evidence)) return decision;
    decision.lipschitz *= factor;
    ++decision.backtracks;
    decision.length = quadratic_step(line, decision.lipschitz, longest);
  }
}

/// As above, by values of f. Where these show no decrease, and the predicted one is small enough to
/// be lost in unknown rounding errors of f, by slopes.
StepDecision search(Line& line, const StepDecision& first, double factor, double longest) {
  StepDecision decision = search(line, first, factor, longest, Evidence::values);
  const bool failed = decision.outcome == StepDecision::Outcome::precision_limit;
  if (failed && -predicted_change(line, first) < kDoubtful * line.largest_value()) {
    const int backtracks = decision.backtracks;
    decision = search(line, first, factor, longest, Evidence::slopes);
    decision.backtracks += backtracks;
  }
  return decision;
}

}  // namespace

double longest_step(const std::optional<double>& t_max, const StepContext& context) {
  if (t_max && *t_max > 1 && context.constrained) {
    throw InvalidInput("t_max", *t_max, "must be at most 1 in a constrained run");
  }
  return t_max.value_or(std::numeric_limits<double>::infinity());
}

double quadratic_step(Line& line, double lipschitz, double longest) {
  return std::min({-line.directional_derivative() / (lipschitz * line.norm() * line.norm()),
                   longest, line.max_step()});
}

StepDecision backtrack(Line& line, double lipschitz, double factor, double longest) {
  StepDecision first;
  first.lipschitz = first_trial(line, lipschitz, longest);
  first.length = quadratic_step(line, first.lipschitz, longest);
  return search(line, first, factor, longest);
}

namespace {

/// Armijo's rule along the minimiser of an estimated model (Nocedal and Wright, chapter 3): t = 1,
/// then the minimum of the parabola through f, its slope and the rejected value. Leaves `decision`
/// at a shorter step where kMostTrials fail or the predicted change is below the noise of f.
bool follow_estimate(Line& line, StepDecision& decision) {
  constexpr double kArmijo = 1e-4;
  constexpr double kShortest = 0.1, kLongest = 0.5;  // of the next trial, relative to the last
  constexpr int kMostTrials = 10;
  const double slope = line.directional_derivative();
  for (int trial = 0; trial < kMostTrials; ++trial) {
    const double t = decision.length;
    if (!(-0.5 * t * slope > line.change_noise())) return false;
    const double change = line.change(t);
    if (is_below_any_bound(line, change)) decision.outcome = StepDecision::Outcome::unbounded;
    decision.decreases = true;
    if (change <= kArmijo * t * slope) return true;
    const double best = -slope * t / (2 * (change - t * slope));
    const double next = std::isfinite(change) ? std::clamp(best, kShortest, kLongest) : kShortest;
    decision.length = next * t;
    decision.lipschitz = -slope / (decision.length * line.norm() * line.norm());
    ++decision.backtracks;
  }
  return false;
}

}  // namespace

StepDecision follow_model(Line& line, double longest) {
  const double squared_norm = line.norm() * line.norm();
  StepDecision first;
  first.lipschitz =
      first_trial(line, kModelMargin * *line.model_curvature() / squared_norm, longest);
  first.length = std::min({1.0, longest, line.max_step()});
  if (line.has_estimated_model() && follow_estimate(line, first)) return first;
  return search(line, first, kModelGrowth, longest);
}

namespace {

constexpr double kDelta = 1e-10;
// Maximum of delta relative to the current estimate: L may decrease by orders of magnitude.
constexpr double kMostOfEstimate = 1e-6;

/// Takes the first estimate from x^-1 and x_0 if the problem has an x^-1.
AdaptiveConstant with_first_estimate(AdaptiveConstant parameters, const StepContext& context) {
  const std::optional<double> found = context.first_estimate();
  if (found && parameters.initial_lipschitz) {
    throw InvalidInput(
        "initial_lipschitz", *parameters.initial_lipschitz,
        "must not be given together with x_previous, which determines the first estimate");
  }
  if (found) parameters.initial_lipschitz = found;
  return parameters;
}

}  // namespace

// Adaptive step (Khademi and Silveti-Falls, 2025), with gap = -<g, d>:
// 1. L_hat = ||g_k - g_{k-1}||_* / ||x_k - x_{k-1}||; at x_0 initial_lipschitz or a probe along
//    d_0.
// 2. L = gamma (L_hat + delta).
// 3. t = min(gap / (L ||d||^2), t_max, max_step).
// 4. While f(x + t d) > f(x) - t gap + L/2 t^2 ||d||^2: L = beta L, and back to 3. Where the
//    predicted change is below the noise of f, compare slopes instead of values.
// 5. adaptive-adjustable: after each period, gamma = 0.9 gamma if there was no backtrack, min(1,
//    1.1 gamma) if there were more than `period`.
// If d minimises a second-order model of f, follow_model() takes the place of 1. to 4.
AdaptiveStep::AdaptiveStep(const AdaptiveConstant& parameters, const StepContext& context)
    : parameters_(with_first_estimate(parameters, context)),
      gamma_(parameters.gamma),
      estimate_(parameters_.initial_lipschitz, parameters.epsilon),
      longest_(longest_step(parameters.t_max, context)) {}

StepDecision AdaptiveStep::choose(Line& line) {
  if (line.model_curvature()) {
    const StepDecision decision = follow_model(line, longest_);
    estimate_.moved(line, decision.length, decision.lipschitz);
    return decision;
  }
  const double estimate = estimate_.at(line);
  StepDecision decision =
      backtrack(line, gamma_ * (estimate + delta(estimate)), parameters_.beta, longest_);
  if (estimate_.is_flat() && decision.backtracks == 0 &&
      decreases_below_any_bound(line, decision.length)) {
    decision.outcome = StepDecision::Outcome::unbounded;
  }
  estimate_.moved(line, decision.length, decision.lipschitz);
  return decision;
}

double AdaptiveStep::delta(double estimate) {
  if (parameters_.delta) return *parameters_.delta;
  if (first_ == 0) first_ = estimate;
  const double usual = kDelta * first_;
  return estimate_.is_flat() ? usual : std::min(usual, kMostOfEstimate * estimate);
}

void AdaptiveStep::visit(Archive& archive) {
  archive.expect("step rule", AdaptiveConstant::name);
  expect(archive, parameters_);
  archive(gamma_, estimate_, first_);
}

std::unique_ptr<StepRule> AdaptiveConstant::begin(const StepContext& context) const {
  return std::make_unique<AdaptiveStep>(*this, context);
}

namespace {

// Factors of gamma after a period without a backtrack, and after one with more than `period` of
// them (Khademi and Silveti-Falls, 2025).
constexpr double kBolder = 0.9;
constexpr double kMoreCautious = 1.1;

class AdjustableStep final : public StepRule {
 public:
  AdjustableStep(const AdaptiveAdjustable& parameters, const StepContext& context)
      : parameters_(parameters),
        step_({.gamma = parameters.gamma,
               .beta = parameters.beta,
               .delta = parameters.delta,
               .initial_lipschitz = parameters.initial_lipschitz,
               .epsilon = parameters.epsilon,
               .t_max = parameters.t_max},
              context),
        skip_first_(is_published() && context.constrained) {}

  StepDecision choose(Line& line) override {
    const StepDecision decision = step_.choose(line);
    // L of a second-order model does not depend on gamma.
    if (line.model_curvature()) return decision;
    if (skip_first_) {
      skip_first_ = false;
      return decision;
    }
    const bool last_of_period = ++position_ == parameters_.period;
    count_ += is_published() && !last_of_period ? 2 * decision.backtracks : decision.backtracks;
    if (last_of_period) adjust();
    return decision;
  }
  bool descends() const override { return true; }

  void visit(Archive& archive) override {
    archive.expect("step rule", AdaptiveAdjustable::name);
    expect(archive, parameters_);
    archive(step_, skip_first_, position_, count_);
    Archive::require(position_ < parameters_.period, "its period is longer");
  }

 private:
  bool is_published() const { return parameters_.counting == Counting::published; }

  void adjust() {
    if (count_ == 0) {
      step_.set_gamma(kBolder * step_.gamma());
    } else if (count_ > parameters_.period) {
      step_.set_gamma(std::min(1.0, kMoreCautious * step_.gamma()));
    }
    count_ = 0;
    position_ = 0;
  }

  AdaptiveAdjustable parameters_;
  AdaptiveStep step_;
  bool skip_first_;
  int position_ = 0;  ///< iterations of this period so far
  int count_ = 0;     ///< backtracks counted in it
};

}  // namespace

std::unique_ptr<StepRule> AdaptiveAdjustable::begin(const StepContext& context) const {
  return std::make_unique<AdjustableStep>(*this, context);
}

namespace {

class BacktrackingStep final : public StepRule {
 public:
  BacktrackingStep(const Backtracking& parameters, double longest)
      : parameters_(parameters), constant_(parameters.initial_lipschitz), longest_(longest) {}

  StepDecision choose(Line& line) override {
    if (line.model_curvature()) return follow_model(line, longest_);
    if (!constant_) constant_ = probe_lipschitz(line, parameters_.epsilon);
    StepDecision decision =
        backtrack(line, parameters_.shrink * *constant_, parameters_.growth, longest_);
    if (*constant_ == 0 && decision.backtracks == 0 &&
        decreases_below_any_bound(line, decision.length)) {
      decision.outcome = StepDecision::Outcome::unbounded;
    }
    constant_ = decision.lipschitz;
    return decision;
  }
  bool descends() const override { return true; }

  void visit(Archive& archive) override {
    archive.expect("step rule", Backtracking::name);
    expect(archive, parameters_);
    archive(constant_);
  }

 private:
  Backtracking parameters_;
  std::optional<double> constant_;
  double longest_;  ///< t_max
};

}  // namespace

std::unique_ptr<StepRule> Backtracking::begin(const StepContext& context) const {
  return std::make_unique<BacktrackingStep>(*this, longest_step(t_max, context));
}

namespace {

class ShortStep final : public StepRule {
 public:
  explicit ShortStep(double lipschitz) : parameters_{lipschitz} {}

  StepDecision choose(Line& line) override {
    const double lipschitz = *parameters_.lipschitz;
    return {.length = quadratic_step(line, lipschitz), .lipschitz = lipschitz};
  }

  void visit(Archive& archive) override {
    archive.expect("step rule", Short::name);
    expect(archive, parameters_);
  }

 private:
  Short parameters_;  ///< with lipschitz set
};

}  // namespace

std::unique_ptr<StepRule> Short::begin(const StepContext& context) const {
  if (lipschitz) return std::make_unique<ShortStep>(*lipschitz);
  if (const std::optional<double> known = context.lipschitz()) {
    return std::make_unique<ShortStep>(*known);
  }
  throw InvalidInput(
      "lipschitz",
      "is missing, the short step needs a global Lipschitz constant of the gradient, and the "
      "objective provides none in the norm of the run");
}

Description AdaptiveConstant::describe() {
  Description all = describe_adaptive(*this);
  for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
  return all;
}

Description AdaptiveAdjustable::describe() {
  Description all = AdaptiveConstant::describe_adaptive(*this);
  all.push_back({"period", period, range::from_1, "number of iterations between two adjustments"});
  all.push_back({"counting", Word(counting, {"paper", "published"}),
                 "count of backtracks: as in the paper, or as in its code"});
  for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
  return all;
}

Description Backtracking::describe() {
  Description all = {{"growth", growth, range::growth, "growth of the constant at each backtrack"},
                     {"shrink", shrink, range::up_to_1,
                      "the first trial is this times the constant of the step before"},
                     {"initial_lipschitz", initial_lipschitz, range::non_negative,
                      "the constant before the first step", "found by a probe"}};
  for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
  return all;
}

Description Short::describe() {
  return {{"lipschitz", lipschitz, range::positive,
           "a global Lipschitz constant of the gradient in the norm of the run",
           "the objective's own"}};
}

}  // namespace acgd
