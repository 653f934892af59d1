#include "solve/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/parallel/reduction.hpp"
#include "core/compose.hpp"
#include "parallel/gradient_operator.hpp"
#include "solve/checks.hpp"
#include "solve/oracle_accuracy.hpp"

namespace acgd {

Identity::Identity(const Problem& problem, const Options& options, Cursor& at_x0)
    : problem_(problem),
      options_(options),
      cursor_(at_x0),
      accuracy_(oracle_accuracy(
          options, {.value = at_x0.value(), .constrained = problem.mode == Mode::constrained},
          std::numeric_limits<double>::quiet_NaN())) {
  if (!cursor_.gradient().is_dense() && !problem.set->accepts_sparse_gradients()) {
    throw InvalidInput("set",
                       compose("the {} needs dense gradients, and the objective gives sparse ones",
                               problem.set->name()));
  }
  if (options.checkpoint.save) take_fingerprint();
}

void Identity::take_fingerprint() {
  double value = cursor_.value();
  Vector gradient = cursor_.gradient().entries();
  LmoResult call;
  call.accuracy = accuracy_;
  problem_.set->minimize(cursor_.gradient(), call);
  Archive archive;
  archive(value);
  visit_gradient(archive, cursor_.gradient(), gradient);
  archive(call.atom);
  // Drops the sign bit: an archive stores counts >= 0.
  const auto own = static_cast<std::int64_t>(checksum(std::move(archive).take()) >> 1);
  // Only rank 0 holds the whole of a distributed gradient.
  fingerprint_ = gather_numbers(*options_.team, own).front();
}

void Identity::visit(Archive& archive) {
  archive.expect("mode", to_string(problem_.mode));
  archive.expect("number of variables", problem_.set->dimension());
  archive.expect("set", problem_.set->name());
  archive.expect("norm", options_.norm->name());
  archive(accuracy_);
  if (archive.is_loading()) take_fingerprint();
  const std::int64_t here = fingerprint_;
  archive.bytes(&fingerprint_, sizeof fingerprint_);
  if (fingerprint_ != here) {
    throw InvalidInput(
        "resume",
        "the checkpoint is of another problem: at x0 f, its gradient or the vertex of the LMO "
        "differ; samples must be in the same number of blocks");
  }
}

namespace {

// Each step moves x out of the set by an ulp or two.
constexpr Index kStepsBetweenRecentering = 100;

// Accuracy of a repeated LMO call, relative to the error of the call before.
constexpr double kMoreAccurate = 0.01;
// The call is repeated again only if its error is at most this fraction of the one before.
constexpr double kImproved = 0.5;

// Gaps above this fraction of the first one, and above this multiple of its rounding error, need no
// estimate of their own rounding error.
constexpr double kClearGap = 1e-8;
constexpr double kClearNoise = 1e4;

/// ||grad f(x) - grad f(y)||_* / ||x - y||
double estimate_between(const Objective& f, const Atom& x, const Atom& y, const Norm& norm) {
  Vector at_x(f.dimension()), at_y(f.dimension());
  f.gradient(x.to_dense(), at_x);
  f.gradient(y.to_dense(), at_y);
  const double estimate = norm.dual(at_x - at_y) / norm.of(x.to_dense() - y.to_dense());
  if (std::isfinite(estimate)) return estimate;
  throw InvalidInput("x_previous", "the gradient of f must be finite there and at x0");
}

StepContext step_context(const Problem& problem, const Options& options) {
  const bool euclidean = options.norm->is_euclidean();
  return {.constrained = problem.mode == Mode::constrained,
          .max_iterations = options.max_iterations,
          .lipschitz = [&f = *problem.f,
                        euclidean] { return euclidean ? f.lipschitz() : std::nullopt; },
          .first_estimate = [&problem, &norm = *options.norm]() -> std::optional<double> {
            if (!problem.x_previous) return std::nullopt;
            return estimate_between(*problem.f, *problem.x_previous, problem.x0.atom(), norm);
          }};
}

std::optional<double> gradient_norm(const Options& options, const Gradient& gradient) {
  if (options.gradient_tolerance == 0) return std::nullopt;
  // A gradient distributed over ranks is measured in the Frobenius norm only.
  return gradient.reduction() ? length_of(gradient) : options.norm->dual(gradient.entries());
}

/// Whether x alone determines its atoms.
bool reads_atoms_off_x(const Oracle& set) {
  return std::ranges::all_of(set.faces().blocks, [](const Faces::Block& block) {
    return block.kind == Faces::Kind::corners;
  });
}

// Finite-difference length for the curvature along d where f does not provide it; equal to
// kProbeLength.
constexpr double kProbe = 1e-3;

/// |d'Hd| at x
double curvature_along(Line& line) {
  if (const auto curvature = line.curvature()) return std::abs(*curvature);
  if (const auto derivatives = line.derivatives(0)) return std::abs(derivatives->curvature);
  return std::abs(line.slope(kProbe) - line.directional_derivative()) / kProbe;
}

// ||d|| / ||x|| beyond which a set is wide: the range of f over it is then not a sufficient scale.
constexpr double kWide = 100;

// LMO errors up to this multiple of |<g, v>| count as rounding errors.
constexpr double kLmoRounding = 1e-10;
// Over R^n a step decreases f by about |g|^2 / 2L, and the rounding error of f is about eps L
// ||x||^2. From |g| ~ sqrt(eps) L ||x|| on no decrease is visible. The constant is sqrt(eps) / 8.
constexpr double kSeen = 0x1p-29;

/// Open-loop rules do not test f: they continue until f(x) = -inf.
std::optional<Stop> check_bound(double value, Index iteration) {
  if (value != -std::numeric_limits<double>::infinity()) return std::nullopt;
  return Stop{Status::unbounded, compose("f(x) = -inf at iteration {}", iteration)};
}

/// Whether f, and not only a term of it, is known by values and gradients.
bool is_black_box(const Cursor& cursor) {
  return std::ranges::any_of(cursor.black_boxes(),
                             [](const BlackBox& one) { return !one.is_term; });
}

/// Whether no step makes progress. Only a duality gap at x shows whether x is optimal.
bool is_stuck(const std::optional<Stop>& stop) { return stop && stop->status == Status::stalled; }

}  // namespace

// Frank-Wolfe loop (Frank and Wolfe 1956; Jaggi 2013), driven by run_checked() in solve.cpp:
// 1. evaluate(): g = grad f(x).
// 2. choose_direction(): d from the direction rule, which may call the LMO for v = argmin <g, v>.
// 3. look(): the line f(x + t d), and the duality gap <g, x - v> plus the LMO's error.
// 4. judge(): check the vertex, at x0 also the gradient, then apply the stopping tests. Where these
//    are undecided, repeat 2. and 3. with another or a more accurate LMO call.
// 5. choose_step(): t from the step rule.
// 6. move(): x = x + t d, recentred from time to time. Continue with 1.
Run::Run(const Problem& problem, const Options& options)
    : problem_(problem),
      options_(options),
      cursor_(problem.f->start(problem.x0.atom(), options.norm)),
      context_{.constrained = problem.mode == Mode::constrained,
               .set = *problem.set,
               .x0 = problem.x0.atom(),
               .atoms = problem.x0.atoms(),
               .has_curvature = problem.f->has_curvature(),
               .has_products = is_black_box(*cursor_),
               .objective = problem.f.get()},
      step_rule_(options.step.begin(step_context(problem, options))),
      direction_rule_(options.direction.begin(context_)),
      oracle_(*problem.set),
      answers_(problem, options),
      identity_(problem, options, *cursor_),
      journal_(options, is_constrained() && problem.f->is_convex(), *cursor_),
      agreement_(options.team) {
  if (is_constrained() && uses_default_gap(options)) natural_scale_ = problem.f->natural_scale();
  oracle_.set_stopping([this] {
    const Counts so_far = counts();
    if (so_far.gradients + so_far.trials >= options_.max_evaluations) return true;
    // Ranks agree on the other reasons to stop between iterations.
    if (options_.team->size() > 1) return false;
    return options_.interrupt.stop_requested() || clock_.elapsed() > options_.time_limit;
  });
}

void Run::evaluate() {
  cursor_->gradient();
  lap(seconds_.gradient);
}

void Run::choose_direction() {
  if (resumed_) return;
  oracle_.set_accuracy(oracle_accuracy(options_, scales(), journal_.last_gap()));
  oracle_.set_final_gap(final_gap(options_, scales()));
  apply_direction_rule();
}

void Run::apply_direction_rule() {
  is_choosing_ = true;
  direction_rule_->choose(*cursor_, oracle_);
  is_choosing_ = false;
  oracle_.set_required(false);
}

void Run::look() {
  look_along_move();
  gap_ = certified_gap();
  journal_.arrive(iteration_, clock_.elapsed(), cursor_->value(), gap_, oracle_.count());
}

void Run::look_along_move() {
  line_ = &cursor_->look(direction_rule_->move().direction);
  line_->set_model_curvature(direction_rule_->move().curvature);
}

/// The duality gap, at least its rounding error, plus the LMO's error. NaN stays NaN.
std::optional<double> Run::certified_gap() {
  const std::optional<DualityGap>& duality_gap = direction_rule_->move().duality_gap;
  if (!duality_gap) return std::nullopt;
  GapBound bound{.gap = duality_gap->gap_from(*line_)};
  const double error = duality_gap->lmo->error;
  const bool is_clear = !(bound.gap <= clear_gap_);
  if (!is_clear) {
    bound.noise = gap_noise();
    if (!std::isfinite(clear_gap_)) {
      clear_gap_ = std::max(kClearGap * bound.gap, kClearNoise * bound.noise);
    }
    // The vertex is worse than x by more than the LMO's error, which is wrong then: no valid gap.
    if (error > 0 && bound.gap < -bound.noise - error) return std::nullopt;
  }
  // Other bounds take an exact vertex.
  if (error == 0) bound = cursor_->bound_gap(bound, duality_gap->lmo->atom);
  return (is_clear ? bound.gap : std::max(bound.gap, bound.noise)) + error;
}

/// Rounding error of <g, x - v>. Where the move is another one, it is estimated along the line to
/// v.
double Run::gap_noise() {
  const DualityGap& duality_gap = *direction_rule_->move().duality_gap;
  if (!duality_gap.gap) return duality_gap.noise_from(*line_);
  straight_.terms.assign(1, Term{.atom = &duality_gap.lmo->atom});
  straight_.point_weight = is_constrained() ? -1 : 0;
  const double noise = duality_gap.noise_from(cursor_->look(straight_));
  look_along_move();
  return noise;
}

/// Rounding error of the gap where no step makes progress. Includes the LMO's error if that is
/// rounding, too, and over R^n the changes of the gap that are invisible in f (kSeen).
double Run::final_noise() {
  const std::optional<DualityGap>& duality_gap = direction_rule_->move().duality_gap;
  if (!duality_gap) return 0;
  const LmoResult& lmo = *duality_gap->lmo;
  double noise = gap_noise();
  if (lmo.error == 0) {
    noise = cursor_->bound_gap({duality_gap->gap_from(*line_), noise}, lmo.atom).noise;
  }
  if (lmo.error <= kLmoRounding * std::abs(lmo.atom.dot(cursor_->gradient()))) {
    noise += lmo.error;
  }
  return is_constrained() ? noise : std::max(noise, kSeen * variation());
}

/// Updates the scales of the default stopping test: sizes at x, and at x0 the curvature of f.
void Run::measure_scales() {
  if (!uses_default_gap(options_)) return;
  if (iteration_ == 0 && !natural_scale_ && line_->norm() > 0) {
    const double curvature = curvature_along(*line_);
    if (std::isfinite(curvature)) {
      curvature_ = is_constrained() ? curvature : curvature / line_->norm();
    }
  }
  if (natural_scale_) return;
  width_ = line_->norm();
  const Vector* x = cursor_->x();
  // The norm of a low-rank matrix is not computed; an infinite size disables comparisons with it.
  travel_.arrive(x != nullptr ? options_.norm->of(*x) : range::kInfinity);
}

/// Change of f over the set due to the curvature at x0, d'Hd / 2. Over R^n: change of the gap over
/// a distance of ||x||.
double Run::variation() const {
  if (is_constrained()) return 0.5 * curvature_;
  return std::isfinite(travel_.size()) ? curvature_ * travel_.size() : 0;
}

/// Compares the estimated range of f with the values seen and the curvature at x, before the run
/// ends by it: near a singularity of f the gap at x0 is too large. Returns true, and lowers the
/// estimate, if it was more than twice too large.
bool Run::lower_range() {
  if (!uses_default_gap(options_) || !is_constrained() || natural_scale_ || !gap_) return false;
  const double before = std::min(std::max(*journal_.largest_gap(), variation()), range_limit_);
  const double curvature = line_->norm() > 0 ? curvature_along(*line_) : 0;
  const double here = std::max({journal_.value_range(), 0.5 * curvature, *gap_});
  if (!(here < 0.5 * before)) return false;
  range_limit_ = here;
  return true;
}

/// The part of Progress that scales the gap.
Progress Run::scales() const {
  std::optional<double> largest_gap = journal_.largest_gap();
  if (largest_gap) largest_gap = std::min(*largest_gap, range_limit_);
  const bool is_wide = width_ > kWide * travel_.size();
  return {.value = cursor_->value(),
          .largest_gap = largest_gap,
          .constrained = is_constrained(),
          .natural_scale = natural_scale_,
          .variation = std::min(variation(), range_limit_),
          .recent_step = !is_constrained() || is_wide ? travel_.recent() : 0,
          .size = travel_.size()};
}

std::optional<Stop> Run::judge() {
  signs_ = agreement_.on(signs());
  if (auto stop = check_bound(cursor_->value(), iteration_)) return stop;
  std::optional<Stop> stop;
  if (!resumed_) stop = check_answer();
  if (!stop && iteration_ == 0 && !resumed_) {
    check_first_gradient({context_, *problem_.f, options_}, *cursor_, oracle_,
                         direction_rule_->move().direction);
  }
  if (!resumed_) measure_scales();
  return check_end(std::move(stop));
}

/// Applies the stopping tests after check_answer(), whose outcome is `stop`. Repeats the LMO call
/// where its result is missing or too inaccurate to decide.
std::optional<Stop> Run::check_end(std::optional<Stop> stop) {
  double useless_error = std::numeric_limits<double>::infinity();
  while (true) {
    if (!stop) stop = check_stop(options_, progress());
    const bool stuck = is_stuck(stop);
    if (stop && stop->status == Status::gap_reached && *gap_ > 0 && lower_range()) {
      stop.reset();
      continue;
    }
    if (stop && is_converged(stop->status)) return stop;
    const bool called =
        (stuck && get_duality_gap()) || ((stuck || !resumed_) && get_better_answer(useless_error));
    if (!called) return stop;
    stop = check_answer();
  }
}

/// Forces an LMO call at x. False if there is a gap already, or still none afterwards.
bool Run::get_duality_gap() {
  if (gap_) return false;
  resumed_ = false;
  oracle_.set_required(true);
  choose_direction();
  look();
  return gap_.has_value();
}

/// Repeats the LMO call with a higher accuracy where -<g, d> is within the LMO's error, so that it
/// is undecided whether x is optimal. False where that is not so, or where the error is more than
/// half of the last insufficient one.
bool Run::get_better_answer(double& useless_error) {
  const std::optional<DualityGap>& duality_gap = direction_rule_->move().duality_gap;
  if (!duality_gap) return false;
  const double error = duality_gap->lmo->error;
  // A vertex that is worse than x by more than the error contradicts that error.
  const bool is_useless =
      -line_->directional_derivative() <= error || duality_gap->gap_from(*line_) < -error;
  const bool improves = std::isfinite(error) && error <= kImproved * useless_error;
  if (!(error > 0 && is_useless && improves)) return false;
  useless_error = error;
  oracle_.set_accuracy(kMoreAccurate * error);
  oracle_.set_required(true);
  apply_direction_rule();
  look();
  return true;
}

std::optional<Stop> Run::check_answer() {
  const std::optional<DualityGap>& duality_gap = direction_rule_->move().duality_gap;
  if (!duality_gap) return std::nullopt;
  return answers_.check(cursor_->gradient(), *duality_gap, *line_, oracle_, iteration_);
}

Signs Run::signs() const {
  return {.seconds = journal_.record().seconds,
          .observer_asked = journal_.observer_asked(),
          .interrupted = options_.interrupt.stop_requested(),
          .failure = journal_.failure()};
}

Progress Run::progress() {
  const Counts so_far = counts();
  Progress now = scales();
  now.iteration = iteration_;
  now.seconds = signs_.seconds;
  now.evaluations = so_far.gradients + so_far.trials;
  now.gap = gap_;
  now.directional_derivative = line_->directional_derivative();
  now.gradient_norm = gradient_norm(options_, cursor_->gradient());
  now.moved = moved_;
  if (step_rule_->descends()) now.stalled_since = journal_.stalled_since();
  now.single_precision = line_->is_single_precision();
  if (!(now.directional_derivative < 0) || !moved_ || now.stalled_since || now.single_precision) {
    now.gap_noise = final_noise();
  }
  now.takes_all_steps = problem_.mode == Mode::continuous_greedy;
  now.observer_asked = signs_.observer_asked;
  now.interrupted = signs_.interrupted;
  return now;
}

std::optional<Stop> Run::choose_step() {
  step_ = step_rule_->choose(*line_);
  lap(seconds_.step);
  const bool failed = step_.outcome == StepDecision::Outcome::precision_limit;
  std::optional<Stop> stop =
      check_step(step_, *line_, iteration_, gap_, failed ? final_noise() : 0);
  if (!is_stuck(stop) || !get_duality_gap()) return stop;
  stop = check_end(check_answer());
  return stop ? stop : choose_step();
}

void Run::move() {
  journal_.leave(step_, *cursor_);
  if (uses_default_gap(options_) && !natural_scale_) {
    travel_.step(step_.length * line_->norm());
  }
  const bool moved = cursor_->advance(step_.length);
  const bool has_left_an_atom = direction_rule_->moved(step_.length);
  // A step within the active set that rounding cancels proves nothing: the LMO may return another
  // vertex.
  oracle_.set_required(!moved && !gap_);
  moved_ = moved || has_left_an_atom || oracle_.is_required();
  ++iteration_;
  resumed_ = false;
  if (is_constrained() && (has_left_an_atom || iteration_ % kStepsBetweenRecentering == 0)) {
    cursor_->recenter([this](VectorRef x) { return direction_rule_->recenter(*problem_.set, x); });
  }
  lap(seconds_.update);
}

Result Run::finish(const Stop& stop) {
  seconds_.total = clock_.elapsed();
  seconds_.oracle = oracle_.seconds();
  Result result = journal_.finish(stop, *cursor_, counts(), seconds_);
  agreement_.on(signs());
  result.direction = direction_rule_->name();
  // Before its last step x of continuous greedy is in (k/N) C, which need not be inside C.
  if (is_constrained() || stop.status == Status::steps_taken) {
    if (result.x.size() > 0) problem_.set->recenter(result.x);
    answers_.check_end(result);
  }
  if (is_constrained()) {
    // After bad_alloc the active set of the rule may be inconsistent.
    if (stop.status == Status::out_of_memory) return result;
    if (result.x.allFinite() &&
        (!journal_.returned_stored_point() || reads_atoms_off_x(*problem_.set))) {
      direction_rule_->store(result.x, result.atoms);
    }
  }
  return result;
}

Result Run::give_up() {
  journal_.arrive(iteration_, clock_.elapsed(), cursor_->value(), std::nullopt, oracle_.count());
  return finish(
      {Status::out_of_memory,
       compose("out of memory at iteration {}: rules that keep no atoms, such as frank-wolfe, "
               "take less",
               iteration_)});
}

Counts Run::counts() const {
  return {.iterations = iteration_,
          .gradients = cursor_->gradient_count() + direction_rule_->gradient_count(),
          .oracle_calls = oracle_.count(),
          .trials = cursor_->trial_count()};
}

/// Adds the time since the last lap to a stage, without the time spent in the LMO.
void Run::lap(double& stage) {
  clock_.lap(stage);
  stage -= oracle_.seconds() - oracle_seconds_;
  oracle_seconds_ = oracle_.seconds();
}

void Run::visit(Archive& archive) {
  seconds_.total = clock_.elapsed();
  archive(identity_, *cursor_, *step_rule_, *direction_rule_, oracle_, journal_, iteration_);
  archive(curvature_, range_limit_, travel_, clear_gap_, moved_, width_);
  archive(seconds_.gradient, seconds_.step, seconds_.update, seconds_.total);
  if (!archive.is_loading()) return;
  clock_.continue_from(seconds_.total);
  oracle_seconds_ = oracle_.seconds();
  resumed_ = true;
}

}  // namespace acgd
