#include "acgd/fit/path.hpp"

#include <chrono>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "fit/held_out.hpp"
#include "fit/sample_fit.hpp"

namespace acgd {
namespace {

/// One path after the other: that of all samples, then those of the folds.
class PathMaker {
 public:
  PathMaker(const Samples& samples, const Family& family, const SetOfRadius& set,
            const PathOptions& options)
      : samples_(samples), family_(family), set_(set), options_(options), radii_(options.radii) {}

  Path make() {
    const auto began = std::chrono::steady_clock::now();
    const SampleFit all(samples_, family_, options_);
    path_.loss_without_features = all.worst();
    path_.scaling = all.scaling();
    path_.ridge = options_.ridge;
    fit_all(all);
    if (options_.folds > 0 && !path_.interrupted) cross_validate();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    path_.seconds = took.count();
    return std::move(path_);
  }

 private:
  void fit_all(const SampleFit& all);
  void cross_validate();
  /// Follows one of the paths; `fold` is -1 for that of all samples, which may have to find the radii.
  std::vector<RadiusFit> follow_all(const SampleFit& fit, Index fold);
  PathFit to_fit(const SampleFit& all, const RadiusFit& fit) const;

  const Samples& samples_;
  const Family& family_;
  const SetOfRadius& set_;
  const PathOptions& options_;
  std::vector<double> radii_;
  Index fits_done_ = 0;
  Path path_;
};

std::vector<RadiusFit> PathMaker::follow_all(const SampleFit& fit, Index fold) {
  const auto total = static_cast<Index>(radii_.size()) * (options_.folds + 1);
  const FitObserver observer = [&](const RadiusFit& done) {
    ++fits_done_;
    path_.counts += done.result.counts;
    if (done.result.status == Status::interrupted) path_.interrupted = true;
    if (options_.progress) options_.progress({fits_done_, total, fold, done.radius});
    return false;
  };
  const Options run = fit.options(options_);
  if (!radii_.empty()) return follow(fit.objective(), set_, radii_, run, observer);
  const UsefulRadii useful{.worst = fit.worst(), .infimum = fit.infimum(), .count = options_.count};
  return follow_useful(fit.objective(), set_, useful, run, observer);
}

PathFit PathMaker::to_fit(const SampleFit& all, const RadiusFit& fit) const {
  const Result& result = fit.result;
  PathFit one{.radius = fit.radius,
              .loss = all.loss(result),
              .gap = result.gap,
              .status = result.status,
              .counts = result.counts};
  all.to_model(result.x, one.coefficients, one.intercept);
  one.nonzeros = count_features(one.coefficients);
  const double whole = all.worst() - all.infimum();
  one.explained = whole > 0 ? (all.worst() - one.loss) / whole : 0;
  Matrix z = multiply(samples_.features, one.coefficients);
  if (one.intercept.size() != 0) z.rowwise() += one.intercept.transpose();
  one.scores = family_.scores(z, samples_.targets, samples_.weights);
  return one;
}

void PathMaker::fit_all(const SampleFit& all) {
  for (const RadiusFit& fit : follow_all(all, -1)) path_.fits.push_back(to_fit(all, fit));
  radii_.clear();
  for (const PathFit& fit : path_.fits) radii_.push_back(fit.radius);
  fits_done_ = static_cast<Index>(radii_.size());
}

void PathMaker::cross_validate() {
  const Vector* classes = family_.class_count() > 0 ? &samples_.targets : nullptr;
  const std::vector<Fold> folds =
      options_.given_folds.empty()
          ? make_folds(samples_.count(), options_.folds, options_.seed, classes)
          : options_.given_folds;
  HeldOut held_out;
  for (std::size_t k = 0; k < folds.size() && !path_.interrupted; ++k) {
    const Samples seen = rows_of(samples_, folds[k].seen);
    const Samples others = rows_of(samples_, folds[k].held_out);
    const SampleFit fit(seen, family_, options_);
    const std::vector<RadiusFit> fits = follow_all(fit, static_cast<Index>(k));
    if (path_.interrupted) break;
    held_out.add(fits, fit, others, family_);
  }
  held_out.tell(path_);
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
  if (!options.given_folds.empty()) {
    check_folds(options, samples.count());
  } else if (options.folds == 1) {
    throw InvalidInput("folds = 1: must be 0, for none, or at least 2");
  }
  return PathMaker(samples, family, set, options).make();
}

}  // namespace acgd
