#include "acgd/fit/completion_path.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>

#include "acgd/core/error.hpp"
#include "acgd/fit/folds.hpp"
#include "core/compose.hpp"
#include "fit/growing_run.hpp"

namespace acgd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstShare = 0.05;  ///< of rough_radius()
const double kGrowth = std::sqrt(2.0);
constexpr double kGain = 1e-4;  ///< the held-out error must fall by so much of itself,
constexpr int kPatience = 2;    ///< or the path ends after so many radii
constexpr Index kMostRadii = 60;

/// What a path learns from, and what it is judged by.
struct Halves {
  ObservedMatrix train;
  ObservedMatrix held_out;
};

Halves split(const ObservedMatrix& seen, const CompletionPathOptions& options) {
  const auto count = static_cast<Index>(seen.entries.size());
  if (count < 2) {
    throw InvalidInput(
        compose("observed: {} entries, must be at least 2 to hold a part of them out", count));
  }
  const auto parts = static_cast<Index>(std::lround(1 / options.validation));
  const Fold fold = make_folds(count, std::min(parts, count), options.seed).front();
  Halves halves{{seen.rows, seen.cols, {}}, {seen.rows, seen.cols, {}}};
  for (const Index k : fold.seen) {
    halves.train.entries.push_back(seen.entries[static_cast<std::size_t>(k)]);
  }
  for (const Index k : fold.held_out) {
    halves.held_out.entries.push_back(seen.entries[static_cast<std::size_t>(k)]);
  }
  return halves;
}

/// The next radius, if there is one.
class Radii {
 public:
  Radii(const ObservedMatrix& train, const CompletionPathOptions& options)
      : given_(options.radii),
        next_(given_.empty() ? kFirstShare * rough_radius(train, options.fit.biases)
                             : given_.front()) {}

  double next() const { return next_; }
  /// Whether there is another one after a fit that did, or did not, improve on those before.
  bool advance(bool improved) {
    ++done_;
    in_vain_ = improved ? 0 : in_vain_ + 1;
    if (given_.empty()) {
      next_ *= kGrowth;
      return in_vain_ < kPatience && done_ < kMostRadii;
    }
    if (done_ == static_cast<Index>(given_.size())) return false;
    next_ = given_[static_cast<std::size_t>(done_)];
    return true;
  }

 private:
  std::span<const double> given_;
  double next_;
  Index done_ = 0;
  int in_vain_ = 0;
};

CompletionPathFit row_of(double radius, const CompletionFit& fit, const ObservedMatrix& held_out) {
  return {.radius = radius,
          .rank = fit.model.factors.rank(),
          .train_rmse = fit.model.scores.front().second,
          .held_out_rmse = root_mean_square_error(fit.model, held_out),
          .value = fit.result.value,
          .gap = fit.result.gap,
          .status = fit.result.status,
          .counts = fit.result.counts};
}

/// Goes up; leaves the best fit in path.refit.
void climb(const Halves& halves, const CompletionPathOptions& options, CompletionPath& path) {
  Radii radii(halves.train, options);
  LowRank start;
  double lowest = std::numeric_limits<double>::infinity();
  for (bool more = true; more;) {
    const double radius = radii.next();
    CompletionFit fit = fit_completion(halves.train, radius, options.fit, start);
    const CompletionPathFit row = row_of(radius, fit, halves.held_out);
    path.fits.push_back(row);
    path.counts += row.counts;
    if (options.progress) options.progress(row);
    const bool improved = row.held_out_rmse < (1 - kGain) * lowest;
    const bool usable = is_usable(row.status);
    path.interrupted = options.fit.run.interrupt.stop_requested();
    more = radii.advance(improved) && usable && !path.interrupted;
    start = fit.model.factors;
    start.left *= radii.next() / radius;
    if (!improved && path.fits.size() > 1) continue;
    lowest = row.held_out_rmse;
    path.best = static_cast<Index>(path.fits.size()) - 1;
    path.refit = std::move(fit);
  }
}

}  // namespace

CompletionPath fit_completion_path(const ObservedMatrix& seen,
                                   const CompletionPathOptions& options) {
  validate(options);
  check_radii(options.radii);
  check_observations(seen.rows, seen.cols, seen.entries);
  const auto begin = Clock::now();
  CompletionPath path;
  climb(split(seen, options), options, path);
  const CompletionPathFit& best = path.fits[static_cast<std::size_t>(path.best)];
  if (!path.interrupted) {
    path.refit = fit_completion(seen, best.radius, options.fit, path.refit.model.factors);
    path.counts += path.refit.result.counts;
    path.interrupted = options.fit.run.interrupt.stop_requested();
  }
  path.refit.model.scores.emplace_back("held-out rmse", best.held_out_rmse);
  path.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return path;
}

}  // namespace acgd
