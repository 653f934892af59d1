#include "fit/held_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

struct Estimate {
  double mean = 0;
  double error = 0;  ///< its standard error; NaN of a single number
};

/// Of numbers that count in proportion to their weights, as cross-validation has it: folds are of
/// nearly the same size.
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

/// The smallest radius that is within one standard error of the best.
void choose_radii(Path& path) {
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

}  // namespace

Index count_features(const SparseMatrix& coefficients) {
  std::vector<char> occurs(static_cast<std::size_t>(coefficients.rows()), 0);
  for (Index k = 0; k < coefficients.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator e(coefficients, k); e; ++e) {
      if (e.value() != 0) occurs[static_cast<std::size_t>(e.row())] = 1;
    }
  }
  return std::count(occurs.begin(), occurs.end(), 1);
}

void HeldOut::add(const std::vector<RadiusFit>& fits, const SampleFit& fit, const Samples& others,
                  const Family& family) {
  const auto loss = family.loss(others.targets, others.weights);
  FoldScores fold;
  fold.weight =
      others.weights.size() == 0 ? static_cast<double>(others.count()) : others.weights.sum();
  SparseMatrix coefficients;
  Vector intercept;
  for (const RadiusFit& each : fits) {
    fit.to_model(each.result.x, coefficients, intercept);
    Matrix z = multiply(others.features, coefficients);
    if (intercept.size() != 0) z.rowwise() += intercept.transpose();
    fold.fits.push_back(
        {loss->value(z.reshaped()), family.scores(z, others.targets, others.weights)});
  }
  folds_.push_back(std::move(fold));
}

void HeldOut::tell(Path& path) const {
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    PathFit& fit = path.fits[i];
    std::vector<double> weights, losses;
    std::vector<std::vector<double>> scores(fit.scores.size());
    for (const FoldScores& fold : folds_) {
      if (i >= fold.fits.size()) continue;  // a fit before it has failed
      weights.push_back(fold.weight);
      losses.push_back(fold.fits[i].loss);
      for (std::size_t s = 0; s < scores.size(); ++s) {
        scores[s].push_back(fold.fits[i].scores[s].second);
      }
    }
    if (losses.empty()) continue;
    const Estimate loss = estimate(losses, weights);
    fit.held_out_loss = loss.mean;
    fit.held_out_error = loss.error;
    for (std::size_t s = 0; s < scores.size(); ++s) {
      const Estimate score = estimate(scores[s], weights);
      fit.held_out_scores.emplace_back(fit.scores[s].first, score.mean);
      fit.held_out_errors.emplace_back(fit.scores[s].first, score.error);
    }
  }
  choose_radii(path);
}

}  // namespace acgd
