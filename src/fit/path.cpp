#include "acgd/fit/path.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "fit/held_out.hpp"
#include "fit/radius_grid.hpp"

namespace acgd {
namespace {

constexpr double kSaturated = 0.999;    ///< of the loss: a path is saturated
constexpr double kLeastGain = 1e-5;     ///< of what is explained: less is none
constexpr std::size_t kFewestFits = 5;  ///< fits before a gain may be too small
constexpr Index kRising = 5;            ///< held-out losses in a row that are above the lowest
constexpr Index kRisingCriteria = 3;    ///< the same of the BIC, which is not as noisy

constexpr double kNoticeable = 0.1;  ///< of a standard error

/// How many of the last numbers are above the limit.
template <class Number>
Index count_above(const std::vector<PathFit>& fits, double limit, const Number& number) {
  const auto is_below = [&](const PathFit& fit) { return !(number(fit) > limit); };
  return std::find_if(fits.rbegin(), fits.rend(), is_below) - fits.rbegin();
}

/// The fit of all samples and those of the folds, radius by radius.
class PathMaker {
 public:
  PathMaker(const Samples& samples, const Family& family, const SetOfRadius& set,
            const PathOptions& options)
      : samples_(samples),
        family_(family),
        options_(options),
        set_(set),
        all_(samples, family, set, options),
        total_(options.total_weight > 0      ? options.total_weight
               : samples.weights.size() == 0 ? static_cast<double>(samples.count())
                                             : samples.weights.sum()) {}

  Path make() {
    const auto began = std::chrono::steady_clock::now();
    path_.loss_without_features = all_.fit.worst();
    path_.scaling = all_.fit.scaling();
    path_.ridge = options_.ridge;
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
  /// The fit of all samples, and how those of the folds do. False if the path ends here.
  bool add(double radius);
  void add_null(double penalty);
  void count(const Result& result, Index fold, double radius);
  PathFit to_fit(const Result& result, double radius, double penalty) const;
  /// Whether radii that are found end here.
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
  double value_ = 0, value_before_ = 0;  ///< of the objective: of the last fit, and before
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
    folds_.push_back(std::make_unique<FoldRun>(samples_, fold, family_, set_, options_));
  }
}

void PathMaker::go_along() {
  const std::shared_ptr<const Oracle> unit = set_(1);
  double slope = 0;
  const double penalty =
      dual_gauge(all_.fit.objective(), zero_of(*unit), *unit, all_.options, &slope);
  value_ = value_before_ = all_.fit.worst();
  add_null(penalty);
  if (!options_.radii.empty()) {
    path_.fits.clear();
    for (const double radius : options_.radii) {
      if (!add(radius)) return;
    }
    return;
  }
  RadiusGrid grid(penalty, slope, options_.count, options_.smallest_penalty);
  path_.end = PathEnd::penalty;
  while (const std::optional<double> radius = grid.next()) {
    if (!add(*radius)) return;
    const PathFit& fit = path_.fits.back();
    grid.add(*radius, fit.penalty);
    // Where a fit has not converged, -<g, x> / r is a lower bound of lambda.
    const bool is_small =
        !is_converged(fit.status) && fit.penalty - fit.gap / fit.radius <= grid.smallest_penalty();
    if (is_small) return;
    if (const std::optional<PathEnd> end = ending()) {
      path_.end = *end;
      return;
    }
  }
}

void PathMaker::add_null(double penalty) {
  Result result;
  result.x = Vector::Zero(all_.fit.objective().dimension());
  result.value = all_.fit.worst();
  result.gap = 0;
  result.status = Status::gap_reached;
  PathFit fit = to_fit(result, 0, penalty);
  std::vector<FoldRun::Judged> judged;
  for (const auto& fold : folds_) judged.push_back(fold->judge(fold->null()));
  average(judged, fit);
  path_.held_out_loss_without_features = fit.held_out_loss;
  path_.fits.push_back(std::move(fit));
}

bool PathMaker::add(double radius) {
  const Result& result = all_.run.solve_at(radius);
  count(result, -1, radius);
  path_.fits.push_back(to_fit(result, radius, all_.run.penalty()));
  value_before_ = value_;
  value_ = result.value;
  bool goes_on = all_.run.can_go_on();
  std::vector<FoldRun::Judged> judged;
  for (std::size_t k = 0; k < folds_.size() && goes_on; ++k) {
    GrowingRun& run = folds_[k]->run();
    if (!run.can_go_on()) continue;  // a fit of it has failed
    const Result& fit = run.solve_at(radius);
    count(fit, static_cast<Index>(k), radius);
    judged.push_back(folds_[k]->judge(fit.x));
    goes_on = !path_.interrupted;
  }
  if (goes_on) average(judged, path_.fits.back());
  if (!goes_on) path_.end = PathEnd::stopped;
  return goes_on;
}

void PathMaker::count(const Result& result, Index fold, double radius) {
  ++fits_done_;
  path_.counts += result.counts;
  if (result.status == Status::interrupted) path_.interrupted = true;
  const auto total = static_cast<Index>(options_.radii.size()) * (options_.folds + 1);
  if (options_.progress) options_.progress({fits_done_, total, fold, radius});
}

std::optional<PathEnd> PathMaker::ending() {
  const double whole = all_.fit.worst() - all_.fit.infimum(), explained = all_.fit.worst() - value_;
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
    const PathFit& best = path_.fits[static_cast<std::size_t>(*path_.best)];
    const double error = std::isnan(best.held_out_error) ? 0 : best.held_out_error;
    return count_above(path_.fits, best.held_out_loss + error,
                       [](const PathFit& fit) { return fit.held_out_loss; }) >= kRising;
  }
  if (!options_.stop_by_bic) return false;
  choose_by_bic(family_, total_, path_);
  if (!path_.lowest_bic) return false;
  const double lowest = path_.fits[static_cast<std::size_t>(*path_.lowest_bic)].bic;
  return count_above(path_.fits, lowest + std::log(total_),
                     [](const PathFit& fit) { return fit.bic; }) >= kRisingCriteria;
}

PathFit PathMaker::to_fit(const Result& result, double radius, double penalty) const {
  PathFit one{.radius = radius,
              .penalty = penalty,
              .loss = all_.fit.loss(result),
              .gap = result.gap,
              .status = result.status,
              .counts = result.counts,
              .direction = result.direction};
  all_.fit.to_model(result.x, one.coefficients, one.intercept);
  one.nonzeros = count_features(one.coefficients);
  const double whole = all_.fit.worst() - all_.fit.infimum();
  one.explained = whole > 0 ? (all_.fit.worst() - one.loss) / whole : 0;
  Matrix z = multiply(samples_.features, one.coefficients);
  if (one.intercept.size() != 0) z.rowwise() += one.intercept.transpose();
  one.scores = family_.scores(z, samples_.targets, samples_.weights);
  return one;
}

/// Whether somebody's own are there, and of samples that are.
void check_folds(const PathOptions& options, Index samples) {
  const auto count = static_cast<Index>(options.given_folds.size());
  if (options.folds != count) {
    throw InvalidInput(compose("folds = {}: must be {} like those given", options.folds, count));
  }
  const auto check = [samples](const std::vector<Index>& rows) {
    if (rows.empty()) throw InvalidInput("folds: one of them has no samples on one side");
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] >= 0 && rows[k] < samples && (k == 0 || rows[k] > rows[k - 1])) continue;
      throw InvalidInput(
          compose("folds: sample {}, must be ascending, from 0 to {}", rows[k], samples - 1));
    }
  };
  for (const Fold& fold : options.given_folds) check(fold.seen), check(fold.held_out);
}

/// ||x||^2 of coefficients as the fit had them.
double scaled_squares(const SparseMatrix& coefficients, const Vector& scale) {
  double squares = 0;
  for (Index k = 0; k < coefficients.cols(); ++k) {
    for (SparseMatrix::InnerIterator entry(coefficients, k); entry; ++entry) {
      const double x = scale.size() > 0 ? entry.value() * scale[entry.row()] : entry.value();
      squares += x * x;
    }
  }
  return squares;
}

}  // namespace

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
  // Found: where losses still fall by more than is lost in their error.
  const PathFit &one = fits[fits.size() - 2], &other = fits.back();
  const double error = std::isnan(other.held_out_error) ? 0 : other.held_out_error;
  return end == PathEnd::penalty && one.held_out_loss - other.held_out_loss > kNoticeable * error;
}

bool Path::is_no_better_than_null() const {
  return best &&
         fits[static_cast<std::size_t>(*best)].held_out_loss >= held_out_loss_without_features;
}

LinearModel Path::model(Index position) const {
  const PathFit& fit = fits.at(static_cast<std::size_t>(position));
  LinearModel model{.objective = {},
                    .coefficients = fit.coefficients,
                    .intercept = fit.intercept,
                    .scaling = scaling,
                    .ridge = ridge,
                    .value = fit.loss + ridge / 2 * scaled_squares(fit.coefficients, scaling.scale),
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
  check_radii(options.radii);
  if (!options.given_folds.empty()) {
    check_folds(options, samples.count());
  } else if (options.folds == 1) {
    throw InvalidInput("folds = 1: must be 0, for none, or at least 2");
  }
  return PathMaker(samples, family, set, options).make();
}

}  // namespace acgd
