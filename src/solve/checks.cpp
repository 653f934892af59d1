#include "solve/checks.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/parallel/reduction.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "parallel/gradient_operator.hpp"
#include "solve/gap_clause.hpp"

namespace acgd {

namespace {

// Shortest and longest h, relative to the first.
constexpr double kShortest = 1e-9;
constexpr double kLongest = 1e3;
// Tolerances, relative to the larger rate.
constexpr double kCloseTolerance = 1e-2;
constexpr double kWideTolerance = 0.2;
constexpr double kAlike = 0.05;

/// Rates along the line at one h.
struct Look {
  Rates rates;
  double scale;  ///< larger |rate|
  double noise;  ///< rounding error of the measured rate

  double difference() const { return std::abs(rates.measured - rates.promised); }
  bool is_finite() const { return std::isfinite(scale); }
};

/// Central difference at x + h d, from f(x) and f(x + 2h d): f is not evaluated on the other side
/// of x.
Look look(Line& line, double h) {
  const Rates rates{line.change(2 * h) / (2 * h), line.slope(h)};
  return {rates, std::max(std::abs(rates.measured), std::abs(rates.promised)),
          line.change_noise() / h + line.change_noise_rate()};
}

/// Whether f resolves the rates. Values that do not differ at all indicate a coarser rounding than
/// assumed.
bool is_resolved(const Look& look) {
  return look.noise <= 0.1 * kWideTolerance * look.scale &&
         (look.rates.measured != 0 || look.rates.promised == 0);
}

bool agrees(const Line& line, const Look& look) {
  const double noise = look.noise + single_precision * line.slope_noise();
  return look.difference() <= kWideTolerance * look.scale + noise;
}

bool are_alike(const Look& a, const Look& b) {
  const double allowed = kAlike * std::max(a.scale, b.scale);
  return std::abs(a.rates.measured - b.rates.measured) <= allowed &&
         std::abs(a.rates.promised - b.rates.promised) <= allowed;
}

template <class Iterator>
bool three_are_alike(Iterator first, Iterator end) {
  return end - first >= 3 && are_alike(first[0], first[1]) && are_alike(first[1], first[2]);
}

}  // namespace

std::optional<Rates> contradiction(Line& line, double first) {
  std::optional<Rates> found;
  for (double h = first; h > kShortest * first; h /= 100) {
    const Look now = look(line, h);
    // Nothing to compare where f is not finite; step rules handle that.
    if (!now.is_finite()) continue;
    const double allowed =
        kCloseTolerance * std::max(now.scale, std::abs(line.directional_derivative()));
    const double noise = now.noise + line.slope_noise();
    if (noise > allowed) break;
    if (now.difference() <= allowed + noise) return std::nullopt;
    found = now.rates;
  }
  return found;
}

std::optional<Rates> settled_contradiction(Line& line, double first) {
  std::deque<Look> looks;  // with rates that disagree, shortest h last
  for (double h = first; h > kShortest * first; h /= 10) {
    const Look now = look(line, h);
    if (!now.is_finite()) continue;
    if (!is_resolved(now)) break;
    if (agrees(line, now)) return std::nullopt;
    looks.push_back(now);
    if (three_are_alike(looks.rbegin(), looks.rend())) return now.rates;
  }
  for (double h = 10 * first; h <= kLongest * first && 2 * h <= line.max_step(); h *= 10) {
    const Look now = look(line, h);
    if (!now.is_finite() || (is_resolved(now) && agrees(line, now))) return std::nullopt;
    if (!is_resolved(now)) continue;
    looks.push_front(now);
    if (three_are_alike(looks.begin(), looks.end())) return now.rates;
  }
  return std::nullopt;
}

namespace {

void check_finite(const char* name, const Vector& x) {
  for (Index i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i])) {
      throw InvalidInput({name, i}, x[i], "must be finite");
    }
  }
}

void check_point(const char* name, const Atom& x, const Problem& problem, const Options& options) {
  const Oracle& set = *problem.set;
  if (x.size() != set.dimension()) {
    throw InvalidInput(name, compose("has {} entries, must have {} like the objective", x.size(),
                                     set.dimension()));
  }
  if (const auto* dense = x.as<Atom::Dense>()) check_finite(name, dense->values);
  if (!std::isfinite(x.largest_entry())) throw InvalidInput(name, "must be finite");
  if (problem.mode != Mode::constrained) return;
  const Violation violation = set.violation_of(x);
  if (is_outside(set, violation, x.largest_entry(), options.feasibility_tolerance)) {
    throw InvalidInput(name, compose("must be in the {}, is outside by {:.6g}: {}", set.name(),
                                     violation.distance, violation.detail));
  }
}

/// Requirements of continuous greedy. argmin <1, v> is 0 over a down-closed set of vectors >= 0,
/// and a basis over the bases of a matroid.
void check_greedy(const Problem& problem) {
  if (problem.x0.atom().largest_entry() != 0) {
    throw InvalidInput("x0", "must be 0, where continuous greedy starts");
  }
  const Vector v = linear_minimizer(*problem.set, Vector::Ones(problem.set->dimension()));
  Index i = 0;
  if (v.minCoeff(&i) < 0) {
    throw InvalidInput(
        "set", compose("the {} has a vertex with {} at entry {}: continuous greedy needs vectors "
                       ">= 0, all smaller ones with each, or the bases of a matroid",
                       problem.set->name(), v[i], i));
  }
}

}  // namespace

void check_input(const Problem& problem, const Options& options) {
  validate(options);
  if (!problem.f) throw InvalidInput("f", "null", "must be an objective");
  if (!problem.set) throw InvalidInput("set", "null", "must be a set");
  const Objective& f = *problem.f;
  const Oracle& set = *problem.set;
  if (f.dimension() != set.dimension()) {
    throw InvalidInput("set", compose("the {} has {} variables, must have {} like the objective",
                                      set.name(), set.dimension(), f.dimension()));
  }
  if (problem.mode == Mode::unconstrained && !set.is_interior(Vector::Zero(set.dimension()))) {
    throw InvalidInput("ball", std::nullopt,
                       compose("0 must be in the interior of the set, and is not in that of the "
                               "{}, as far as it knows",
                               set.name()),
                       "a set of your own says so with zero_inside");
  }
  check_point("x0", problem.x0.atom(), problem, options);
  if (problem.mode == Mode::continuous_greedy) check_greedy(problem);
  if (!problem.x_previous) return;
  check_point("x_previous", *problem.x_previous, problem, options);
  if (problem.x_previous->to_dense() == problem.x0.atom().to_dense()) {
    throw InvalidInput("x_previous", "must not be x0, a Lipschitz estimate needs two points");
  }
}

namespace {

constexpr int kLines = 4;
// Relative to the distance to points of the set, and to the size of x0. The error of a central
// difference is quadratic in its step; a wrong gradient is off by a fraction of the slope.
constexpr double kStep = 1e-4;

void refuse(const Rates& rates) {
  throw InvalidInput("gradient", std::nullopt,
                     compose("contradicts f near x0, where f changes at the rate {:.4g} along a "
                             "line and the gradient says {:.4g}",
                             rates.measured, rates.promised),
                     "check_gradient = false would let it pass");
}

double first_step(const Atom& x0, double norm) {
  return std::min(kStep, kStep * std::max(1.0, x0.largest_entry()) / norm);
}

/// Lines to vertices of random functionals, independent of the gradient.
class OtherLines {
 public:
  OtherLines(const FirstLook& run, OracleCalls& oracle, const Gradient& shape)
      : run_(run), oracle_(oracle), functional_(shape), random_(1) {}

  Line& look(Cursor& cursor) {
    draw_functional();
    Line& line = look_along_functional(cursor);
    if (line.norm() > 0) return line;
    // The vertex is x0: take the opposite one.
    functional_.entries() *= -1;
    return look_along_functional(cursor);
  }

 private:
  /// If the entries are distributed over ranks, each rank draws all of them and keeps its own.
  void draw_functional() {
    std::normal_distribution<double> normal;
    Vector& own = functional_.entries();
    const Reduction* reduction = functional_.reduction();
    const Index all = reduction ? reduction->samples() : own.size();
    const Index first = reduction ? reduction->samples_of(reduction->team().rank()).first : 0;
    for (Index i = 0; i < all; ++i) {
      const double drawn = normal(random_);
      if (i >= first && i < first + own.size()) own[i - first] = drawn;
    }
  }

  Line& look_along_functional(Cursor& cursor) {
    oracle_.call(functional_, lmo_);
    return cursor.look(run_.context.straight_to(lmo_.atom));
  }

  const FirstLook& run_;
  OracleCalls& oracle_;
  Gradient functional_;
  std::mt19937_64 random_;
  LmoResult lmo_;
};

/// Whether f is flat along the line, up to the rounding errors of single-precision gradients.
bool tells_nothing(Line& line) {
  return !(line.norm() > 0) ||
         std::abs(line.directional_derivative()) <= single_precision * line.slope_noise();
}

/// Checks one line: along the first direction, or along another where f is flat on that one.
void check_briefly(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                   const Direction& first) {
  OtherLines others(run, oracle, cursor.gradient());
  Line* line = &cursor.look(first);
  if (tells_nothing(*line)) {
    line = &others.look(cursor);
  }
  if (line->norm() > 0) {
    if (const auto rates = settled_contradiction(*line, first_step(run.context.x0, line->norm()))) {
      refuse(*rates);
    }
  }
}

void check_closely(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                   const Direction& first) {
  OtherLines others(run, oracle, cursor.gradient());
  Line* line = &cursor.look(first);
  for (int i = 0; i < kLines; ++i) {
    if (line->norm() > 0) {
      if (const auto rates = contradiction(*line, first_step(run.context.x0, line->norm())))
        refuse(*rates);
    }
    if (i + 1 < kLines) line = &others.look(cursor);
  }
}

/// Checks each black-box term of a sum separately, so that no other term hides its error.
void check_terms(const FirstLook& run, const std::vector<BlackBox>& terms, OracleCalls& oracle,
                 const Direction& first) {
  for (const BlackBox& term : terms) {
    if (term.f->has_proven_gradient()) continue;
    const auto cursor = term.f->start(run.context.x0, run.options.norm);
    if (!std::isfinite(cursor->value()) || !cursor->gradient().entries().allFinite()) continue;
    check_briefly({run.context, *term.f, run.options}, *cursor, oracle, first);
  }
}

}  // namespace

void check_first_gradient(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                          const Direction& first) {
  const std::vector<BlackBox> boxes = cursor.black_boxes();
  const bool black_box = boxes.size() == 1 && !boxes[0].is_term;
  const std::optional<bool>& wanted = run.options.check_gradient;
  if (!black_box && !wanted) check_terms(run, boxes, oracle, first);
  if (!wanted.value_or(black_box && !run.f.has_proven_gradient())) return;
  if (!std::isfinite(cursor.value()) || !is_finite(cursor.gradient())) return;
  if (!black_box) {
    // On a cursor of its own: state from other lines may change the last bits of the run.
    check_closely(run, *run.f.start(run.context.x0, run.options.norm), oracle, first);
    return;
  }
  if (wanted) {
    check_closely(run, cursor, oracle, first);
  } else {
    check_briefly(run, cursor, oracle, first);
  }
  cursor.look(first);
}

namespace {

// Tolerance for vertices relative to that for x0, and its minimum.
constexpr double kLeniency = 10;
constexpr double kLeastTolerance = 1e-12;

}  // namespace

double AnswerCheck::tolerance() const {
  return std::max(kLeniency * options_.feasibility_tolerance, kLeastTolerance);
}

std::optional<Stop> AnswerCheck::check_inside(const Atom& atom, Index iteration) const {
  const Violation violation = set_.violation_of(atom);
  if (!is_outside(set_, violation, atom.largest_entry(), tolerance())) return std::nullopt;
  return Stop{Status::oracle_failed,
              compose("the LMO's vertex at iteration {} is outside the {} by {:.6g}: {}", iteration,
                      set_.name(), violation.distance, violation.detail)};
}

std::optional<Stop> AnswerCheck::check_opposite(const Gradient& gradient, const LmoResult& lmo,
                                                double slack, OracleCalls& oracle,
                                                Index iteration) {
  negative_ = gradient;
  negative_.entries() *= -1;
  opposite_.accuracy = lmo.accuracy;
  oracle.call(negative_, opposite_);
  const double better = lmo.atom.dot(gradient) - opposite_.atom.dot(gradient);
  if (!(better > slack)) return std::nullopt;
  return Stop{Status::oracle_failed,
              compose("the LMO's vertex at iteration {} is worse than its answer to the negative "
                      "gradient by {:.6g}: does it maximise?",
                      iteration, better)};
}

/// Over R^n: min <g, v> < 0 wherever 0 is in the interior and g is not 0.
std::optional<Stop> AnswerCheck::check_zero(const Gradient& gradient, const LmoResult& lmo,
                                            Index iteration) const {
  const double least = lmo.atom.dot(gradient) - lmo.error;
  if (!(least >= 0) || absolute_sum(gradient) == 0) return std::nullopt;
  return Stop{
      Status::oracle_failed,
      compose("0 is not inside of the {}: min <g, v> is {:.6g} at iteration {}, must be below "
              "0",
              set_.name(), least, iteration)};
}

std::optional<Stop> AnswerCheck::check(const Gradient& gradient, const DualityGap& duality_gap,
                                       const Line& line, OracleCalls& oracle, Index iteration) {
  const LmoResult& lmo = *duality_gap.lmo;
  const bool call_set = iteration == 0 || options_.check_oracle;
  const double gap = duality_gap.gap_from(line);
  if (mode_ == Mode::unconstrained && !(gap > 0) && is_finite(gradient) && !set_.is_norm_ball()) {
    if (auto stop = check_zero(gradient, lmo, iteration)) return stop;
  }
  if ((gap >= 0 && !call_set) || !is_finite(gradient)) return std::nullopt;
  if (!std::isfinite(lmo.atom.largest_entry())) {
    return Stop{Status::oracle_failed,
                compose("the LMO's vertex at iteration {} is not finite", iteration)};
  }
  if (call_set) {
    if (auto stop = check_inside(lmo.atom, iteration)) return stop;
  }
  if (mode_ == Mode::continuous_greedy) return std::nullopt;  // f may increase along every vertex
  const double largest = lmo.atom.largest_entry();
  double slack = tolerance() * largest * absolute_sum(gradient) + line.slope_noise() + lmo.error;
  // x may be outside by this fraction of the size of the set.
  if (-gap > slack) slack += tolerance() * size_at(set_, largest) * absolute_sum(gradient);
  if (-gap > slack) {
    return Stop{
        Status::oracle_failed,
        compose("the LMO's vertex at iteration {} is worse than x by {:.6g}", iteration, -gap)};
  }
  if (options_.check_oracle || (iteration == 0 && gap <= slack)) {
    return check_opposite(gradient, lmo, slack, oracle, iteration);
  }
  return std::nullopt;
}

void AnswerCheck::check_end(Result& result) const {
  if (!is_usable(result.status) || result.x.size() == 0 || !set_.has_cheap_violation()) return;
  const Violation violation = set_.violation(result.x);
  if (!is_outside(set_, violation, result.x.lpNorm<Eigen::Infinity>(), tolerance())) return;
  result.message = compose(
      "x is outside the {} by {:.6g} after iteration {}: {}; a vertex of the LMO was outside, "
      "which check_oracle would name ({})",
      set_.name(), violation.distance, result.counts.iterations, violation.detail, result.message);
  result.status = Status::oracle_failed;
}

std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               const std::optional<double>& gap, double gap_noise) {
  using Outcome = StepDecision::Outcome;
  if (step.outcome == Outcome::precision_limit) {
    return end_of_progress(gap, gap_noise,
                           compose("no step from iteration {} decreases f", iteration));
  }
  if (step.outcome == Outcome::unbounded) {
    return Stop{Status::unbounded,
                compose("f falls below any bound along the direction of iteration {}", iteration)};
  }
  if (!(step.length >= 0 && step.length <= line.max_step()) || !std::isfinite(step.length)) {
    return Stop{Status::step_failed,
                compose("the rule's step {} at iteration {} must be finite and in [0, {}]",
                        step.length, iteration, line.max_step())};
  }
  return std::nullopt;
}

}  // namespace acgd
