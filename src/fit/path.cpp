#include "acgd/fit/path.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "atom/atom.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

// Lower bound of the noise variance, relative to the loss of the null model.
constexpr double kLeastNoise = 1e-6;

struct Estimate {
  double mean = 0;
  double error = 0;  ///< standard error of the mean; NaN for a single number
};

/// Weighted mean and its standard error. Folds have nearly the same weight, so the usual formula
/// for equal weights is a good approximation.
Estimate estimate(const std::vector<double>& numbers, const std::vector<double>& weights) {
  double total = 0, sum = 0, squares = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    total += weights[k];
    sum += weights[k] * numbers[k];
  }
  const double mean = sum / total;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    squares += weights[k] * (numbers[k] - mean) * (numbers[k] - mean);
  }
  const auto count = static_cast<double>(numbers.size());
  if (numbers.size() < 2) return {mean, std::numeric_limits<double>::quiet_NaN()};
  return {mean, std::sqrt(squares / total / (count - 1))};
}

double total_weight(const Samples& samples) {
  return samples.weights.size() == 0 ? static_cast<double>(samples.count()) : samples.weights.sum();
}

/// Sets `best` and `one_standard_error`: the lowest held-out loss, and the smallest radius within
/// one standard error of it.
void choose_by_held_out_loss(Path& path) {
  const auto& fits = path.fits;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (std::isnan(fits[i].held_out_loss)) continue;
    if (!best || fits[i].held_out_loss < fits[*best].held_out_loss) best = i;
  }
  if (!best) return;
  path.best = static_cast<Index>(*best);
  const double error = std::isnan(fits[*best].held_out_error) ? 0 : fits[*best].held_out_error;
  const double limit = fits[*best].held_out_loss + error;
  const auto first = std::find_if(fits.begin(), fits.end(),
                                  [&](const PathFit& fit) { return fit.held_out_loss <= limit; });
  path.one_standard_error = first - fits.begin();
}

/// Computes the BIC of each fit for `total` samples, and sets `lowest_bic`.
//
// The lasso with d non-zeros has d degrees of freedom, whatever the number of features (Zou, Hastie
// and Tibshirani 2007), so -2 log likelihood + d log n needs no term for the number of features.
// The noise variance of least squares is not profiled out, since saturated models would always win.
// It is estimated twice: first by the least RSS / (n - d) of all fits with at most n / 2 non-zeros,
// then by that of the fit with the lowest BIC under the first estimate, which is larger if there
// are many features.
void choose_by_bic(const Family& family, double total, Path& path) {
  const double n = std::max(total, 2.0);
  const auto count = [](const PathFit& fit) {
    return static_cast<double>(fit.coefficients.nonZeros());
  };
  const auto noise = [&](const PathFit& fit) {
    const double left = n - count(fit) - (fit.intercept.size() != 0 ? 1 : 0);
    return n * fit.loss / std::max(left, 1.0);
  };
  const double least =
      std::max(kLeastNoise * path.loss_without_features, std::numeric_limits<double>::min());
  const auto choose = [&](double variance) {
    path.lowest_bic.reset();
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < path.fits.size(); ++i) {
      PathFit& fit = path.fits[i];
      fit.bic = family.deviance(fit.loss, n, std::max(variance, least)) + std::log(n) * count(fit);
      if (!(fit.bic < lowest)) continue;
      lowest = fit.bic;
      path.lowest_bic = static_cast<Index>(i);
    }
  };
  double variance = std::numeric_limits<double>::infinity();
  for (const PathFit& fit : path.fits) {
    if (count(fit) == 0 || 2 * count(fit) <= n) variance = std::min(variance, noise(fit));
  }
  choose(variance);
  if (path.lowest_bic) choose(noise(path.fits[*path.lowest_bic]));
}

/// Number of rows with a non-zero coefficient.
Index count_features(const SparseMatrix& coefficients) {
  std::vector<char> occurs(static_cast<std::size_t>(coefficients.rows()), 0);
  for (Index k = 0; k < coefficients.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator e(coefficients, k); e; ++e) {
      if (e.value() != 0) occurs[e.row()] = 1;
    }
  }
  return std::count(occurs.begin(), occurs.end(), 1);
}

constexpr double kLargestGrowth = 10;  ///< maximum factor between consecutive radii
constexpr double kSmallestGrowth = 1e-3;
constexpr double kCatchUp = 2;  ///< maximum number of grid steps of one radius

/// Automatic grid of radii, one after the other, such that penalties decrease geometrically from
/// lambda(0), that of the null model, to a fraction of it: the grid of glmnet and scikit-learn.
///
/// lambda(r), see dual_gauge(), decreases in r; for a quadratic over a polytope it is piecewise
/// linear. The next radius is where the secant through the last two points reaches the next value
/// of the grid.
class RadiusGrid {
 public:
  /// `penalty` is lambda(0), `slope` is -lambda'(0); `count` values, including the null model.
  RadiusGrid(double penalty, double slope, Index count, double smallest_share)
      : largest_(penalty),
        smallest_(smallest_share * penalty),
        factor_(std::pow(smallest_share, 1.0 / static_cast<double>(count - 1))),
        penalty_(penalty),
        slope_(slope > 0 && std::isfinite(slope) ? slope : penalty),
        count_(count) {}

  /// The next radius; absent at the end of the grid.
  std::optional<double> next() const {
    const bool ends = penalty_ <= smallest_ * (1 + 1e-6);
    if (ends || done_ >= count_ || !(largest_ > 0) || !std::isfinite(largest_)) return std::nullopt;
    // Where lambda(r) is convex the secant undershoots; the next step compensates for it.
    const double aim = largest_ * std::pow(factor_, static_cast<double>(done_));
    const double target =
        std::clamp(aim, penalty_ * std::pow(factor_, kCatchUp), penalty_ * factor_);
    const double step = (penalty_ - target) / slope_;
    if (radius_ == 0) return step;
    return radius_ + std::clamp(slope_ > 0 ? step : radius_, kSmallestGrowth * radius_,
                                (kLargestGrowth - 1) * radius_);
  }

  /// Records the penalty of the fit at a radius.
  void add(double radius, double penalty) {
    slope_ = (penalty_ - penalty) / (radius - radius_);
    radius_ = radius;
    penalty_ = penalty;
    ++done_;
  }
  double smallest_penalty() const { return smallest_; }

 private:
  double largest_, smallest_, factor_;
  double radius_ = 0, penalty_, slope_;  ///< the last point, and the secant's -d lambda / d r
  Index done_ = 1, count_;
};

// Stop the search along the ray at this fraction of the initial slope: the start need not be exact.
constexpr double kCloseToFlat = 0.1;
constexpr int kMostTrials = 10;

/// factor * left right'
Atom scaled_matrix(const LowRank& factors, double factor) {
  Atom atom;
  Atom::LowRank& sum = atom.become_low_rank(factors.rows(), factors.cols(),
                                            static_cast<std::size_t>(factors.rank()));
  for (Index k = 0; k < factors.rank(); ++k) {
    sum.terms[k] = {factor, factors.left.col(k), factors.right.col(k)};
  }
  return atom;
}

/// Approximate minimiser t in [0, most] of f(x + t x): bisection of the slope, or Newton's method
/// where the line has second derivatives.
double best_growth(Line& line, double most) {
  if (!(line.directional_derivative() < 0)) return 0;
  double low = 0, high = most, t = most;
  for (int k = 0; k < kMostTrials; ++k) {
    const std::optional<Derivatives> derivatives = line.derivatives(t);
    const double slope = derivatives ? derivatives->slope : line.slope(t);
    if (slope <= 0 && t == most) return most;
    if (std::abs(slope) <= kCloseToFlat * -line.directional_derivative()) return t;
    (slope > 0 ? high : low) = t;
    const double newton =
        derivatives && derivatives->curvature > 0 ? t - slope / derivatives->curvature : low;
    t = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return low;
}

/// The result of a run, scaled by `factor`, as a start in the set scaled by `growth`. Unless both
/// factors are equal, the set must contain 0, which receives the remaining weight of each block.
Start grown(const Result& result, double factor, double growth) {
  if (result.x.size() == 0) return scaled_matrix(result.factors, factor);
  if (result.atoms.empty()) return Vector(factor * result.x);
  WeightedAtoms atoms;
  std::map<Index, Atom> zeros;  // the zero atom of each block
  for (const WeightedAtom& each : result.atoms) {
    atoms.push_back({scaled(each.atom, growth), each.weight * factor / growth, each.block});
    if (factor < growth) zeros.try_emplace(each.block, scaled(each.atom, 0));
  }
  for (auto& [block, zero] : zeros) atoms.push_back({std::move(zero), 1 - factor / growth, block});
  return atoms;
}

/// d' H d at t = 0; without second derivatives that of the parabola through f(0), its slope, and
/// f(1).
double curvature_of(Line& line) {
  if (const std::optional<double> curvature = line.curvature()) return *curvature;
  if (const std::optional<Derivatives> derivatives = line.derivatives(0))
    return derivatives->curvature;
  return 2 * (line.change(1) - line.directional_derivative());
}

/// lambda = -min { <g, v> : v in C }, where g is the gradient of f at x and C the set of radius 1;
/// for the ball of a norm this is the dual norm of g. If x minimises f over r C, it also minimises
/// f + lambda |.|_C, where |.|_C is the gauge of C: lambda is the penalty equivalent to the radius.
/// `slope`, if not null, receives the curvature of f along the minimiser v; at x = 0 this is -d
/// lambda / d r.
double dual_gauge(const Objective& f, const Atom& x, const Oracle& unit, const Options& options,
                  double* slope = nullptr) {
  const std::unique_ptr<Cursor> cursor = f.start(x, options.norm);
  LmoResult lmo;
  unit.minimize(cursor->gradient(), lmo);
  Line& line = cursor->look(along(lmo.atom));
  if (slope != nullptr) *slope = curvature_of(line);
  return -line.directional_derivative();
}

/// The zero point in the representation of the set's points.
Atom zero_of(const Oracle& set) {
  const Atom vertex = set.start();
  if (vertex.as<Atom::RankOne>() != nullptr) return scaled(vertex, 0);
  return Atom(Vector(Vector::Zero(set.dimension())));
}

/// Runs over sets of ascending radius, or with descending penalties, each warm-started at the
/// solution of the last. Keeps references to the arguments of the constructor.
class GrowingRun {
 public:
  GrowingRun(const Objective& f, const SetOfRadius& set, const Options& options)
      : f_(f), set_(set), options_(options) {}

  const Result& solve_at(double radius) {
    const std::shared_ptr<const Oracle> set = set_(radius);
    return solve_at(radius, *set, start_in(*set, radius));
  }
  const Result& solve_at(double radius, const Oracle& set, const Start& start) {
    result_ = solve(Mode::constrained, f_, set, start, options_);
    radius_ = radius;
    lambda_.reset();
    return result_;
  }
  /// With the penalty lambda * gauge in place of a constraint, from the last solution or the start.
  const Result& solve_for(double lambda, const std::optional<Start>& start = {}) {
    const std::shared_ptr<const Oracle> unit = set_(1);
    const Penalty penalty(unit, lambda);
    const Start from = start ? *start : lambda_ ? Start(result_) : Start(zero_of(*unit));
    result_ = minimize(f_, penalty, from, options_);
    lambda_ = lambda;
    radius_ = lambda > 0
                  ? result_.penalty / lambda
                  : unit->gauge(result_.x).value_or(std::numeric_limits<double>::quiet_NaN());
    return result_;
  }
  /// The radius of the last run, or the gauge of its solution.
  double radius() const { return radius_; }
  /// Lambda of the last run, or what is equivalent to its radius, see dual_gauge().
  double penalty() const {
    if (lambda_) return *lambda_;
    const Atom x = result_.x.size() == 0 ? scaled_matrix(result_.factors, 1) : Atom(result_.x);
    return dual_gauge(f_, x, *set_(1), options_);
  }
  /// False after a run that was interrupted or failed.
  bool can_go_on() const {
    return result_.status != Status::interrupted && is_usable(result_.status);
  }
  /// 0 or a vertex before the first run, then the last solution scaled to the set.
  Start start_in(const Oracle& set, double radius) const {
    const Atom zero = zero_of(set);
    const bool has_zero = !(set.violation_of(zero).distance > 0);
    if (radius_ == 0) return has_zero ? Start(zero) : Start(set.start());
    const double growth = radius / radius_;
    if (!has_zero || result_.x.size() == 0) return grown(result_, growth, growth);
    const std::unique_ptr<Cursor> cursor = f_.start(Atom(result_.x), options_.norm);
    Line& line = cursor->look({.point_weight = 1, .max_step = growth - 1});
    return grown(result_, 1 + best_growth(line, growth - 1), growth);
  }

 private:
  const Objective& f_;
  const SetOfRadius& set_;
  const Options& options_;
  double radius_ = 0;             ///< 0 before the first run
  std::optional<double> lambda_;  ///< of the last run, if it had a penalty
  Result result_;
};

// Absolute gap tolerance relative to (loss of the null model - infimum), in units of the relative
// tolerance: it applies where f is close to its infimum.
constexpr double kShareOfWhole = 1e-3;

/// Fits of samples over sets of ascending radius.
struct SampleRun {
  SampleRun(const Samples& samples, const Family& family, const SetOfRadius& set,
            const FitOptions& fit)
      : problem(samples, family,
                {.intercept = fit.intercept, .standardize = fit.standardize, .ridge = fit.ridge}),
        null_value(f().value(null_point())),
        infimum(family.loss(samples.targets, samples.weights)->infimum()),
        options(fit.run),
        run(f(), set, options) {
    if (options.gap_tolerance || options.relative_gap_tolerance) return;
    options.relative_gap_tolerance = fit.tolerance;
    options.gap_tolerance = kShareOfWhole * fit.tolerance * (null_value - infimum);
  }
  SampleRun(const SampleRun&) = delete;

  const Objective& f() const { return *problem.objective(); }
  Vector null_point() const { return Vector::Zero(f().dimension()); }

  LinearProblem problem;
  double null_value;  ///< of the null model, whose coefficients are 0
  double infimum;     ///< a lower bound of f for all coefficients
  Options options;
  GrowingRun run;
};

/// One fold: fits of its training samples, evaluated on the held-out samples.
class FoldRun {
 public:
  FoldRun(const Samples& samples, const Fold& fold, const Family& family, const SetOfRadius& set,
          const FitOptions& options)
      : family_(family),
        held_out_(rows_of(samples, fold.held_out)),
        loss_(family.loss(held_out_.targets, held_out_.weights)),
        seen_(rows_of(samples, fold.seen), family, set, options) {}

  GrowingRun& run() { return seen_.run; }
  Vector null_point() const { return seen_.null_point(); }

  /// Loss and scores on the held-out samples, and the weight of these.
  struct Evaluation {
    double weight = 0;
    double loss = 0;
    Scores scores;
  };
  Evaluation evaluate(const Vector& x) const {
    const Matrix z = seen_.problem.model(x).predict(held_out_.features);
    return {total_weight(held_out_), loss_->value(z.reshaped()),
            family_.scores(z, held_out_.targets, held_out_.weights)};
  }

 private:
  const Family& family_;
  Samples held_out_;
  std::shared_ptr<const Loss> loss_;
  SampleRun seen_;
};

/// Means over the folds and their standard errors, weighted by the held-out weights.
void average(const std::vector<FoldRun::Evaluation>& folds, PathFit& fit) {
  if (folds.empty()) return;
  std::vector<double> weights, numbers;
  for (const auto& fold : folds) weights.push_back(fold.weight), numbers.push_back(fold.loss);
  const Estimate loss = estimate(numbers, weights);
  fit.held_out_loss = loss.mean;
  fit.held_out_error = loss.error;
  for (std::size_t s = 0; s < folds[0].scores.size(); ++s) {
    const std::string& name = folds[0].scores[s].first;
    numbers.clear();
    for (const auto& fold : folds) numbers.push_back(fold.scores[s].second);
    const Estimate score = estimate(numbers, weights);
    fit.held_out_scores.emplace_back(name, score.mean);
    fit.held_out_errors.emplace_back(name, score.error);
  }
}

constexpr double kSaturated = 0.999;  ///< explained fraction of the loss that ends a path
constexpr double kLeastGain = 1e-5;   ///< least decrease of one fit, relative to what is explained
constexpr std::size_t kFewestFits = 5;  ///< number of fits before the least gain is required
constexpr Index kRising = 5;            ///< number of consecutive held-out losses above the limit
constexpr Index kRisingCriteria = 3;    ///< the same for the BIC, which is less noisy

constexpr double kNoticeable = 0.1;  ///< decrease of the held-out loss, in standard errors

/// Number of consecutive last fits whose number is above the limit.
template <class Number>
Index count_above(const std::vector<PathFit>& fits, double limit, const Number& number) {
  const auto is_below = [&](const PathFit& fit) { return !(number(fit) > limit); };
  return std::find_if(fits.rbegin(), fits.rend(), is_below) - fits.rbegin();
}

// Regularisation path over a growing set, or with falling penalties, with cross-validation. The grid of penalties is that of
// Friedman, Hastie and Tibshirani (2010, glmnet).
//
// 1. Null model: x = 0; lambda(0) is the dual gauge of the gradient (add_null).
// 2. Next radius: given by the user, or where the secant of lambda(r) through the last two fits
//    reaches the next value of a geometric grid of penalties (RadiusGrid).
// 3. Warm start: scale x and the active set of the last fit to the new set, with the factor that
//    approximately minimises f on the ray through x (GrowingRun::start_in). Solve; lambda(r) is the
//    dual gauge of the gradient at the solution.
// 4. The same for each fold on its training samples; evaluate it on the held-out samples (add).
// 5. Repeat from 2 until the grid ends, the loss is saturated, or the held-out loss (or BIC) has
//    been rising (ending).
// 6. Select fits: lowest held-out loss, one-standard-error rule, lowest BIC.

/// Computes a path: for each radius the fit of all samples and those of the folds.
class PathMaker {
 public:
  PathMaker(const Samples& samples, const Family& family, const SetOfRadius& set,
            const PathOptions& options)
      : samples_(samples),
        family_(family),
        options_(options),
        set_(set),
        all_(samples, family, set, options.fit),
        total_(options.fit.total_weight > 0 ? options.fit.total_weight : total_weight(samples)) {}

  Path make() {
    const auto began = std::chrono::steady_clock::now();
    path_.loss_without_features = all_.null_value;
    path_.scaling = all_.problem.scaling();
    path_.ridge = options_.fit.ridge;
    begin_folds();
    go_along();
    choose_by_held_out_loss(path_);
    choose_by_bic(family_, total_, path_);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    path_.seconds = took.count();
    return std::move(path_);
  }

 private:
  void begin_folds();
  void go_along();
  bool is_by_lambda() const { return options_.by_lambda || !options_.lambdas.empty(); }
  /// `count` lambdas of a geometric grid, from that of the null model.
  std::vector<double> grid_from(double largest) const;
  /// Adds the fit of all samples and the held-out scores of the folds, at a radius or a lambda.
  /// Returns false if the path ends.
  bool add(double size);
  const Result& solve(GrowingRun& run, double size) const {
    return is_by_lambda() ? run.solve_for(size) : run.solve_at(size);
  }
  void add_null(double penalty);
  void count(const Result& result, Index fold, double radius);
  PathFit to_fit(const Result& result, double radius, double penalty) const;
  /// The reason to end an automatic grid of radii here, if any.
  std::optional<PathEnd> ending();
  bool is_rising();

  const Samples& samples_;
  const Family& family_;
  const PathOptions& options_;
  const SetOfRadius& set_;
  SampleRun all_;
  double total_;
  std::vector<std::unique_ptr<FoldRun>> folds_;
  Index fits_done_ = 0;
  double value_ = 0, value_before_ = 0;  ///< objective value of the last fit and of the one before
  Path path_;
};

void PathMaker::begin_folds() {
  if (options_.folds == 0) return;
  const Vector* classes = family_.class_count() > 0 ? &samples_.targets : nullptr;
  const std::vector<Fold> folds =
      options_.given_folds.empty()
          ? make_folds(samples_.count(), options_.folds, options_.seed, classes)
          : options_.given_folds;
  for (const Fold& fold : folds) {
    folds_.push_back(std::make_unique<FoldRun>(samples_, fold, family_, set_, options_.fit));
  }
}

void PathMaker::go_along() {
  const std::shared_ptr<const Oracle> unit = set_(1);
  double slope = 0;
  const double penalty = dual_gauge(all_.f(), zero_of(*unit), *unit, all_.options, &slope);
  value_ = value_before_ = all_.null_value;
  add_null(penalty);
  if (is_by_lambda() || !options_.radii.empty()) {
    path_.fits.clear();
    std::vector<double> sizes = is_by_lambda() ? options_.lambdas : options_.radii;
    if (sizes.empty()) sizes = grid_from(penalty);
    for (const double size : sizes) {
      if (!add(size)) return;
    }
    return;
  }
  RadiusGrid grid(penalty, slope, options_.count, options_.smallest_penalty);
  path_.end = PathEnd::penalty;
  while (const std::optional<double> radius = grid.next()) {
    if (!add(*radius)) return;
    const PathFit& fit = path_.fits.back();
    grid.add(*radius, fit.penalty);
    // Where a fit has not converged, penalty - gap / r = -<g, x> / r is a lower bound of lambda.
    const bool is_small =
        !is_converged(fit.status) && fit.penalty - fit.gap / fit.radius <= grid.smallest_penalty();
    if (is_small) return;
    if (const std::optional<PathEnd> end = ending()) {
      path_.end = *end;
      return;
    }
  }
}

std::vector<double> PathMaker::grid_from(double largest) const {
  std::vector<double> lambdas = {largest};
  const double factor =
      std::pow(options_.smallest_penalty, 1.0 / static_cast<double>(options_.count - 1));
  while (largest > 0 && static_cast<Index>(lambdas.size()) < options_.count) {
    lambdas.push_back(lambdas.back() * factor);
  }
  return lambdas;
}

void PathMaker::add_null(double penalty) {
  Result result;
  result.x = all_.null_point();
  result.value = all_.null_value;
  result.gap = 0;
  result.status = Status::gap_reached;
  PathFit fit = to_fit(result, 0, penalty);
  std::vector<FoldRun::Evaluation> evaluated;
  for (const auto& fold : folds_) evaluated.push_back(fold->evaluate(fold->null_point()));
  average(evaluated, fit);
  path_.held_out_loss_without_features = fit.held_out_loss;
  path_.fits.push_back(std::move(fit));
}

bool PathMaker::add(double size) {
  const Result& result = solve(all_.run, size);
  count(result, -1, all_.run.radius());
  path_.fits.push_back(to_fit(result, all_.run.radius(), all_.run.penalty()));
  value_before_ = value_;
  value_ = path_.fits.back().value;
  bool goes_on = all_.run.can_go_on();
  std::vector<FoldRun::Evaluation> evaluated;
  for (std::size_t k = 0; k < folds_.size() && goes_on; ++k) {
    GrowingRun& run = folds_[k]->run();
    if (!run.can_go_on()) continue;  // an earlier fit of this fold failed
    const Result& fit = solve(run, size);
    count(fit, static_cast<Index>(k), run.radius());
    evaluated.push_back(folds_[k]->evaluate(fit.x));
    goes_on = !path_.interrupted;
  }
  if (goes_on) average(evaluated, path_.fits.back());
  if (!goes_on) path_.end = PathEnd::stopped;
  return goes_on;
}

void PathMaker::count(const Result& result, Index fold, double radius) {
  ++fits_done_;
  path_.counts += result.counts;
  if (result.status == Status::interrupted) path_.interrupted = true;
  const auto sizes = is_by_lambda() && options_.lambdas.empty()
                         ? options_.count
                         : static_cast<Index>(options_.radii.size() + options_.lambdas.size());
  const Index total = sizes * (options_.folds + 1);
  if (options_.progress) options_.progress({fits_done_, total, fold, radius});
}

std::optional<PathEnd> PathMaker::ending() {
  const double whole = all_.null_value - all_.infimum, explained = all_.null_value - value_;
  const bool gains = value_before_ - value_ >= kLeastGain * explained;
  if (explained >= kSaturated * whole || (path_.fits.size() > kFewestFits && !gains)) {
    return PathEnd::saturated;
  }
  if (is_rising()) return PathEnd::rising;
  return std::nullopt;
}

bool PathMaker::is_rising() {
  if (!folds_.empty()) {
    choose_by_held_out_loss(path_);
    if (!path_.best) return false;
    const PathFit& best = path_.fits[*path_.best];
    const double error = std::isnan(best.held_out_error) ? 0 : best.held_out_error;
    return count_above(path_.fits, best.held_out_loss + error,
                       [](const PathFit& fit) { return fit.held_out_loss; }) >= kRising;
  }
  if (!options_.stop_by_bic) return false;
  choose_by_bic(family_, total_, path_);
  if (!path_.lowest_bic) return false;
  const double lowest = path_.fits[*path_.lowest_bic].bic;
  return count_above(path_.fits, lowest + std::log(total_),
                     [](const PathFit& fit) { return fit.bic; }) >= kRisingCriteria;
}

PathFit PathMaker::to_fit(const Result& result, double radius, double penalty) const {
  LinearModel model = all_.problem.model(result);
  const Matrix z = model.predict(samples_.features);
  const double loss = all_.problem.loss(result), whole = all_.null_value - all_.infimum;
  return {.radius = radius,
          .penalty = penalty,
          .nonzeros = count_features(model.coefficients),
          .coefficients = std::move(model.coefficients),
          .intercept = std::move(model.intercept),
          .loss = loss,
          .value = result.value - result.penalty,
          .explained = whole > 0 ? (all_.null_value - loss) / whole : 0,
          .scores = family_.scores(z, samples_.targets, samples_.weights),
          .gap = result.gap,
          .status = result.status,
          .counts = result.counts,
          .direction = result.direction};
}

/// Throws InvalidInput unless the user's folds are `folds` in number and their samples exist.
void check_folds(const PathOptions& options, Index samples) {
  const auto count = static_cast<Index>(options.given_folds.size());
  if (options.folds != count) {
    throw InvalidInput("folds", options.folds, compose("must be {} like those given", count));
  }
  const auto check = [samples](const std::vector<Index>& rows) {
    if (rows.empty()) throw InvalidInput("folds", "one of them has no samples on one side");
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] >= 0 && rows[k] < samples && (k == 0 || rows[k] > rows[k - 1])) continue;
      throw InvalidInput(
          "folds", compose("sample {}, must be ascending, from 0 to {}", rows[k], samples - 1));
    }
  };
  for (const Fold& fold : options.given_folds) check(fold.seen), check(fold.held_out);
}

}  // namespace

void check_radii(std::span<const double> radii) {
  double before = 0;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!(radii[i] > before) || !std::isfinite(radii[i])) {
      throw InvalidInput({"radii", i}, radii[i],
                         "must be positive and finite, and above the one before it");
    }
    before = radii[i];
  }
}

void check_lambdas(std::span<const double> lambdas) {
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    const bool descends = i == 0 || lambdas[i] < lambdas[i - 1];
    if (!(lambdas[i] >= 0) || !std::isfinite(lambdas[i]) || !descends) {
      throw InvalidInput({"lambdas", i}, lambdas[i],
                         "must be finite, >= 0, and below the one before it");
    }
  }
}

std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer) {
  if (radii.empty()) throw InvalidInput("radii", "there are none");
  check_radii(radii);
  GrowingRun run(f, set, options);
  std::vector<RadiusFit> fits;
  for (const double radius : radii) {
    fits.push_back({radius, run.solve_at(radius)});
    if (observer && observer(fits.back())) break;
    if (!run.can_go_on()) break;
  }
  return fits;
}

std::string_view to_string(PathEnd end) {
  switch (end) {
    case PathEnd::last_radius:
      return "last radius";
    case PathEnd::penalty:
      return "smallest penalty";
    case PathEnd::saturated:
      return "saturated";
    case PathEnd::rising:
      return "rising";
    case PathEnd::stopped:
      return "stopped";
  }
  return "";
}

bool Path::ends_too_soon() const {
  const auto last = static_cast<Index>(fits.size()) - 1;
  if (!best || last < 1 || *best != last || is_no_better_than_null()) return false;
  if (end == PathEnd::last_radius) return true;
  // Automatic grid: the held-out loss still decreases noticeably compared with its standard error.
  const PathFit &one = fits[fits.size() - 2], &other = fits.back();
  const double error = std::isnan(other.held_out_error) ? 0 : other.held_out_error;
  return end == PathEnd::penalty && one.held_out_loss - other.held_out_loss > kNoticeable * error;
}

bool Path::is_no_better_than_null() const {
  return best && fits[*best].held_out_loss >= held_out_loss_without_features;
}

LinearModel Path::model(Index position) const {
  const PathFit& fit = fits.at(static_cast<std::size_t>(position));
  LinearModel model{.objective = {},
                    .coefficients = fit.coefficients,
                    .intercept = fit.intercept,
                    .scaling = scaling,
                    .ridge = ridge,
                    .value = fit.value,
                    .gap = fit.gap};
  model.scores.emplace_back("loss", fit.loss);
  for (const auto& score : fit.scores) model.scores.push_back(score);
  if (!std::isnan(fit.held_out_loss)) {
    model.scores.emplace_back("held-out loss", fit.held_out_loss);
    model.scores.emplace_back("held-out loss error", fit.held_out_error);
    for (const auto& [name, score] : fit.held_out_scores) {
      model.scores.emplace_back("held-out " + name, score);
    }
  }
  return model;
}

Path fit_path(const Samples& samples, const Family& family, const SetOfRadius& set,
              const PathOptions& options) {
  validate(samples);
  validate(options);
  require_positive("tolerance", options.fit.tolerance);
  check_radii(options.radii);
  check_lambdas(options.lambdas);
  if (!options.radii.empty() && (options.by_lambda || !options.lambdas.empty())) {
    throw InvalidInput("lambdas", "must not be given together with radii");
  }
  if (!options.given_folds.empty()) {
    check_folds(options, samples.count());
  } else if (options.folds == 1) {
    throw InvalidInput("folds", "1", "must be 0, for none, or at least 2");
  }
  PathOptions untraced = options;
  untraced.fit.run.trace = false;
  return PathMaker(samples, family, set, untraced).make();
}

namespace {

// Relative distance from a set that is rounding error.
constexpr double kFeasible = 1e-9;

/// Coefficients of another fit as a point of the set: scaled to the radius if they are outside.
/// Absent if they do not help.
std::optional<Start> start_at(const LinearProblem& problem, const SparseMatrix& coefficients,
                              const Oracle& set, double radius) {
  if (coefficients.rows() != problem.features() || coefficients.cols() != problem.outputs()) {
    return std::nullopt;
  }
  Vector x = problem.variables(coefficients);
  if (!set.contains(x, 0)) x *= radius / x.lpNorm<1>();
  if (!x.allFinite() || !set.contains(x, kFeasible * radius)) return std::nullopt;
  return Start(Atom(x));
}

}  // namespace

LinearFit fit_linear(const Samples& samples, const Family& family, const SetOfRadius& set,
                     std::optional<double> radius, const FitOptions& options,
                     const SparseMatrix& start) {
  LinearFit fit;
  const std::optional<double>& lambda = options.lambda;
  if (lambda) {
    validate(samples);
    validate(options);
    if (radius) throw InvalidInput("lambda", *lambda, "must not be given together with a radius");
    check_lambdas(std::span(&*lambda, 1));
  } else if (!radius) {
    FitOptions rough = options;
    rough.tolerance = FitOptions().tolerance;
    fit.path = fit_path(samples, family, set, {.stop_by_bic = true, .folds = 0, .fit = rough});
    if (fit.path->interrupted) return fit;
  } else {
    validate(samples);
    validate(options);
    require_positive("radius", *radius);
  }
  const PathFit* chosen =
      fit.path ? &fit.path->fits.at(static_cast<std::size_t>(fit.path->lowest_bic.value()))
               : nullptr;
  fit.radius = chosen != nullptr ? chosen->radius : radius.value_or(1);
  SampleRun all(samples, family, set, options);
  Options& run = all.options;
  if (!options.run.gap_tolerance && !options.run.relative_gap_tolerance) {
    const bool has_units = family.class_count() == 0;
    run.relative_gap_tolerance.reset();
    run.gap_tolerance =
        options.tolerance *
        (has_units ? std::max(all.null_value, std::numeric_limits<double>::min()) : 1);
  }
  // At radius 0 the null model is the only point.
  const bool is_null = fit.radius == 0;
  if (is_null) run.gap_tolerance = std::numeric_limits<double>::max();
  const double size = is_null ? 1 : fit.radius;
  const std::shared_ptr<const Oracle> ball = set(size);
  const std::optional<Start> from =
      start_at(all.problem, chosen != nullptr ? chosen->coefficients : start, *ball, size);
  if (lambda) {
    const bool fits =
        start.rows() == all.problem.features() && start.cols() == all.problem.outputs();
    const Vector x = fits ? all.problem.variables(start) : all.null_point();
    fit.result = all.run.solve_for(*lambda, Start(x));
    fit.radius = all.run.radius();
  } else {
    fit.result = all.run.solve_at(size, *ball, from ? *from : all.run.start_in(*ball, size));
  }
  if (is_null) {
    fit.result.gap = 0;
    fit.result.message = "radius 0: there is no other point";
  }
  fit.penalty = all.run.penalty();
  fit.model = all.problem.model(fit.result);
  fit.model.scores = {{"loss", all.problem.loss(fit.result)}};
  const Matrix z = fit.model.predict(samples.features);
  std::ranges::copy(family.scores(z, samples.targets, samples.weights),
                    std::back_inserter(fit.model.scores));
  return fit;
}

Description FitOptions::describe() {
  return {{"intercept", intercept, range::any,
           "add a constant to the predictions, which is outside of the set"},
          {"standardize", standardize, range::any,
           "divide features by their standard deviation; coefficients are in the units of the "
           "data again"},
          ridge_parameter(ridge),
          {"total_weight", total_weight, range::non_negative,
           "the number of samples in the Bayesian information criterion; 0: the sum of weights"},
          {"tolerance", tolerance, range::non_negative,
           "end each fit at a gap of this times |f|, unless a tolerance of the run is given"}};
}

Description PathOptions::describe() {
  Description all = fit.describe();
  all.insert(all.end(),
             {{"count", count, range::from_2,
               "maximum number of automatic radii, including that of the null model"},
              {"smallest_penalty", smallest_penalty, range::positive,
               "ratio of the smallest penalty of the automatic radii to that of the null model"},
              {"stop_by_bic", stop_by_bic, range::any,
               "end the automatic radii once the Bayesian information criterion has been rising"},
              {"folds", folds, range::from_0, "number of folds of the cross-validation; 0: none"}});
  return all;
}

}  // namespace acgd
