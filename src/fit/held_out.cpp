#include "fit/held_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

// Noise of less than this share of the variance of the targets is as good as none.
constexpr double kLeastNoise = 1e-6;

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

}  // namespace

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

// The lasso with d non-zeros has d degrees of freedom however many features there are to choose from
// (Zou, Hastie and Tibshirani 2007), so -2 log likelihood + d log n needs no term for these. The noise
// of least squares must not be profiled out, or models that explain everything would be the best. It
// is the least RSS / (n - d) of fits with at most n / 2 non-zeros at first; that of the fit that is
// best with it, which is larger where there are many features, in the end.
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
  if (path.lowest_bic) choose(noise(path.fits[static_cast<std::size_t>(*path.lowest_bic)]));
}

Index count_features(const SparseMatrix& coefficients) {
  std::vector<char> occurs(static_cast<std::size_t>(coefficients.rows()), 0);
  for (Index k = 0; k < coefficients.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator e(coefficients, k); e; ++e) {
      if (e.value() != 0) occurs[static_cast<std::size_t>(e.row())] = 1;
    }
  }
  return std::count(occurs.begin(), occurs.end(), 1);
}

double FoldRun::weight() const {
  return others_.weights.size() == 0 ? static_cast<double>(others_.count()) : others_.weights.sum();
}

FoldRun::Judged FoldRun::judge(const Vector& x) const {
  SparseMatrix coefficients;
  Vector intercept;
  seen_.fit.to_model(x, coefficients, intercept);
  Matrix z = multiply(others_.features, coefficients);
  if (intercept.size() != 0) z.rowwise() += intercept.transpose();
  return {weight(), loss_->value(z.reshaped()),
          family_.scores(z, others_.targets, others_.weights)};
}

void average(const std::vector<FoldRun::Judged>& folds, PathFit& fit) {
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

}  // namespace acgd
